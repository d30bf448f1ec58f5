import { expect, it, onTestFinished } from 'vitest'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'

/** Two stores on one database. `first` runs before what the second inserts first, `then` once that was refused. */
function raceFixture(first: () => Promise<unknown>, then: () => Promise<unknown>) {
  const metadata = createMemoryMetadata()
  const blobs = createMemoryBlobs()
  let inserts = 0
  const insert: MetadataStore['assets']['insert'] = async (request) => {
    inserts += 1
    if (inserts > 1) return metadata.assets.insert(request)
    await first()
    try {
      return await metadata.assets.insert(request)
    } finally {
      await then()
    }
  }
  const assets = Object.assign(Object.create(metadata.assets), { insert })
  const raced: MetadataStore = Object.assign(Object.create(metadata), { assets })
  const store = createAssetStore({ metadata, blobs, advanced: { sweepEveryMs: false } })
  const second = createAssetStore({ metadata: raced, blobs, advanced: { sweepEveryMs: false } })
  onTestFinished(() => store.close())
  return { store, second, inserts: () => inserts }
}

const source = Buffer.from('x')
const externalId = 'old/1'

it('import stores an item whose external id became free while it was refused', async () => {
  const race = raceFixture(
    () => race.store.admin.import({ source, externalId }),
    async () => {
      const { id } = await race.store.get({ externalId })
      await race.store.trash(id)
      await race.store.purge(id)
    },
  )
  const { outcome } = await race.second.admin.import({ source, externalId })
  expect([outcome, race.inserts()]).toEqual(['stored', 2])
})

it('import refuses an item once whose external id somebody else has', async () => {
  const race = raceFixture(
    () => race.store.for({ scope: { createdBy: 'ann' } }).admin.import({ source, externalId }),
    async () => {},
  )
  const scoped = race.second.for({ scope: { createdBy: 'bob' } })
  const refused = scoped.admin.import({ source, externalId })
  await expect(refused).rejects.toMatchObject({ code: 'external_id_taken' })
  expect(race.inserts()).toBe(1)
})
