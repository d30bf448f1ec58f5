import {
  type ContractSetup,
  describeContract,
  type StoreFixture,
  storeContract,
  storeWorldOf,
} from '@stowage/core/testing'
import { describe, it } from 'vitest'
import { bucketBlobs, s3Endpoint } from '../testing/bucket-blobs.fixture.ts'
import { postgresWorld } from '../testing/postgres-fixture.ts'

const store: ContractSetup<StoreFixture> = async () => {
  const postgres = postgresWorld()
  const { blobs, dispose } = await bucketBlobs()
  const world = storeWorldOf({ metadata: await postgres.open(), blobs })
  return {
    world,
    async dispose() {
      await world.store.close()
      await postgres.dispose()
      await dispose()
    },
  }
}

describe.skipIf(s3Endpoint === undefined)('on the S3 that S3_ENDPOINT names', () => {
  describeContract('AssetStore on PostgreSQL and S3', storeContract, store, { describe, it })
})
