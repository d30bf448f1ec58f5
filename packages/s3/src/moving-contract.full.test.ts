import { movingBlobs } from '@stowage/migrate'
import { type BlobFixture, blobContract, describeContract } from '@stowage/testing'
import { describe, it } from 'vitest'
import { bothSides } from './testing/both-sides.ts'
import { endpoint } from './testing/s3-fixture.ts'

async function fromFolder() {
  const { s3, folder, dispose } = await bothSides()
  const fixture: BlobFixture = { blobs: movingBlobs({ from: folder, to: s3 }) }
  return { fixture, dispose }
}

async function fromS3() {
  const { s3, folder, dispose } = await bothSides()
  const fixture: BlobFixture = { blobs: movingBlobs({ from: s3, to: folder }) }
  return { fixture, dispose }
}

describe.skipIf(endpoint === undefined)('on the S3 that S3_ENDPOINT names', () => {
  describeContract('movingBlobs from a folder to S3', blobContract, fromFolder, { describe, it })
  describeContract('movingBlobs from S3 to a folder', blobContract, fromS3, { describe, it })
})
