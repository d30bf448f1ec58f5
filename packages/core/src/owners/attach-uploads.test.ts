import { describe, expect, it, vi } from 'vitest'
import { StowageError } from '../errors/stowage-error.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import { createAssetStore, type PortOptions } from '../store/opening/create-asset-store.ts'

const pictures = { type: 'post', id: '1', field: 'pictures' }
const ann = { user: 'ann' }
const file = (name: string, content = name) => new File([content], name)

function open(
  metadata: MetadataStore = createMemoryMetadata(),
  options: Partial<PortOptions> = {},
) {
  const blobs = createMemoryBlobs()
  return createAssetStore({ metadata, blobs, advanced: { sweepEveryMs: false }, ...options })
}

describe('attachUploads with files', () => {
  it('purges nothing when the outcome of the commit is unknown', async () => {
    const metadata = createMemoryMetadata()
    const attach: MetadataStore['owners']['attach'] = async (request) => {
      await metadata.owners.attach(request)
      throw new StowageError('outcome_unknown', 'The connection broke during the commit.')
    }
    const owners = new Proxy(metadata.owners, {
      get: (role, name) => (name === 'attach' ? attach : Reflect.get(role, name)),
    })
    const store = open({ ...metadata, owners })
    const call = store.owners.attachUploads(file('a.txt'), pictures, ann)
    await expect(call).rejects.toMatchObject({ code: 'outcome_unknown' })
    expect(await store.owners.list(pictures)).toMatchObject([{ name: 'a.txt' }])
  })

  it('leaves nothing behind when an id is refused, also of two files with the same bytes', async () => {
    for (const onDuplicate of ['store', 'return', 'refuse'] as const) {
      const store = open(undefined, { onDuplicate })
      const before = await store.for({ scope: { createdBy: 'ann' } }).upload(Buffer.from('old'))
      const sent = [file('a', 'same'), file('b', 'same'), file('c', 'old'), 'unknown']
      const call = store.owners.attachUploads(sent, pictures, ann)
      await expect(call).rejects.toMatchObject({ code: 'asset_not_found' })
      expect((await store.list()).assets).toMatchObject([{ id: before.id }])
    }
  })

  it('attaches the same file when a form is sent once more to a store that refuses duplicates', async () => {
    const store = open(undefined, { onDuplicate: 'refuse' })
    const options = { ...ann, replace: true, unowned: 'purge' } as const
    const first = await store.owners.attachUploads(file('a'), pictures, options)
    const second = await store.owners.attachUploads(file('a'), pictures, options)
    expect(second.assets[0]?.id).toBe(first.assets[0]?.id)
    expect(await store.owners.list(pictures)).toHaveLength(1)
  })

  it('stores none of the files when one is refused, and says which', async () => {
    const store = open(undefined, { allow: ['image/*'] })
    const sent = ['', file('a.gif', 'GIF89a'), file('b.txt')]
    const call = store.owners.attachUploads(sent, pictures, ann)
    await expect(call).rejects.toMatchObject({ code: 'type_not_allowed', context: { index: 1 } })
    expect(await store.usage()).toMatchObject({ assets: 0 })
  })

  it('takes an empty file without a name for an empty field', async () => {
    const store = open()
    await store.owners.attachUploads(file('a'), pictures, ann)
    const none = [new File([], ''), new File([], 'undefined'), new Blob([])]
    for (const sent of [none, ...none]) {
      const report = await store.owners.attachUploads(sent, pictures, { ...ann, replace: true })
      expect(report).toMatchObject({ attached: 0, detached: 0 })
    }
    await store.owners.attachUploads(new File([], 'empty.txt'), pictures, ann)
    expect(await store.owners.list(pictures)).toHaveLength(2)
  })

  it('refuses before a byte is read what cannot be attached', async () => {
    const store = open(undefined, { limits: { idsPerRequest: 2, filesPerUpload: 1 } })
    const read = vi.fn()
    const watched = new Proxy(file('a'), {
      get(target, name) {
        if (name === 'stream' || name === 'arrayBuffer' || name === 'slice') read()
        const value = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    read.mockClear()
    const calls: [unknown, string][] = [
      [[watched, 'a\0'], 'invalid_argument'],
      [[watched, 'one', 'two'], 'too_many_ids'],
      [[watched, { id: 'one' }], 'invalid_argument'],
      [[watched, { originalname: 'a', buffer: Buffer.from('a') }], 'invalid_argument'],
      [Array.from({ length: 10_001 }, () => ''), 'invalid_argument'],
      [{ slice() {}, arrayBuffer() {} }, 'invalid_argument'],
    ]
    for (const [sent, code] of calls) {
      const call = store.owners.attachUploads(sent, pictures, ann)
      await expect(call).rejects.toMatchObject({ code })
    }
    const two = store.owners.attachUploads([file('a'), file('b')], pictures, ann)
    await expect(two).rejects.toMatchObject({ code: 'too_many_files' })
    expect(await store.usage()).toMatchObject({ assets: 0 })
  })
})
