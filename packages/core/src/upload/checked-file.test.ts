import { faultPlan, faultyBlobs } from '@stowage/testing'
import { describe, expect, it } from 'vitest'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'

async function* largePage(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('<!doctype html><script>alert(1)</script>')
  yield Buffer.alloc(300_000, ' ')
}

describe('an upload whose bytes cannot be read back from staging', () => {
  it('is refused, and not stored as a file of unknown type', async () => {
    const plan = faultPlan(({ port, method, turn }) =>
      port === 'staging' && method === 'read' && turn === 1 ? { kind: 'fail' } : undefined,
    )
    const blobs = faultyBlobs(createMemoryBlobs(), plan)
    const store = createAssetStore({
      metadata: createMemoryMetadata(),
      blobs,
      advanced: { sweepEveryMs: false },
    })
    await expect(store.upload(largePage())).rejects.toMatchObject({ code: 'unavailable' })
    expect((await store.list()).total).toBe(0)
    expect((await store.upload(largePage())).mimeType).toBe('text/html')
    await store.close()
  })
})
