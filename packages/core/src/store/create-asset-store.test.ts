import { describe, expect, it } from 'vitest'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { createAssetStore } from './create-asset-store.ts'

describe('createAssetStore', () => {
  it('wants staging when the blob store has none of its own', async () => {
    const metadata = createMemoryMetadata()
    const { staging, ...blobs } = createMemoryBlobs()
    const options = { metadata, blobs, sweepEvery: false } as const
    expect(() => createAssetStore(options)).toThrow(
      expect.objectContaining({ code: 'invalid_argument', context: { argument: 'staging' } }),
    )
    if (staging === undefined) return expect.fail()
    const store = createAssetStore({ ...options, staging })
    expect((await store.upload(Buffer.alloc(300_000))).size).toBe(300_000)
    await store.close()
  })
})
