import { describeContract } from '@stowage/testing'
import { httpContract } from '@stowage/testing/http'
import { describe, it } from 'vitest'
import { endpoint } from './testing/s3-fixture.ts'
import { served } from './testing/served.fixture.ts'

describe.skipIf(endpoint === undefined)('on the S3 that S3_ENDPOINT names', () => {
  describeContract(
    'a store on SQLite and S3',
    httpContract,
    () => served(),
    { describe, it },
    { without: ['validate'] },
  )
})
