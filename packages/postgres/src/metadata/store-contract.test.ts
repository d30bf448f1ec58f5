import { createAssetStore } from '@stowage/core'
import {
  type ContractSetup,
  describeContract,
  type StoreWorld,
  storeContract,
} from '@stowage/core/testing'
import { describe, it } from 'vitest'
import { bucketBlobs, s3Endpoint } from '../testing/bucket-blobs.fixture.ts'
import { postgresWorld } from '../testing/postgres-world.ts'

const LIMITS = { filesPerUpload: 5, fileSize: 2_000_000, idsPerRequest: 10 }

const store: ContractSetup<StoreWorld> = async () => {
  const postgres = postgresWorld()
  const { blobs, dispose } = await bucketBlobs()
  const metadata = await postgres.open()
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
      await postgres.dispose()
      await dispose()
    },
  }
}

describe.skipIf(s3Endpoint === undefined)('on the S3 that S3_ENDPOINT names', () => {
  describeContract('AssetStore on PostgreSQL and S3', storeContract, store, { describe, it })
})
