import { expect, it, onTestFinished } from 'vitest'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'

const original = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')

it('a file that is held back, refused or in the trash is never decoded for a variant', async () => {
  let decoded = 0
  const store = createAssetStore({
    metadata: createMemoryMetadata(),
    blobs: createMemoryBlobs(),
    advanced: { sweepEveryMs: false },
    scan: () => 'wait',
    variants: {
      plans: [{ name: 'thumbnail', timing: 'on-demand' }],
      accepts: () => true,
      async make() {
        decoded += 1
        return { made: [], failed: [] }
      },
    },
  })
  onTestFinished(() => store.close())
  const { id } = await store.upload(original)
  const isRefused = async () => {
    const record = await store.get(id, { trashed: 'include' })
    for (const asset of [id, record]) {
      const demand = store.variants.ensure(asset, 'thumbnail')
      await expect(demand).rejects.toMatchObject({
        code: expect.stringMatching(/file_not_found|asset_not_found/),
      })
      await expect(store.read(asset, { variant: 'thumbnail' })).rejects.toThrow()
    }
  }
  await isRefused()
  await store.admin.resolveScan(id, 'infected')
  await isRefused()
  await store.trash(id)
  await isRefused()
  expect(decoded).toBe(0)
})

it('a record in the trash has no variant to give, although it was made before', async () => {
  const content = Buffer.from('thumbnail')
  const store = createAssetStore({
    metadata: createMemoryMetadata(),
    blobs: createMemoryBlobs(),
    advanced: { sweepEveryMs: false },
    variants: {
      when: 'upload',
      processor: {
        plans: [{ name: 'thumbnail', timing: 'immediately' }],
        accepts: () => true,
        make: async () => ({
          made: [
            {
              name: 'thumbnail',
              mimeType: 'image/webp',
              extension: 'webp',
              width: 1,
              height: 1,
              content,
            },
          ],
          failed: [],
        }),
      },
    },
  })
  onTestFinished(() => store.close())
  const asset = await store.upload(original)
  expect(await store.variants.ensure(asset, 'thumbnail')).toEqual(asset)
  const [trashed] = await store.trash(asset.id)
  if (trashed === undefined) throw new Error('nothing was moved')
  await expect(store.variants.ensure(trashed, 'thumbnail')).rejects.toMatchObject({
    code: 'file_not_found',
  })
})
