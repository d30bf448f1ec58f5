import { expect, it } from 'vitest'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'

/** A store where, whenever it was asked what a tenant has, an asset goes to the trash or comes back. */
async function changingStore() {
  const metadata = createMemoryMetadata()
  let answers = 0
  let id = ''
  const usageOf: typeof metadata.assets.usageOf = async (query) => {
    const usage = await metadata.assets.usageOf(query)
    answers += 1
    const to = answers % 2 === 1 ? 'trash' : 'active'
    await metadata.assets.setTrashed({ tenant: query.tenant, ids: [id], to })
    return usage
  }
  const ports = {
    metadata: { ...metadata, assets: { ...metadata.assets, usageOf } },
    blobs: createMemoryBlobs(),
  }
  const store = createAssetStore({ ...ports, advanced: { sweepEveryMs: false } })
  id = (await store.upload(Buffer.from('12345'))).id
  return store
}

it('usage is of one moment, whatever is written as soon as the records have answered', async () => {
  const store = await changingStore()
  for (const assets of [1, 0, 1]) {
    const usage = await store.usage()
    const trashedAssets = 1 - assets
    expect(usage).toMatchObject({ assets, trashedAssets, versionBytes: 0 })
    expect([usage.bytes, usage.trashedBytes]).toEqual([5 * assets, 5 * trashedAssets])
    const typed = Object.values(usage.byType ?? {}).reduce((sum, each) => sum + each.assets, 0)
    expect(typed).toBe(assets)
  }
  await store.close()
})
