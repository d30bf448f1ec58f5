import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'

it('an upload of many files puts at most eight files at once, so that other uploads reach the disk', async () => {
  const blobs = createMemoryBlobs()
  const { put } = blobs
  let active = 0
  let most = 0
  blobs.put = async (...given) => {
    active += 1
    most = Math.max(most, active)
    for (let turn = 0; turn < 50; turn += 1) await nextTurn()
    await put(...given)
    active -= 1
  }
  const store = createAssetStore({
    metadata: createMemoryMetadata(),
    blobs,
    advanced: { sweepEveryMs: false },
  })
  onTestFinished(() => store.close())
  const files = Array.from({ length: 30 }, (_, file) => ({ source: Buffer.from(`file ${file}`) }))
  expect(await store.uploadMany(files)).toHaveLength(30)
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(8)
})
