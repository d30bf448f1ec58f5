import { blobContract, describeContract, pieceContract, stagingContract } from '@stowage/testing'
import { describe, it } from 'vitest'
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

describeContract(
  'createMemoryPieces',
  pieceContract,
  async () => {
    const blobs = createMemoryBlobs()
    return { fixture: { blobs, reopen: () => blobs }, dispose }
  },
  { describe, it },
)
