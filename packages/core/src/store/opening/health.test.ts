import { describe, expect, it, vi } from 'vitest'
import { StowageError } from '../../errors/stowage-error.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../../memory.ts'
import { createAssetStore } from './create-asset-store.ts'

describe('ping', () => {
  it('looks at records and files once for all who ask within a second', async () => {
    const metadata = createMemoryMetadata()
    const blobs = createMemoryBlobs()
    const [get, stat] = [vi.spyOn(metadata.assets, 'get'), vi.spyOn(blobs, 'stat')]
    const store = createAssetStore({ metadata, blobs, advanced: { sweepEveryMs: false } })
    await Promise.all([
      store.admin.ping(),
      store.admin.ping(),
      store.for({ tenant: 'other' }).admin.ping(),
    ])
    await store.admin.ping()
    expect([get.mock.calls.length, stat.mock.calls.length]).toEqual([1, 1])
    // A question that every port understands, and that matches no record.
    expect(get).toHaveBeenCalledWith({ id: expect.any(String) })
  })

  it('is unavailable when the files do not answer, and closed when the store is', async () => {
    const blobs = createMemoryBlobs()
    vi.spyOn(blobs, 'stat').mockRejectedValue(new StowageError('unavailable', 'gone'))
    const store = createAssetStore({
      metadata: createMemoryMetadata(),
      blobs,
      advanced: { sweepEveryMs: false },
    })
    await expect(store.admin.ping()).rejects.toMatchObject({ code: 'unavailable' })
    await store.close()
    await expect(store.admin.ping()).rejects.toMatchObject({ code: 'closed' })
  })

  it('is unavailable when no answer comes', async () => {
    vi.useFakeTimers()
    try {
      const blobs = createMemoryBlobs()
      vi.spyOn(blobs, 'stat').mockReturnValue(new Promise(() => {}))
      const store = createAssetStore({
        metadata: createMemoryMetadata(),
        blobs,
        advanced: { sweepEveryMs: false },
      })
      const refused = expect(store.admin.ping()).rejects.toMatchObject({ code: 'unavailable' })
      await vi.advanceTimersByTimeAsync(5000)
      await refused
    } finally {
      vi.useRealTimers()
    }
  })
})
