import { createMemoryMetadata } from '@stowage/core/memory'
import {
  type ContractSetup,
  describeContract,
  type StoreFixture,
  storeContract,
  storeFixtureOf,
} from '@stowage/testing'
import { describe, it } from 'vitest'
import { endpoint, s3Fixture } from './testing/s3-fixture.ts'

const store: ContractSetup<StoreFixture> = async () => {
  const { fixture, dispose } = await s3Fixture()
  const storeFixture = storeFixtureOf({ metadata: createMemoryMetadata(), blobs: fixture.blobs })
  return {
    fixture: storeFixture,
    async dispose() {
      await storeFixture.store.close()
      await dispose()
    },
  }
}

describe.skipIf(endpoint === undefined)('on the S3 that S3_ENDPOINT names', () => {
  describeContract('AssetStore on s3', storeContract, store, { describe, it })
})
