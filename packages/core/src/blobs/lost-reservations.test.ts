import { randomBytes } from 'node:crypto'
import { createBlobDirectory } from '@stowage/testing/internal'
import { describe, expect, it, onTestFinished } from 'vitest'
import { blobKeysOf } from '../assets/asset.ts'
import { StowageError } from '../errors/stowage-error.ts'
import { disk } from '../filesystem.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { createAssetStore, type PortOptions } from '../store/opening/create-asset-store.ts'
import { type MetadataReplacements, replacing } from '../testing/replacing.ts'
import type { VariantProcessor, VariantTiming } from '../variants/variant-processor.ts'

const DAY_AND_MORE = 26 * 3_600_000_000
const picture = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')

function processor(timing: VariantTiming): VariantProcessor {
  const facts = { mimeType: 'image/webp', extension: 'webp', width: 3, height: 3 }
  const made = [{ ...facts, name: 'thumbnail', content: Buffer.from('a thumbnail') }]
  return {
    plans: [{ name: 'thumbnail', timing }],
    accepts: ({ type }) => type === 'image',
    make: async () => ({ made, failed: [] }),
  }
}

/** Ports on which a sweep of another process, whose clock is far ahead, claims all that is reserved. */
function fixture(options: Partial<PortOptions> = {}) {
  let ahead = 0
  const metadata = createMemoryMetadata({ clock: () => Date.now() * 1000 + ahead })
  const blobs = options.blobs ?? createMemoryBlobs()
  /** What the other process does: claims, deletes, and says so. */
  async function sweepAhead(): Promise<void> {
    ahead = DAY_AND_MORE
    const keys = await metadata.blobs.claim({ due: true, limit: 1000 })
    await blobs.delete(keys)
    await metadata.blobs.recordDeletions({ deleted: keys, retryAfter: 0 })
    ahead = 0
  }
  const open = (faults: MetadataReplacements = {}) =>
    createAssetStore({
      metadata: replacing(metadata, faults),
      blobs,
      onError: () => {},
      ...options,
      advanced: { sweepEveryMs: false, ...options.advanced },
    })
  async function blobKeys() {
    const keys: string[] = []
    for await (const { key } of blobs.list()) keys.push(key)
    return keys.sort()
  }
  return { metadata, blobs, open, sweepAhead, blobKeys }
}

describe('an upload whose reservations another process has claimed', () => {
  it.each(['memory', 'folder'])('is stored under new keys, variants too: %s', async (kind) => {
    const directory = await createBlobDirectory()
    onTestFinished(() => directory.remove())
    const { metadata, open, sweepAhead, blobKeys } = fixture({
      variants: { processor: processor('immediately'), when: 'upload' },
      ...(kind === 'folder' && { blobs: disk({ directory: directory.path }) }),
    })
    let tries = 0
    const store = open({
      assets: {
        async insert(request) {
          tries += 1
          if (tries === 1) await sweepAhead()
          return metadata.assets.insert(request)
        },
      },
    })
    const large = randomBytes(600_000)
    async function* inChunks() {
      yield large.subarray(0, 400_000)
      yield large.subarray(400_000)
    }
    const assets = await store.uploadMany([
      { source: picture },
      { source: inChunks(), name: 'large.bin' },
    ])
    expect(tries).toBe(2)
    expect(await blobKeys()).toEqual(assets.flatMap(blobKeysOf).sort())
    const [first, second] = assets.map(({ id }) => id) as [string, string]
    expect(Buffer.from(await (await store.read(first)).bytes())).toEqual(picture)
    const thumbnail = await store.read(first, { variant: 'thumbnail' })
    expect(Buffer.from(await thumbnail.bytes()).toString()).toBe('a thumbnail')
    expect(large.equals(await (await store.read(second)).bytes())).toBe(true)
    // Nor do the other keys of that pool cost an upload each.
    for (let n = 0; n < 10; n += 1) await store.upload(picture)
    expect(tries).toBe(12)
    await store.close()
  })

  it('is refused when that happens twice, and leaves nothing', async () => {
    const { metadata, open, sweepAhead, blobKeys } = fixture({
      variants: { processor: processor('immediately'), when: 'upload' },
    })
    let tries = 0
    const store = open({
      assets: {
        async insert(request) {
          tries += 1
          await sweepAhead()
          return metadata.assets.insert(request)
        },
      },
    })
    await expect(store.upload(picture)).rejects.toMatchObject({ code: 'reservation_lost' })
    expect(tries).toBe(2)
    expect(await blobKeys()).toEqual([])
  })

  it('leaves nothing, though the claims on its keys are forgotten already', async () => {
    const { open, blobKeys } = fixture({
      variants: { processor: processor('immediately'), when: 'upload' },
    })
    const store = open({
      assets: {
        insert: () => Promise.reject(new StowageError('reservation_lost', 'long ago')),
      },
      blobs: { claim: async () => [] },
    })
    await expect(store.upload(picture)).rejects.toMatchObject({ code: 'reservation_lost' })
    expect(await blobKeys()).toEqual([])
  })

  it('leaves nothing when it cannot be put again', async () => {
    const { metadata, blobs, open, sweepAhead, blobKeys } = fixture()
    let fails = false
    const put = blobs.put
    blobs.put = async (key, file) => {
      if (fails) throw new StowageError('unavailable', 'down')
      await put(key, file)
    }
    const store = open({
      assets: {
        async insert(request) {
          await sweepAhead()
          fails = true
          return metadata.assets.insert(request)
        },
      },
    })
    const upload = store.uploadMany([{ source: picture }, { source: picture }])
    await expect(upload).rejects.toMatchObject({ code: 'reservation_lost' })
    expect(await blobKeys()).toEqual([])
  })
})

describe('a variant on demand whose reservation another process has claimed', () => {
  it('is stored under a new key', async () => {
    const { metadata, open, sweepAhead, blobKeys } = fixture({ variants: processor('on-demand') })
    let tries = 0
    const store = open({
      assets: {
        async addVariants(request) {
          tries += 1
          if (tries === 1) await sweepAhead()
          return metadata.assets.addVariants(request)
        },
      },
    })
    const { id } = await store.upload(picture)
    const asset = await store.variants.ensure(id, 'thumbnail')
    expect(tries).toBe(2)
    expect(await blobKeys()).toEqual(blobKeysOf(asset).sort())
    const file = await store.read(id, { variant: 'thumbnail' })
    expect(Buffer.from(await file.bytes()).toString()).toBe('a thumbnail')
  })
})
