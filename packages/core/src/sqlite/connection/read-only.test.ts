import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { newAsset, stored, storedOne } from '@stowage/testing'
import { listed } from '@stowage/testing/internal'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openAssetStore } from '../../store/opening/open-asset-store.ts'
import type { SqliteDriver } from '../driver/driver.ts'
import { openSqliteMetadata } from '../metadata/open-sqlite-metadata.ts'
import { databaseFile, found, rawConnection, testedDrivers } from './drivers.fixture.ts'

const NOBODY = 65_534

/** Runs what follows as a user who can read what lies below the directory, and write nothing. */
async function unprivileged(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    await chmod(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o555 : 0o444)
  }
  await chmod(directory, 0o555)
  onTestFinished(async () => {
    privileged()
    await chmod(directory, 0o755)
    for (const entry of entries) {
      if (entry.isDirectory()) await chmod(path.join(entry.parentPath, entry.name), 0o755)
    }
  })
  if (process.getuid?.() === 0) process.seteuid?.(NOBODY)
}

/** Back to the user of the test run, in a directory that only this user can write. */
function privileged(): void {
  if (process.getuid?.() === 0) process.seteuid?.(0)
}

/** Runs the SQL that it is sent, and answers when it is done. */
const OTHER_PROCESS = `
  const { createRequire } = require('node:module')
  const [, , file, driver, library] = process.argv
  const Database = driver === 'node:sqlite'
    ? process.getBuiltinModule('node:sqlite').DatabaseSync
    : createRequire(library)(library)
  const database = new Database(file)
  process.on('message', (sql) => {
    database.exec(sql)
    process.send('done')
  })
  database.exec('SELECT count(*) FROM assets')
  process.send('open')
`

async function otherProcess(file: string, driver: SqliteDriver): Promise<ChildProcess> {
  const script = path.join(path.dirname(file), 'other-process.cjs')
  await writeFile(script, OTHER_PROCESS)
  const engineOf = found(driver)
  const library = 'library' in engineOf ? engineOf.library : ''
  const child = fork(script, [file, driver, library], { execArgv: [] })
  onTestFinished(async () => {
    privileged()
    const exit = once(child, 'exit')
    child.disconnect()
    await exit
  })
  await once(child, 'message')
  return child
}

const isRoot = process.getuid?.() === 0
// In a worker thread, as in mutation testing, root cannot become another user.
const canStepDown = process.platform !== 'win32' && (!isRoot || isMainThread)

