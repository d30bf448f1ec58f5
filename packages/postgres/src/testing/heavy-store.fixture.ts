import { createAssetStore } from '@stowage/core/internal'
import { createMemoryBlobs } from '@stowage/core/memory'
import { type ContractCase, describeContract } from '@stowage/testing'
import {
  type HeavyFixture,
  HTTP_SIGNING_SECRET,
  HTTP_WEBHOOKS,
  heavyFixtureOf,
} from '@stowage/testing/http'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { postgresFixture } from './postgres-fixture.ts'

/** Registers these cases of heavy texts over one store on PostgreSQL. */
export function describeHeavyTexts(
  name: string,
  cases: readonly ContractCase<HeavyFixture>[],
): void {
  describe(name, () => {
    const postgres = postgresFixture()
    let fixture: HeavyFixture
    beforeAll(async () => {
      const metadata = await postgres.open()
      const store = createAssetStore({
        metadata,
        blobs: createMemoryBlobs(),
        signing: { secrets: [HTTP_SIGNING_SECRET] },
        webhooks: HTTP_WEBHOOKS,
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
      cases,
      async () => ({ fixture, dispose: async () => {} }),
      { describe, it },
    )
  })
}
