import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { type AssetStore, openAssetStore } from '@stowage/core'
import { serve } from '@stowage/node'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nameOnDisk } from '../files/safe-name.ts'
import { localDestination } from '../import/destination/local-destination.ts'
import { importFiles } from '../import/import-files.ts'
import { readManifest } from '../import/manifest/read-manifest.ts'
import { openLocalTarget } from '../target/local-target.ts'
import { openServerTarget } from '../target/server-target.ts'
import type { Target } from '../target/target.ts'
import { type ExportOptions, exportAssets } from './export-assets.ts'
import { OWN_NAMES } from './own-names.ts'

describe.each(['of a store', 'of a service'])('an export %s', (kind) => {
  let root: string
  let target: Target
  let store: AssetStore
  const closers: (() => Promise<unknown>)[] = []

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'stowage-export-'))
    await mkdir(path.join(root, 'out'))
    const directory = path.join(root, 'store')
    const place = { kind: 'local', directory, isDirectoryGiven: true } as const
    const others = { postgres: undefined, s3: undefined, tenant: undefined }
    const local = await openLocalTarget({ ...place, ...others }, 'create', () => {})
    store = local.store
    closers.push(() => local.close())
    target = local
    if (kind === 'of a service') {
      const server = await serve(store, { port: 0, signals: false })
      closers.push(() => server.close())
      const { token: key } = await store.keys.create({ name: 'export' })
      target = openServerTarget({ kind: 'server', url: server.url, key })
    }
  })

  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close()
    await rm(root, { recursive: true, force: true })
  })

  function upload(name: string, content = name, folderId: string | null = null) {
    return store.upload(Buffer.from(content), { name, folderId })
  }

  function run(options: Partial<ExportOptions> = {}, source: Target = target) {
    const { signal } = new AbortController()
    const query = { filter: {} }
    const defaults = { query, parallel: 3, force: false, signal, onDone: () => {} }
    return exportAssets(source, { ...defaults, directory: path.join(root, 'out'), ...options })
  }

  it('keeps folders that are called like files of its own', async () => {
    const taken = [
      '.stowage-parts',
      'manifest.jsonl',
      'Manifest.jsonl.part',
      'manifest.jsonl.lock.x',
    ]
    for (const name of taken) {
      await upload('a.txt', name, (await store.folders.create({ name })).id)
    }
    expect(await run()).toMatchObject({ written: 4, refused: [], failure: null })
    expect(await run()).toMatchObject({ written: 0, here: 4, refused: [], failure: null })
    expect(await exported()).toHaveLength(5)
  })

  it('keeps files that are called like files of its own, in each run', async () => {
    const own = Object.values(OWN_NAMES)
    for (const name of [...own, 'MANIFEST.jsonl.lock', 'manifest.jsonl.lo\u200bck'])
      await upload(name)
    for (const force of [false, true, false]) {
      const report = await run({ force })
      expect(report).toMatchObject({ refused: [], failure: null })
      expect(report.written + report.here).toBe(6)
    }
    expect(await exported()).toHaveLength(7)
  })

  it('writes nothing outside of its folder, wherever links in it lead', async () => {
    const out = path.join(root, 'out')
    const home = path.join(root, 'home')
    await mkdir(home)
    await writeFile(path.join(home, 'precious.txt'), 'mine')
    await symlink(home, path.join(out, 'Trips'))
    await symlink(path.join(home, 'precious.txt'), path.join(out, 'a.txt'))
    await upload('new.txt', 'x', (await store.folders.create({ name: 'Trips' })).id)
    await upload('a.txt', 'from the store')
    const { refused, written } = await run({ force: true })
    expect(written).toBe(1)
    expect(refused).toMatchObject([
      { path: 'Trips/new.txt', reason: expect.stringContaining('a link in its path leads out') },
    ])
    expect(await readdir(home)).toEqual(['precious.txt'])
    expect(await readFile(path.join(home, 'precious.txt'), 'utf8')).toBe('mine')
    expect(await readFile(path.join(out, 'a.txt'), 'utf8')).toBe('from the store')
    await rm(path.join(out, 'manifest.jsonl'))
    await symlink(path.join(home, 'precious.txt'), path.join(out, 'manifest.jsonl'))
    await expect(run()).rejects.toMatchObject({ code: 'ELOOP' })
    expect(await readFile(path.join(home, 'precious.txt'), 'utf8')).toBe('mine')
    await rm(path.join(out, 'manifest.jsonl'))
    await symlink(home, path.join(out, '.stowage-parts'))
    await upload('more.txt')
    expect(await run()).toMatchObject({ written: 0, refused: [{}, { path: 'more.txt' }] })
    expect(await readdir(home)).toEqual(['precious.txt'])
  })

  it('moves no file that a changed list names outside of its folder', async () => {
    const { id } = await upload('a.txt')
    await writeFile(path.join(root, 'precious.txt'), 'a.txt')
    const out = path.join(root, 'out')
    for (const at of ['../precious.txt', path.join(root, 'precious.txt'), 'manifest.jsonl.lock']) {
      await writeFile(path.join(out, 'manifest.jsonl'), `${JSON.stringify({ id, path: at })}\n`)
      expect(await run()).toMatchObject({ failure: null, refused: [] })
      await rm(path.join(out, 'a.txt'))
    }
    expect(await readFile(path.join(root, 'precious.txt'), 'utf8')).toBe('a.txt')
  })

  it('has the folders that are made while it runs, and whose they are', async () => {
    for (let index = 0; index < 9; index += 1) await upload(`${index}.txt`)
    const last = await upload('last.txt')
    const lost = await upload('lost.txt')
    let used: Promise<unknown> | undefined
    const use = async () => {
      const top = await store.scoped({ createdBy: 'ann' }).folders.create({ name: 'New' })
      const { id: folderId } = await store.folders.create({ name: 'In it', parentId: top.id })
      await store.update(last.id, { folderId })
    }
    const source: typeof target = {
      ...target,
      async *find(query, signal) {
        for await (const asset of target.find(query, signal)) {
          used ??= use()
          await used
          if (asset.id === last.id) yield await target.get(asset.id, signal)
          // As it was listed before its folder was deleted.
          else yield asset.id === lost.id ? { ...asset, folder_id: randomUUID() } : asset
        }
      },
    }
    expect(await run({}, source)).toMatchObject({ written: 11, refused: [], failure: null })
    const list = await readFile(path.join(root, 'out', 'manifest.jsonl'), 'utf8')
    const entries = list
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(entries.find(({ id }) => id === last.id)).toMatchObject({
      path: 'New/In it/last.txt',
      folder: ['New', 'In it'],
      folder_created_by: 'ann',
    })
    const alone = entries.find(({ id }) => id === lost.id)
    expect(alone).toMatchObject({ path: 'lost.txt', folder: [] })
    expect(alone).not.toHaveProperty('folder_created_by')
  })

  it('gives a folder its name back that a file of an earlier export has', async () => {
    await upload('Trips')
    await run()
    await upload('a.txt', 'a', (await store.folders.create({ name: 'Trips' })).id)
    await run({ parallel: 1 })
    expect(await run()).toMatchObject({ here: 2, refused: [], failure: null })
    expect(await exported()).toHaveLength(3)
  })

  it('lets no other export into the folder meanwhile, and takes over from one that was killed', async () => {
    for (let index = 0; index < 20; index += 1) await upload(`${index}.txt`)
    const both = await Promise.allSettled([run(), run()])
    const refusal = both.find(({ status }) => status === 'rejected')
    expect(refusal).toMatchObject({
      reason: { message: expect.stringContaining('Another export') },
    })
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const lock = path.join(root, 'out', 'manifest.jsonl.lock')
    const killed = spawnSync(process.execPath, ['-e', '']).pid
    await writeFile(lock, JSON.stringify({ pid: killed, host: hostname() }))
    expect(await run()).toMatchObject({ here: 20, failure: null })
    await writeFile(lock, JSON.stringify({ pid: 1, host: 'another' }))
    await expect(run()).rejects.toThrow('Another export')
    await utimes(lock, 0, 0)
    expect(await run()).toMatchObject({ here: 20, failure: null })
    expect(await exported()).not.toContain('manifest.jsonl.lock')
  })

  it('tells the age of the lock of another machine by the clock of the disk', async () => {
    await run()
    const lock = path.join(root, 'out', 'manifest.jsonl.lock')
    const wrongClock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)
    try {
      await writeFile(lock, JSON.stringify({ pid: 1, host: 'another' }))
      await expect(run()).rejects.toThrow('Another export')
      wrongClock.mockReturnValue(0)
      const aMinuteAgo = new Date(performance.timeOrigin + performance.now() - 60_000)
      await utimes(lock, aMinuteAgo, aMinuteAgo)
      expect(await run()).toMatchObject({ failure: null })
    } finally {
      wrongClock.mockRestore()
    }
    expect(await exported()).toEqual(['manifest.jsonl'])
  })

  it('gives the folder back when its disk fails', async () => {
    for (let index = 0; index < 20; index += 1) await upload(`${index}.txt`)
    const out = path.join(root, 'out')
    const away = path.join(root, 'away')
    const unmount = async (): Promise<void> => {
      await rename(out, away)
      await writeFile(out, 'no folder')
    }
    let unmounted: Promise<void> | undefined
    const onWritten = (): void => {
      unmounted ??= unmount()
    }
    expect((await run({ onWritten })).failure).not.toBeNull()
    await unmounted
    await rm(out)
    await rename(away, out)
    const { written, here, failure } = await run()
    expect([written + here, failure]).toEqual([20, null])
    expect(await exported()).toHaveLength(21)
    await mkdir(path.join(out, 'manifest.jsonl.lock'))
    await expect(run()).rejects.toMatchObject({ code: 'EISDIR' })
  })

  async function exported(): Promise<string[]> {
    const out = path.join(root, 'out')
    const entries = await readdir(out, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(out, path.join(entry.parentPath, entry.name)))
      .sort()
  }

  it('writes files in folders, and what an import reads', async () => {
    const folder = await store.folders.create({ name: 'Trips' })
    await store.upload(Buffer.from('a'), {
      name: 'a.txt',
      folderId: folder.id,
      tags: ['sea'],
      title: 'A',
      alt: { en: 'x' },
      metadata: { n: 1 },
    })
    await upload('b.txt')
    expect(await run()).toMatchObject({ written: 2, here: 0, refused: [], failure: null })
    expect(await exported()).toEqual(['Trips/a.txt', 'b.txt', 'manifest.jsonl'])
    expect(await run()).toMatchObject({ written: 0, here: 2, failure: null })
    const manifest = path.join(root, 'out', 'manifest.jsonl')
    expect((await readFile(manifest, 'utf8')).split('\n').length).toBe(3)

    const other = await openAssetStore({ directory: path.join(root, 'other'), sweepEvery: false })
    closers.push(() => other.close())
    const { files, refused } = await readManifest(manifest, { into: [] })
    expect(refused).toEqual([])
    const { signal } = new AbortController()
    const options = { parallel: 2, dryRun: false, signal, onProgress: () => {} }
    expect(await importFiles(files, localDestination(other), options)).toMatchObject({ stored: 2 })
    const { assets } = await other.list({ sort: 'name' })
    expect(assets[0]).toMatchObject({
      name: 'a.txt',
      tags: ['sea'],
      title: 'A',
      metadata: { n: 1 },
    })
  })

  it('gives files of the same name paths of their own, the same in each run', async () => {
    await upload('a.txt', '1')
    await upload('A.TXT', '2')
    await upload('a.txt', '3')
    await upload('CON.txt')
    await upload('manifest.jsonl')
    await upload('what? <b>.txt ')
    await store.folders.create({ name: 'folder' })
    await upload('folder')
    expect(await run()).toMatchObject({ written: 7 })
    const names = await exported()
    expect(new Set(names.map(nameOnDisk)).size).toBe(8)
    expect(names).toContain('a.txt')
    expect(names).toContain('_CON.txt')
    expect(names).toContain('what_ _b_.txt')
    expect(names).not.toContain('folder')
    expect(await run()).toMatchObject({ written: 0, here: 7 })
    expect(await exported()).toEqual(names)
  })

  it('keeps paths when others go, and brings renamed files to their new path', async () => {
    const first = await upload('a.txt', '1')
    const second = await upload('a.txt', '2')
    await run()
    const before = await exported()
    await store.trash(first.id)
    expect(await run()).toMatchObject({ here: 1, written: 0 })
    expect(await exported()).toEqual(before)
    await store.update(second.id, { name: 'b.txt' })
    expect(await run()).toMatchObject({ here: 1, written: 0 })
    expect(await exported()).toEqual(['a.txt', 'b.txt', 'manifest.jsonl'])
  })

  it('leaves a file that is another one, unless it is told to write it anew', async () => {
    await upload('a.txt')
    const file = path.join(root, 'out', 'a.txt')
    await writeFile(file, 'mine')
    expect(await run()).toMatchObject({ written: 0, refused: [{ path: 'a.txt' }] })
    expect(await readFile(file, 'utf8')).toBe('mine')
    expect(await run({ force: true })).toMatchObject({ written: 1, refused: [] })
    expect(await readFile(file, 'utf8')).toBe('a.txt')
  })

  it('stops when it is told to, and goes on with the next run', async () => {
    for (let index = 0; index < 60; index += 1) await upload(`f${index}.txt`)
    const controller = new AbortController()
    const reason = new Error('enough')
    let done = 0
    const onDone = () => {
      done += 1
      if (done === 20) controller.abort(reason)
    }
    const stopped = await run({ signal: controller.signal, onDone })
    expect(stopped.failure).toBe(reason)
    expect(stopped.written).toBeLessThan(60)
    const rest = await run()
    expect(rest).toMatchObject({ failure: null, refused: [] })
    expect(rest.written + rest.here).toBe(60)
    expect((await exported()).length).toBe(61)
    const list = await readFile(path.join(root, 'out', 'manifest.jsonl'), 'utf8')
    expect(list.trim().split('\n').filter(Boolean).length).toBe(60)
  })

  it('refuses damaged files', async () => {
    const { blobKey } = await upload('a.txt', 'whole')
    const blobs = path.join(root, 'store', 'blobs')
    const entries = await readdir(blobs, { recursive: true, withFileTypes: true })
    const blob = entries.find((entry) => entry.name.includes(blobKey.split('/').at(-1) ?? ''))
    await writeFile(path.join(blob?.parentPath ?? '', blob?.name ?? ''), 'wrong')
    const report = await run()
    expect(report).toMatchObject({ written: 0, failure: null })
    expect(report.refused[0]?.reason).toContain('damaged')
    expect(await exported()).toEqual(['manifest.jsonl'])
  })
})
