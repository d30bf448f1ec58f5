import { describe, expect, it } from 'vitest'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import type { AssetStore } from '../store/asset-store.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'

const never = () => new Promise<never>(() => {})

async function storeOfOne(): Promise<AssetStore> {
  const store = createAssetStore({
    metadata: createMemoryMetadata(),
    blobs: createMemoryBlobs(),
    advanced: { sweepEveryMs: false, closeTimeout: 10 },
  })
  await store.upload(new Uint8Array([1]))
  return store
}

describe('matching', () => {
  it.each(['approve', 'onProgress'] as const)(
    'waits for %s until it is aborted, and not after the store is closed',
    async (name) => {
      const store = await storeOfOne()
      const controller = new AbortController()
      const hangs = async (signal?: AbortSignal) => {
        const run = { ended: Promise.resolve<unknown>(undefined) }
        await new Promise<void>((resolve) => {
          const hook = () => {
            resolve()
            return never()
          }
          const options = { [name]: hook, ...(signal !== undefined && { signal }) }
          run.ended = store.matching({}).setFavourite(true, options)
        })
        return run
      }
      const aborted = await hangs(controller.signal)
      controller.abort(new Error('enough'))
      await expect(aborted.ended).rejects.toThrow('enough')
      const closed = await hangs()
      const refused = expect(closed.ended).rejects.toMatchObject({ code: 'closed' })
      await Promise.all([refused, store.close()])
    },
  )

  it('ends with what a promise of onProgress rejects with', async () => {
    const store = await storeOfOne()
    const onProgress = () => Promise.reject(new Error('no place for it'))
    const run = store.matching({}).setFavourite(true, { onProgress })
    await expect(run).rejects.toThrow('no place for it')
    await store.close()
  })

  it('tells of a step that was under way when the store was closed', async () => {
    const store = await storeOfOne()
    const heard: number[] = []
    const run = store.matching({}).setFavourite(true, {
      onProgress: ({ done }) => heard.push(done),
    })
    store.on('asset.updated', () => void store.close())
    expect(await run).toEqual({ changed: 1 })
    expect(heard).toEqual([1])
  })
})
