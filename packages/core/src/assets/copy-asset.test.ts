import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'

it('copies of one moment wait their turn for the file that they read', async () => {
  const blobs = createMemoryBlobs()
  let open = 0
  let most = 0
  const counted: typeof blobs = {
    ...blobs,
    async read(...request) {
      const body = await blobs.read(...request)
      const stream = body instanceof Readable ? body : Readable.from([body])
      open += 1
      most = Math.max(most, open)
      stream.once('close', () => {
        open -= 1
      })
      return stream
    },
  }
  const metadata = createMemoryMetadata()
  const store = createAssetStore({ metadata, blobs: counted, advanced: { sweepEveryMs: false } })
  const { id } = await store.upload(Buffer.from('copied'))
  await Promise.all(Array.from({ length: 150 }, () => store.copy(id)))
  expect((await store.list()).total).toBe(151)
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(4)
  await store.close()
})
