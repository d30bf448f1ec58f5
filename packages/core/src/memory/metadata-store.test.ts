import { describe, it } from 'vitest'
import { describeContract } from '../testing/contract.ts'
import { metadataContract } from '../testing/metadata-contract.ts'
import { createMemoryMetadata } from './metadata-store.ts'

describeContract(
  'createMemoryMetadata',
  metadataContract,
  async () => {
    const metadata = createMemoryMetadata()
    return { world: { metadata }, dispose: () => metadata.close() }
  },
  { describe, it },
)
