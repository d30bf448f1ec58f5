import { describe, it } from 'vitest'
import { blobContract } from '../testing/blob-store/contract.ts'
import { stagingContract } from '../testing/blob-store/staging-contract.ts'
import { describeContract } from '../testing/contract.ts'
import { createMemoryBlobs } from './blobs.ts'
import { createMemoryStaging } from './staging.ts'

const dispose = async () => {}

describeContract(
  'createMemoryBlobs',
  blobContract,
  async () => ({ fixture: { blobs: createMemoryBlobs() }, dispose }),
  { describe, it },
)

describeContract(
  'createMemoryStaging',
  stagingContract,
  async () => ({ fixture: { staging: createMemoryStaging() }, dispose }),
  { describe, it },
)
