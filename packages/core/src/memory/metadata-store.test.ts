import { describe, it } from 'vitest'
import { describeContract } from '../testing/contract.ts'
import { type MetadataWorld, metadataContract } from '../testing/metadata-contract.ts'
import { createMemoryMetadata } from './metadata-store.ts'

describeContract<MetadataWorld>(
  'createMemoryMetadata',
  metadataContract,
  async () => {
    const metadata = createMemoryMetadata()
    return { world: { metadata }, dispose: () => metadata.close() }
  },
  { describe, it },
  { without: ['reopen', 'restore'] },
)
