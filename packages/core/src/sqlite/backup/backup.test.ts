import { readdirSync, statSync } from 'node:fs'
import { mkdtemp, open, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { newAsset, stored, storedOne } from '@stowage/testing'
import { listed } from '@stowage/testing/internal'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newBlobKey } from '../../blobs/blob-key.ts'
import { databaseFile, rawConnection, testedDrivers } from '../connection/drivers.fixture.ts'
import { openSqliteMetadata } from '../metadata/open-sqlite-metadata.ts'

const isWindows = process.platform === 'win32'

async function emptyDirectory(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'stowage-backup-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

/** Bytes. It has another name until it is whole. */
function sizeOfCopy(directory: string): number {
  const sizes = readdirSync(directory).map(
    (name) => statSync(path.join(directory, name), { throwIfNoEntry: false })?.size ?? 0,
  )
  return Math.max(0, ...sizes)
}

describe.each(testedDrivers)('backup of openSqliteMetadata on %s', (driver) => {
  async function opened() {
    const file = await databaseFile()
    const metadata = await openSqliteMetadata({ file, driver })
    onTestFinished(() => metadata.close())
    const backup = metadata.backup ?? expect.fail('no backup')
    return { file, metadata, backup }
  }

  it('writes one file, sound and without a log, that only owner and group can read', async () => {
    const { metadata, backup } = await opened()
    await storedOne(metadata)
    const directory = await emptyDirectory()
    await backup(directory)
    expect(await readdir(directory)).toEqual(['stowage.db'])
    const copy = path.join(directory, 'stowage.db')
    if (!isWindows) expect((await stat(copy)).mode & 0o777).toBe(0o640 & ~process.umask())
    const client = rawConnection(driver, copy)
    expect(client.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
    expect(client.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'delete' })
  })

  it('holds up neither the event loop nor a write', async () => {
    const { file, metadata, backup } = await opened()
    rawConnection(driver, file).exec(`
      CREATE TABLE ballast AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 40000)
      SELECT randomblob(1000) AS bytes FROM n`)

    /** Whether a write began and ended while a part of the copy was there. */
    async function writesMeanwhile(): Promise<boolean> {
      const directory = await emptyDirectory()
      let copying = true
      const copy = backup(directory).finally(() => {
        copying = false
      })
      const writes: { began: number; ended: number }[] = []
      while (copying) {
        const began = sizeOfCopy(directory)
        await metadata.blobs.reserve([newBlobKey(Date.now())], { lifetime: 9000 })
        writes.push({ began, ended: sizeOfCopy(directory) })
      }
      await copy
      const whole = sizeOfCopy(directory)
      return writes.some(({ began, ended }) => began > 0 && ended < whole)
    }

    // One that copied in this thread, or kept writes out, would be seen empty and whole, but never in between. On a slow
    // disk a single write may take as long as a copy.
    let seen = false
    for (let copies = 0; !seen && copies < 10; copies += 1) seen = await writesMeanwhile()
    expect(seen).toBe(true)
  })

  it('leaves nothing behind when it is aborted in the middle', async () => {
    const { metadata, backup } = await opened()
    await storedOne(metadata)
    const directory = await emptyDirectory()
    const controller = new AbortController()
    const copying = backup(directory, { signal: controller.signal })
    copying.catch(() => {})
    while ((await readdir(directory)).length === 0) await setImmediate()
    controller.abort(new Error('enough'))
    await expect(copying).rejects.toThrow('enough')
    expect(await readdir(directory)).toEqual([])
  })

  it('refuses the directory of an open store, its own too, and changes nothing there', async () => {
    const { metadata, backup } = await opened()
    await storedOne(metadata)
    const directory = await emptyDirectory()
    const file = path.join(directory, 'stowage.db')
    const other = await openSqliteMetadata({ file, driver })
    onTestFinished(() => other.close())
    const before = await readdir(directory)
    for (const copy of [backup, other.backup]) {
      await expect(copy?.(directory)).rejects.toMatchObject({
        code: 'invalid_argument',
        context: { argument: 'directory' },
      })
    }
    expect(await readdir(directory)).toEqual(before)
    expect((await listed(other)).total).toBe(0)
  })

  it('removes what a backup that died left, but not what another one writes', async () => {
    const { backup } = await opened()
    const directory = await emptyDirectory()
    const [dead, alive] = ['0', '1'].map((digit) => `stowage.db.${digit.repeat(16)}.partial`)
    const journal = `${dead}-journal`
    for (const name of [dead, journal, alive])
      await writeFile(path.join(directory, name ?? ''), 'half')
    const hoursAgo = new Date(Date.now() - 2 * 3_600_000)
    for (const name of [dead, journal]) {
      await utimes(path.join(directory, name ?? ''), hoursAgo, hoursAgo)
    }
    await backup(directory)
    expect((await readdir(directory)).sort()).toEqual(['stowage.db', alive])
  })

  it('is unavailable when the database cannot be copied, and leaves the older copy', async () => {
    const { file, metadata, backup } = await opened()
    await storedOne(metadata)
    const directory = await emptyDirectory()
    await backup(directory)
    const copy = path.join(directory, 'stowage.db')
    const before = await readFile(copy)
    const raw = rawConnection(driver, file)
    raw.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    const { page } = raw
      .prepare(`SELECT rootpage AS page FROM sqlite_schema WHERE name = 'tombstones'`)
      .get() as { page: number }
    const disk = await open(file, 'r+')
    await disk.write(Buffer.alloc(4096, 0xff), 0, 4096, (page - 1) * 4096)
    await disk.close()
    await expect(backup(directory)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await readdir(directory)).toEqual(['stowage.db'])
    expect(await readFile(copy)).toEqual(before)
  })

  it('is unavailable in a directory that is not there', async () => {
    const { backup } = await opened()
    const missing = path.join(await emptyDirectory(), 'missing')
    await expect(backup(missing)).rejects.toMatchObject({
      code: 'unavailable',
      context: { system: 'ENOENT' },
    })
  })

  it('is finished before close resolves', async () => {
    const { metadata, backup } = await opened()
    await stored(metadata, [newAsset()])
    const directory = await emptyDirectory()
    let finished = false
    const copying = backup(directory).then(() => {
      finished = true
    })
    await metadata.close()
    expect(finished).toBe(true)
    await copying
    expect(await readdir(directory)).toEqual(['stowage.db'])
  })
})
