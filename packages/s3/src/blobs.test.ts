import { blobContract, describeContract, pieceContract, stagingContract } from '@stowage/testing'
import { describe, it } from 'vitest'
import { endpoint, s3Fixture } from './testing/s3-fixture.ts'

describe.skipIf(endpoint === undefined)('on the S3 that S3_ENDPOINT names', () => {
  describeContract('s3', blobContract, s3Fixture, { describe, it })
  describeContract('staging of s3', stagingContract, s3Fixture, { describe, it })
  describeContract('pieces of s3', pieceContract, s3Fixture, { describe, it })
})