describe.runIf(canStepDown).each(testedDrivers)('readOnly on %s', (driver) => {
  /** A database in a directory, with one record. */
  async function written() {
    const file = await databaseFile()
    const writer = await openSqliteMetadata({ file, driver })
    onTestFinished(() => writer.close())
    return { file, directory: path.dirname(file), writer, asset: await storedOne(writer) }
  }

  async function openReadOnly(file: string) {
    const metadata = await openSqliteMetadata({ file, driver, readOnly: true })
    onTestFinished(() => metadata.close())
    return metadata
  }

  it('reads a database that no process has open for an unprivileged user, and writes nothing', async () => {
    const { file, directory, writer, asset } = await written()
    await writer.close()
    const before = await readdir(directory)
    await unprivileged(directory)
    const metadata = await openReadOnly(file)
    expect(await metadata.assets.get({ id: asset.id })).toEqual(asset)
    expect((await listed(metadata)).total).toBe(1)
    expect(await readdir(directory)).toEqual(before)
    for (const write of [
      () => metadata.blobs.reserve(['key'], { lifetime: 1 }),
      () =>
        metadata.assets.insert({
          tenant: 'default',
          assets: [newAsset()],
          keyId: null,
          quota: null,
        }),
    ]) {
      await expect(write()).rejects.toMatchObject({ code: 'unavailable' })
    }
    expect(metadata.backup).toBeUndefined()
    const recording = metadata.transfer.source.record()
    await expect(recording).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('sees what a writer stores that has the database open', async () => {
    const { file, directory, writer, asset } = await written()
    await unprivileged(directory)
    const metadata = await openReadOnly(file)
    expect(await metadata.assets.get({ id: asset.id })).toEqual(asset)
    privileged()
    const [fresh] = await stored(writer, [newAsset()])
    if (isRoot) process.seteuid?.(NOBODY)
    expect(await metadata.assets.get({ id: fresh?.id ?? '' })).toEqual(fresh)
    expect((await listed(metadata)).total).toBe(2)
  })

  it('sees what another process stores, whose index of the log it can only read', async () => {
    const { file, directory, writer, asset } = await written()
    await writer.close()
    const child = await otherProcess(file, driver)
    await unprivileged(directory)
    const metadata = await openReadOnly(file)
    expect((await metadata.assets.get({ id: asset.id }))?.name).toBe(asset.name)
    for (const name of ['first.txt', 'second.txt']) {
      child.send(`UPDATE assets SET name = '${name}'`)
      await once(child, 'message')
      expect((await metadata.assets.get({ id: asset.id }))?.name).toBe(name)
      // The next change is the first in an empty log.
      child.send('PRAGMA wal_checkpoint(TRUNCATE)')
      await once(child, 'message')
      expect((await metadata.assets.get({ id: asset.id }))?.name).toBe(name)
    }
  })

  it.runIf(isRoot)('sees what a writer stores that opened the database later', async () => {
    const { file, directory, writer } = await written()
    await writer.close()
    await unprivileged(directory)
    const metadata = await openReadOnly(file)
    expect((await listed(metadata)).total).toBe(1)
    privileged()
    const later = await openSqliteMetadata({ file, driver })
    await stored(later, [newAsset()])
    process.seteuid?.(NOBODY)
    expect((await listed(metadata)).total).toBe(2)
    privileged()
    await stored(later, [newAsset()])
    await later.close()
    process.seteuid?.(NOBODY)
    expect((await listed(metadata)).total).toBe(3)
  })

  it('reads what a writer left in the log when it was killed', async () => {
    const { file, directory, writer } = await written()
    const killed = path.join(directory, 'killed')
    await mkdir(killed)
    for (const suffix of ['', '-wal', '-shm']) {
      await copyFile(file + suffix, path.join(killed, `a.db${suffix}`))
    }
    await writer.close()
    await unprivileged(directory)
    expect((await listed(await openReadOnly(path.join(killed, 'a.db')))).total).toBe(1)
  })

  it('says what to do about a log that it cannot read', async () => {
    const { file, directory, writer } = await written()
    const copied = path.join(directory, 'copied')
    await mkdir(copied)
    for (const suffix of ['', '-wal']) {
      await copyFile(file + suffix, path.join(copied, `a.db${suffix}`))
    }
    await writer.close()
    await unprivileged(directory)
    await expect(openReadOnly(path.join(copied, 'a.db'))).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('log'),
    })
  })

  it('reads a database that was put in place of the one before', async () => {
    const { file, writer } = await written()
    const metadata = await openReadOnly(file)
    const other = await written()
    await stored(other.writer, [newAsset()])
    await other.writer.close()
    await writer.close()
    for (const suffix of ['-wal', '-shm']) await rm(file + suffix, { force: true })
    await rename(other.file, file)
    expect((await listed(metadata)).total).toBe(2)
    await rm(file)
    await expect(listed(metadata)).rejects.toMatchObject({ code: 'invalid_argument' })
  })

  it('refuses an older schema, and leaves it as it is', async () => {
    const { file, writer } = await written()
    await writer.close()
    const raw = rawConnection(driver, file)
    raw.exec('PRAGMA user_version = 0')
    await expect(openReadOnly(file)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/version 0.*migrates/s),
      context: { version: 0 },
    })
    expect(raw.prepare('PRAGMA user_version').get()).toEqual({ user_version: 0 })
  })

  it('makes no database where there is none', async () => {
    const file = await databaseFile()
    await expect(openReadOnly(file)).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument: 'file' },
    })
    expect(await readdir(path.dirname(file))).toEqual([])
  })
})

describe.runIf(canStepDown)('openAssetStore with readOnly', () => {
  it('serves a folder that its user can only read, and makes none', async () => {
    const root = path.dirname(await databaseFile())
    const directory = path.join(root, 'media')
    const store = await openAssetStore({ directory, advanced: { sweepEveryMs: false } })
    const { id } = await store.upload(Buffer.from('hello'), { name: 'a.txt' })
    await store.close()
    await chmod(root, 0o755)
    await unprivileged(directory)
    const readOnly = await openAssetStore({ directory, readOnly: true })
    expect(Buffer.from(await (await readOnly.read(id)).bytes()).toString()).toBe('hello')
    await readOnly.admin.ping()
    await expect(readOnly.trash(id)).rejects.toMatchObject({ code: 'unavailable' })
    await readOnly.close()
    privileged()
    const missing = path.join(root, 'missing')
    await expect(openAssetStore({ directory: missing, readOnly: true })).rejects.toMatchObject({
      code: 'invalid_argument',
    })
    expect(await readdir(root)).toEqual(['media'])
  })
})
