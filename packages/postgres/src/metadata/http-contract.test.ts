import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type HttpFixture, httpContract } from '@stowage/api/testing'
import { createFilesystemBlobs } from '@stowage/core/filesystem'
import type { BlobStore } from '@stowage/core/ports'
import { describeContract } from '@stowage/core/testing'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { bucketBlobs, s3Endpoint } from '../testing/bucket-blobs.fixture.ts'
import { postgresFixture } from '../testing/postgres-fixture.ts'
import { type ServedStore, serveStore } from '../testing/served-store.fixture.ts'

interface Blobs {
  readonly blobs: BlobStore
  dispose(): Promise<void>
}

async function folderBlobs(): Promise<Blobs> {
  const directory = await mkdtemp(path.join(tmpdir(), 'stowage-postgres-http-'))
  return {
    blobs: createFilesystemBlobs({ directory }),
    dispose: () => rm(directory, { recursive: true }),
  }
}

/** One store for all cases: they bear what others have stored. */
function describeHttp(name: string, makeBlobs: () => Promise<Blobs>): void {
  const postgres = postgresFixture()
  let blobs: Blobs
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
