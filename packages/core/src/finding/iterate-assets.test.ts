import { collected } from '@stowage/testing'
import { describe, expect, it } from 'vitest'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'
import { replacing } from '../testing/replacing.ts'

/** How many a batch of `iterate` has. */
const BATCH = 256

describe('iterate', () => {
  it('walks every asset once, newest first, however many batches it takes', async () => {
    const metadata = createMemoryMetadata()
    const lists: number[] = []
    const store = createAssetStore({
      metadata: replacing(metadata, {
        assets: {
          async list(request) {
            const page = await metadata.assets.list(request)
            lists.push(page.assets.length)
            return page
          },
        },
      }),
      blobs: createMemoryBlobs(),
      advanced: { sweepEveryMs: false },
    })
    const ids: string[] = []
    for (const [count, batches] of [
      [BATCH - 1, [255]],
      [BATCH, [256, 0]],
      [2 * BATCH + 1, [256, 256, 1]],
    ] as const) {
      while (ids.length < count) {
        const files = Array.from({ length: Math.min(100, count - ids.length) }, () => {
          return { source: new Uint8Array([1]) }
        })
        for (const { id } of await store.uploadMany(files)) ids.unshift(id)
      }
      lists.length = 0
      const seen: string[] = []
      for await (const { id } of store.matching({}).iterate()) seen.push(id)
      expect(seen).toEqual(ids)
      expect(lists).toEqual(batches)
    }
    await store.close()
  })

  it('ends with its signal, and with the store', async () => {
    const store = createAssetStore({
      metadata: createMemoryMetadata(),
      blobs: createMemoryBlobs(),
      advanced: { sweepEveryMs: false },
    })
    await store.upload(new Uint8Array([1]))
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(collected(store.matching({}).iterate({ signal }))).rejects.toThrow('enough')
    await store.close()
    await expect(collected(store.matching({}).iterate())).rejects.toMatchObject({ code: 'closed' })
  })
})
