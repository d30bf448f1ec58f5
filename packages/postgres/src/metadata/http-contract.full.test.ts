import { describeContract } from '@stowage/testing'
import { type HttpFixture, httpContract } from '@stowage/testing/http'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { bucketBlobs, s3Endpoint } from '../testing/bucket-blobs.fixture.ts'
import { type FolderBlobs, folderBlobs } from '../testing/folder-blobs.fixture.ts'
import { postgresFixture } from '../testing/postgres-fixture.ts'
import { type ServedStore, serveStore } from '../testing/served-store.fixture.ts'

/** One store for all cases: they bear what others have stored. */
function describeHttp(name: string, makeBlobs: () => Promise<FolderBlobs>): void {
  const postgres = postgresFixture()
  let blobs: FolderBlobs
  let served: ServedStore
  beforeAll(async () => {
    blobs = await makeBlobs()
    served = await serveStore(postgres, blobs.blobs)
  })
  afterAll(async () => {
    await served?.close()
    await blobs?.dispose()
    await postgres.dispose()
  })
  describeContract<HttpFixture>(
    name,
    httpContract,
    async () => ({ fixture: served.http, dispose: async () => {} }),
    { describe, it },
  )
}

describe('createNodeHandler', () => {
  describeHttp('a store on PostgreSQL and a folder', folderBlobs)
})

describe.skipIf(s3Endpoint === undefined)(
  'createNodeHandler on the S3 that S3_ENDPOINT names',
  () => {
    describeHttp('a store on PostgreSQL and S3', bucketBlobs)
  },
)
