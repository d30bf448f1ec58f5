import { expect, it, onTestFinished, vi } from 'vitest'
import { createMemoryBlobs, createMemoryMetadata } from '../../memory.ts'
import { createAssetStore } from './create-asset-store.ts'

it.each<[string, (error: unknown) => void]>([
  [
    'throws',
    () => {
      throw new Error('the logger is gone')
    },
  ],
  ['rejects', async () => Promise.reject(new Error('the logger is gone'))],
])('an onError hook that %s becomes a warning', async (_, onError) => {
  const warned = new Promise<unknown>((resolve) => {
    vi.spyOn(process, 'emitWarning').mockImplementation(resolve)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const store = createAssetStore({
    metadata: createMemoryMetadata(),
    blobs: createMemoryBlobs(),
    advanced: { sweepEveryMs: false },
    onError,
  })
  onTestFinished(() => store.close())
  store.on('asset.created', () => {
    throw new Error('a listener breaks')
  })
  await store.upload(Buffer.from('bytes'))
  expect(await warned).toMatchObject({ message: 'the logger is gone' })
})
