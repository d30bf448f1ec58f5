import { createAssetStore } from '@stowage/core/internal'
import { createMemoryBlobs } from '@stowage/core/memory'
import { describeContract } from '@stowage/testing'
import { type HeavyFixture, heavyContract, heavyFixtureOf, type Meter } from '@stowage/testing/http'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { postgresFixture } from './postgres-fixture.ts'

/** Registers the cases of heavy texts over one store on PostgreSQL. */
export function describeHeavyTexts(name: string, meter: Meter): void {
  describe(name, () => {
    const postgres = postgresFixture()
    let fixture: HeavyFixture
    beforeAll(async () => {
      const metadata = await postgres.open()
      const store = createAssetStore({
        metadata,
        blobs: createMemoryBlobs(),
        advanced: { sweepEveryMs: false },
      })
      fixture = await heavyFixtureOf(store)
    })
    afterAll(async () => {
      await fixture.api.store.close()
      await postgres.dispose()
    })
    describeContract<HeavyFixture>(
      'the API over a store on PostgreSQL',
      heavyContract(meter),
      async () => ({ fixture, dispose: async () => {} }),
      { describe, it },
    )
  })
}
