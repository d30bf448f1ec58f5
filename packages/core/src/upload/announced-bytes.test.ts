import { describe, expect, it } from 'vitest'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'

async function* bytes() {
  yield Buffer.from('first, ')
  yield Buffer.from('second')
}

const ended = { code: 'source_ended_early', context: { expected: 14, received: 13 } }

describe('an upload whose bytes are announced', () => {
  it('is refused when fewer come, and nothing is stored or replaced', async () => {
    const store = createAssetStore({
      metadata: createMemoryMetadata(),
      blobs: createMemoryBlobs(),
      advanced: { sweepEveryMs: false },
    })
    const { id } = await store.upload(Buffer.from('old'))
    const cut = { expectedBytes: 14 }
    await expect(store.upload(bytes(), cut)).rejects.toMatchObject(ended)
    const files = [{ source: Buffer.from('first, ') }, { source: Buffer.from('second') }]
    await expect(store.uploadMany(files, cut)).rejects.toMatchObject(ended)
    await expect(store.versions.replace(id, bytes(), cut)).rejects.toMatchObject(ended)
    expect(await store.usage()).toMatchObject({ assets: 1, bytes: 3 })
    const whole = { expectedBytes: 13, estimatedBytes: 20 }
    expect((await store.upload(bytes(), whole)).size).toBe(13)
    expect((await store.versions.replace(id, bytes(), whole)).size).toBe(13)
    await store.close()
  })
})
