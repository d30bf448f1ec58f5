import {
  type ContractSetup,
  describeContract,
  type StoreFixture,
  storeContract,
  storeFixtureOf,
} from '@stowage/testing'
import { describe, it } from 'vitest'
import { bucketBlobs, s3Endpoint } from '../testing/bucket-blobs.fixture.ts'
import { folderBlobs } from '../testing/folder-blobs.fixture.ts'
import { postgresFixture } from '../testing/postgres-fixture.ts'

const storeOn =
  (blobsOf: typeof folderBlobs | typeof bucketBlobs): ContractSetup<StoreFixture> =>
  async () => {
    const postgres = postgresFixture()
    const { blobs, dispose } = await blobsOf()
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

const onFolder = storeOn(folderBlobs)
describeContract('AssetStore on PostgreSQL and a folder', storeContract, onFolder, { describe, it })

describe.skipIf(s3Endpoint === undefined)('on the S3 that S3_ENDPOINT names', () => {
  const onBucket = storeOn(bucketBlobs)
  describeContract('AssetStore on PostgreSQL and S3', storeContract, onBucket, { describe, it })
})
