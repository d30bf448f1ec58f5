import { createMemoryMetadata } from '@stowage/core/memory'
import {
  blobContract,
  type ContractSetup,
  describeContract,
  type StoreFixture,
  stagingContract,
  storeContract,
  storeWorldOf,
} from '@stowage/core/testing'
import { describe, it } from 'vitest'
import { endpoint, s3World } from './testing/s3-fixture.ts'

const store: ContractSetup<StoreFixture> = async () => {
  const { world, dispose } = await s3World()
  const storeWorld = storeWorldOf({ metadata: createMemoryMetadata(), blobs: world.blobs })
  return {
    world: storeWorld,
    async dispose() {
      await storeWorld.store.close()
      await dispose()
    },
  }
}

describe.skipIf(endpoint === undefined)('on the S3 that S3_ENDPOINT names', () => {
  describeContract('createS3Blobs', blobContract, s3World, { describe, it })
  describeContract('staging of createS3Blobs', stagingContract, s3World, { describe, it })
  describeContract('AssetStore on createS3Blobs', storeContract, store, { describe, it })
})
