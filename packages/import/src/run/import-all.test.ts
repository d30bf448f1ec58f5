import { symlink } from 'node:fs/promises'
import path from 'node:path'
import { StowageError } from '@stowage/core'
import { describe, expect, it } from 'vitest'
import type { ImportEntry } from '../entries/entry.ts'
import { folderOf } from '../entries/folder.fixture.ts'
import { memoryStore, treeOf } from '../entries/library.fixture.ts'
import { fromFolder } from '../sources/from-folder.ts'
import { importAll } from './import-all.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const entry = (label: string, more: Partial<ImportEntry['item']> = {}): ImportEntry => ({
  label,
  item: { source: () => bytes(label), name: label, externalId: label, ...more },
})

describe('importAll', () => {
  it('mirrors a folder, and stores nothing twice', async () => {
    const store = memoryStore()
    const files = { 'a.txt': 'a', 'in/b.txt': 'b', 'in/deep/c.txt': 'c', '.hidden': 'h' }
    const directory = await folderOf(files)
    const into = ['Old']
    const first = await importAll(store, fromFolder(directory), { into })
    expect(first).toMatchObject({ stored: 3, bytes: 3, present: 0, failed: 0, failures: [] })
    expect(await treeOf(store)).toEqual(['Old/a.txt', 'Old/in/b.txt', 'Old/in/deep/c.txt'])
    const again = await importAll(store, fromFolder(directory), { into })
    expect(again).toMatchObject({ stored: 0, present: 3, differing: 0 })
  })

  it('follows no link out of the folder', async () => {
    const secret = await folderOf({ secret: 's' })
    const directory = await folderOf({ 'a.txt': 'a' })
    await symlink(path.join(secret, 'secret'), path.join(directory, 'b.txt'))
    await symlink(path.join(directory, 'a.txt'), path.join(directory, 'c.txt'))
    await symlink('gone', path.join(directory, 'd.txt'))
    const { stored, failures } = await importAll(memoryStore(), fromFolder(directory))
    expect(stored).toBe(2)
    expect(failures).toMatchObject([
      { label: 'b.txt', reason: expect.stringContaining('lies outside') },
      { label: 'd.txt', reason: 'is not there' },
    ])
  })

  it('goes on after a file that is refused, and tells of it', async () => {
    const told: string[] = []
    const entries = [
      entry('a'),
      entry('b', { sha256: '0'.repeat(64) }),
      { label: 'c', refused: 'is no file' },
      entry('d', { createdAt: 'yesterday' }),
      entry('e'),
    ]
    const report = await importAll(memoryStore(), entries, {
      concurrency: 1,
      onError: ({ label }) => told.push(label),
    })
    expect(report).toMatchObject({ stored: 2, failed: 3 })
    expect(told).toEqual(['b', 'c', 'd'])
    expect(report.failures.map(({ error }) => (error as StowageError | undefined)?.code)).toEqual([
      'digest_mismatch',
      undefined,
      'invalid_argument',
    ])
  })

  it('tells of files that have another content in the store', async () => {
    const store = memoryStore()
    await importAll(store, [entry('a'), entry('b')])
    const changed = [entry('a'), entry('b', { source: () => bytes('changed') })]
    const report = await importAll(store, changed)
    expect(report).toMatchObject({ present: 2, differing: 1, differences: ['b'] })
    expect(await importAll(store, changed, { compare: 'none' })).toMatchObject({ differing: 0 })
  })

  it('works on so many at a time, and asks for no more', async () => {
    let [running, most, asked] = [0, 0, 0]
    async function* entries() {
      for (let n = 0; n < 12; n += 1) {
        asked += 1
        const source = async () => {
          running += 1
          most = Math.max(most, running)
          expect(asked - n).toBeLessThanOrEqual(3)
          await new Promise((resolve) => setTimeout(resolve, 5))
          running -= 1
          return bytes('x')
        }
        yield entry(`${n}`, { source })
      }
    }
    const { stored } = await importAll(memoryStore(), entries(), { concurrency: 3 })
    expect([stored, most]).toEqual([12, 3])
  })

  it('attaches files to the records that they belonged to', async () => {
    const store = memoryStore()
    const owner = { type: 'Post', id: '1', field: 'files' }
    const entries = ['a', 'b'].map((label) => ({ ...entry(label), owners: [owner] }))
    for (let run = 0; run < 2; run += 1) {
      await importAll(store, entries, { attach: true, concurrency: 1 })
    }
    const attached = await store.owners.list(owner)
    expect(attached.map(({ name }) => name)).toEqual(['a', 'b'])
  })

  it('attaches in the order of the entries, whichever file is stored first', async () => {
    const store = memoryStore()
    const owner = { type: 'Post', id: '1', field: 'files' }
    const stored: string[] = []
    let begin: () => void = () => {}
    const first = new Promise<void>((resolve) => {
      begin = resolve
    })
    const entries = ['a', 'b', 'c'].map((label) => {
      const source = async () => {
        if (label === 'a') await first
        return bytes(label)
      }
      return { ...entry(label, { source }), owners: label === 'b' ? [] : [owner] }
    })
    store.on('asset.created', ({ asset }) => {
      if (stored.push(asset.name) === 2) begin()
    })
    await importAll(store, entries, { attach: true, concurrency: 3 })
    expect(stored.at(-1)).toBe('a')
    const attached = await store.owners.list(owner)
    expect(attached.map(({ name }) => name)).toEqual(['a', 'c'])
  })

  it('attaches as the attachments of the source say, after the files', async () => {
    const store = memoryStore()
    const files = { type: 'Post', id: '1', field: 'files' }
    const cover = { type: 'Post', id: '1' }
    const source = {
      async *[Symbol.asyncIterator]() {
        for (const label of ['a', 'b', 'c', 'd']) yield entry(label)
      },
      async *attachments() {
        yield* ['c', 'gone', 'a', 'b'].map((externalId) => ({ owner: files, externalId }))
        yield { owner: cover, externalId: 'c' }
      },
    }
    for (let run = 0; run < 2; run += 1) {
      const report = await importAll(store, source, { attach: true, concurrency: 4 })
      expect(report.failures).toEqual([
        { label: 'Post 1 files', reason: 'has no file gone: it is not in the store' },
      ])
      const attached = await store.owners.list(files)
      expect(attached.map(({ name }) => name)).toEqual(['c', 'a', 'b'])
    }
    expect(await store.owners.list(cover)).toHaveLength(1)
    const without = memoryStore()
    await importAll(without, source)
    expect(await without.owners.list(files)).toEqual([])
  })

  it('attaches at most as many at a time as a call takes, and says when a record has too many', async () => {
    const store = memoryStore()
    const owner = { type: 'Post', id: '1', field: 'files' }
    const labels = Array.from({ length: 1001 }, (_, index) => `${index}`)
    const source = {
      async *[Symbol.asyncIterator]() {
        for (const label of labels) yield entry(label)
      },
      async *attachments() {
        for (const externalId of labels) yield { owner, externalId }
      },
    }
    const { failures } = await importAll(store, source, { attach: true, concurrency: 8 })
    expect(failures).toMatchObject([
      { label: 'Post 1 files', error: { code: 'too_many_attachments' } },
    ])
    const attached = await store.owners.list(owner)
    expect(attached.map(({ name }) => name)).toEqual(labels.slice(0, 1000))
  })

  it('says which argument is wrong', async () => {
    const store = memoryStore()
    const wrong: readonly (readonly [unknown, unknown, string])[] = [
      [[entry('a')], store, 'takes the store first'],
      [undefined, [], 'store is missing'],
      [store, './uploads', "fromFolder('./uploads')"],
      [store, Promise.resolve([]), 'Await it'],
      [store, [{ item: entry('a').item }], 'what is no entry'],
      [store, [{ label: 'a' }], 'what is no entry'],
      [store, [null], 'what is no entry'],
    ]
    for (const [first, second, words] of wrong) {
      const refused = importAll(first as never, second as never)
      await expect(refused).rejects.toMatchObject({ code: 'invalid_argument' })
      await expect(importAll(first as never, second as never)).rejects.toThrow(words)
    }
  })

  it('makes a folder anew that is deleted in the middle', async () => {
    const store = memoryStore()
    const entries = ['a', 'b'].map((label) => entry(label, { folder: 'X' }))
    await importAll(store, entries, {
      concurrency: 1,
      async onImported({ label }, { asset }) {
        if (label === 'a') await store.folders.delete(asset.folderId ?? '', { assets: 'detach' })
      },
    })
    expect(await treeOf(store)).toEqual(['X/b', 'a'])
  })

  it('counts a file that is in the store and could not be attached in both ways', async () => {
    const owners = [{ type: '', id: '1', field: 'f' }]
    const report = await importAll(memoryStore(), [{ ...entry('a'), owners }], { attach: true })
    expect(report).toMatchObject({ stored: 1, failed: 1, bytes: 1 })
    expect(report.failures).toMatchObject([
      { label: '1 f', reason: expect.stringContaining('owner.type') },
    ])
  })

  it('tries again while the store is not available', async () => {
    const store = memoryStore()
    let attempts = 0
    const source = () => {
      attempts += 1
      if (attempts < 3) throw new StowageError('unavailable', 'Not now.')
      return bytes('x')
    }
    expect(await importAll(store, [entry('a', { source })])).toMatchObject({ stored: 1 })
  })

  it('ends with the error of the source, of a listener, and of the signal', async () => {
    const boom = new Error('boom')
    async function* broken() {
      yield entry('a')
      throw boom
    }
    const store = memoryStore()
    await expect(importAll(store, broken())).rejects.toBe(boom)
    const onProgress = () => {
      throw boom
    }
    await expect(importAll(store, [entry('b')], { onProgress })).rejects.toBe(boom)
    const controller = new AbortController()
    const onImported = () => controller.abort(boom)
    const options = { signal: controller.signal, onImported, concurrency: 1 }
    await expect(importAll(store, [entry('c'), entry('d')], options)).rejects.toBe(boom)
    expect(await treeOf(store)).toEqual(['a', 'b', 'c'])
  })

  it.each([{ concurrency: 0 }, { compare: 'size' }, { onprogress() {} }, { attach: 1 }])(
    'refuses the option %j',
    async (options) => {
      const refused = importAll(memoryStore(), [], options as never)
      await expect(refused).rejects.toMatchObject({ code: 'invalid_argument' })
    },
  )
})
