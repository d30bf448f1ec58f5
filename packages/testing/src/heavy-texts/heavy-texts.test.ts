import { afterAll, describe, expect, it } from 'vitest'
import { describeContract } from '../contract/contract.ts'
import { openTemporaryStore } from '../http/temporary-store.ts'
import { heavyContract } from './heavy-contract.ts'
import { heavyFixtureOf } from './heavy-fixture.ts'
import { byProcessorTime } from './meter.ts'
import { bodyPlaces, textPlaces } from './text-places.ts'

const { store, dispose } = await openTemporaryStore()
const fixture = await heavyFixtureOf(store)
afterAll(dispose)

describeContract(
  'the API over a store on SQLite',
  heavyContract(byProcessorTime),
  async () => ({ fixture, dispose: async () => {} }),
  { describe, it },
)

it('a place of a request that takes a text is known for every route with a body', () => {
  const ids = {
    ...{ assetId: 'a', folderId: 'f', keyId: 'k', publicFileId: 'p' },
    ...{ jobId: 'j', webhookId: 'w', deliveryId: 'd', uploadId: 'u' },
  }
  const names = textPlaces(ids).map(({ name }) => name)
  for (const name of [
    'PATCH /assets/{assetId} /data/attributes/name',
    'PATCH /assets/{assetId} /data/meta/title',
    'PATCH /assets/{assetId} /data/meta/alt/en',
    'PATCH /assets/{assetId} /data/meta/metadata/a name',
    'POST /assets/bulk-tag /add/0',
    'POST /assets/bulk-trash /filter/q',
    'POST /folders /data/attributes/name',
    'POST /keys /data/attributes/name',
    'POST /upload-tickets /data/attributes/tags/0',
    'POST /assets form title',
    'GET /assets filter[q]',
    'GET /files/{publicFileId}/download publicFileId',
  ]) {
    expect(names).toContain(name)
  }
  const [place] = textPlaces(ids).filter(
    ({ name }) => name === 'PUT /assets/{assetId}/content assetId',
  )
  expect(place?.request('long').path).toBe('/assets/long/content')
  expect(new Set(names).size).toBeGreaterThan(100)
  expect(bodyPlaces(ids).length).toBeGreaterThan(10)
})
