import {
  type ContractSetup,
  describeContract,
  type StoreFixture,
  storeContract,
  storeFixtureOf,
} from '@stowage/testing'
import { describe, it } from 'vitest'
import { bucketBlobs, s3Endpoint } from '../testing/bucket-blobs.fixture.ts'
import { postgresFixture } from '../testing/postgres-fixture.ts'

const store: ContractSetup<StoreFixture> = async () => {
  const postgres = postgresFixture()
  const { blobs, dispose } = await bucketBlobs()
  const fixture = storeFixtureOf({ metadata: await postgres.open(), blobs })
  return {
    fixture,
    async dispose() {
      await fixture.store.close()
      await postgres.dispose()
      await dispose()
    },
  }
}

describe.skipIf(s3Endpoint === undefined)('on the S3 that S3_ENDPOINT names', () => {
  describeContract('AssetStore on PostgreSQL and S3', storeContract, store, { describe, it })
})
