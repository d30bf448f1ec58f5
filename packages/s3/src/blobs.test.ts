import { createAssetStore } from '@stowage/core'
import { createMemoryMetadata } from '@stowage/core/memory'
import {
  blobContract,
  type ContractSetup,
  describeContract,
  type StoreWorld,
  stagingContract,
  storeContract,
} from '@stowage/core/testing'
import { describe, it } from 'vitest'
import { endpoint, s3World } from './s3.fixture.ts'

const LIMITS = { filesPerUpload: 5, fileSize: 2_000_000, idsPerRequest: 10 }

const store: ContractSetup<StoreWorld> = async () => {
  const { world, dispose } = await s3World()
  const { blobs } = world
  const metadata = createMemoryMetadata()
  const assets = createAssetStore({ metadata, blobs, limits: LIMITS })
  return {
    world: {
      store: assets,
      ports: { metadata, blobs },
      async countBlobs() {
        let count = 0
        for await (const _ of blobs.list()) count += 1
        return count
      },
    },
    async dispose() {
      await assets.close()
      await dispose()
    },
  }
}

describe.skipIf(endpoint === undefined)('on the S3 that S3_ENDPOINT names', () => {
  describeContract('createS3Blobs', blobContract, s3World, { describe, it })
  describeContract('staging of createS3Blobs', stagingContract, s3World, { describe, it })
  describeContract('AssetStore on createS3Blobs', storeContract, store, { describe, it })
})
