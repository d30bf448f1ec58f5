import { randomUUID } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openAssetStore } from '@stowage/core'
import { describe, expect, it } from 'vitest'
import { nameOnDisk } from '../files/safe-name.ts'
import { localDestination } from '../import/destination/local-destination.ts'
import { importFiles } from '../import/import-files.ts'
import { readManifest } from '../import/manifest/read-manifest.ts'
import { EXPORT_SOURCES, exportBenchOfEachTest } from '../testing/export-bench.fixture.ts'

describe.each(EXPORT_SOURCES)('an export %s', (kind) => {
  const bench = exportBenchOfEachTest(kind)

  it('writes files in folders, and what an import reads', async () => {
    const folder = await bench().store.folders.create({ name: 'Trips' })
    await bench().store.upload(Buffer.from('a'), {
      name: 'a.txt',
      folderId: folder.id,
      tags: ['sea'],
      title: 'A',
      alt: { en: 'x' },
      metadata: { n: 1 },
    })
    await bench().upload('b.txt')
    expect(await bench().run()).toMatchObject({ written: 2, here: 0, refused: [], failure: null })
    expect(await bench().exported()).toEqual(['Trips/a.txt', 'b.txt', 'manifest.jsonl'])
    expect(await bench().run()).toMatchObject({ written: 0, here: 2, failure: null })
    const manifest = path.join(bench().out, 'manifest.jsonl')
    expect((await readFile(manifest, 'utf8')).split('\n').length).toBe(3)

    const other = await openAssetStore({
      directory: path.join(bench().root, 'other'),
      advanced: { sweepEveryMs: false },
    })
    bench().onEnd(() => other.close())
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
    await bench().upload('a.txt', '1')
    await bench().upload('A.TXT', '2')
    await bench().upload('a.txt', '3')
    await bench().upload('CON.txt')
    await bench().upload('manifest.jsonl')
    await bench().upload('what? <b>.txt ')
    await bench().store.folders.create({ name: 'folder' })
    await bench().upload('folder')
    expect(await bench().run()).toMatchObject({ written: 7 })
    const names = await bench().exported()
    expect(new Set(names.map(nameOnDisk)).size).toBe(8)
    expect(names).toContain('a.txt')
    expect(names).toContain('_CON.txt')
    expect(names).toContain('what_ _b_.txt')
    expect(names).not.toContain('folder')
    expect(await bench().run()).toMatchObject({ written: 0, here: 7 })
    expect(await bench().exported()).toEqual(names)
  })

  it('keeps paths when others go, and brings renamed files to their new path', async () => {
    const first = await bench().upload('a.txt', '1')
    const second = await bench().upload('a.txt', '2')
    await bench().run()
    const before = await bench().exported()
    await bench().store.trash(first.id)
    expect(await bench().run()).toMatchObject({ here: 1, written: 0 })
    expect(await bench().exported()).toEqual(before)
    await bench().store.update(second.id, { name: 'b.txt' })
    expect(await bench().run()).toMatchObject({ here: 1, written: 0 })
    expect(await bench().exported()).toEqual(['a.txt', 'b.txt', 'manifest.jsonl'])
  })

  it('leaves a file that is another one, unless it is told to write it anew', async () => {
    await bench().upload('a.txt')
    const file = path.join(bench().out, 'a.txt')
    await writeFile(file, 'mine')
    expect(await bench().run()).toMatchObject({ written: 0, refused: [{ path: 'a.txt' }] })
    expect(await readFile(file, 'utf8')).toBe('mine')
    expect(await bench().run({ force: true })).toMatchObject({ written: 1, refused: [] })
    expect(await readFile(file, 'utf8')).toBe('a.txt')
  })

  it('refuses damaged files', async () => {
    const { blobKey } = await bench().upload('a.txt', 'whole')
    const blobs = path.join(bench().root, 'store', 'blobs')
    const entries = await readdir(blobs, { recursive: true, withFileTypes: true })
    const blob = entries.find((entry) => entry.name.includes(blobKey.split('/').at(-1) ?? ''))
    await writeFile(path.join(blob?.parentPath ?? '', blob?.name ?? ''), 'wrong')
    const report = await bench().run()
    expect(report).toMatchObject({ written: 0, failure: null })
    expect(report.refused[0]?.reason).toContain('damaged')
    expect(await bench().exported()).toEqual(['manifest.jsonl'])
  })

  it('has the folders that are made while it runs, and whose they are', async () => {
    for (let index = 0; index < 9; index += 1) await bench().upload(`${index}.txt`)
    const last = await bench().upload('last.txt')
    const lost = await bench().upload('lost.txt')
    let used: Promise<unknown> | undefined
    const use = async () => {
      const top = await bench()
        .store.for({ scope: { createdBy: 'ann' } })
        .folders.create({ name: 'New' })
      const { id: folderId } = await bench().store.folders.create({
        name: 'In it',
        parentId: top.id,
      })
      await bench().store.update(last.id, { folderId })
    }
    const { target } = bench()
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
    expect(await bench().run({}, source)).toMatchObject({ written: 11, refused: [], failure: null })
    const list = await readFile(path.join(bench().out, 'manifest.jsonl'), 'utf8')
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
})
