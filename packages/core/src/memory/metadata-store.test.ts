import { describe, it } from 'vitest'
import { describeContract } from '../testing/contract.ts'
import { type MetadataWorld, metadataContract } from '../testing/metadata-store/contract.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { type TransferWorld, transferContract } from '../testing/transfer/contract.ts'
import { createMemoryMetadata } from './metadata-store.ts'

describeContract<MetadataWorld>(
  'createMemoryMetadata',
  metadataContract,
  async () => {
    const clock = createTestClock()
    const metadata = createMemoryMetadata({ clock: clock.read })
    return { world: { metadata, clock }, dispose: () => metadata.close() }
  },
  { describe, it },
  { without: ['reopen', 'restore'] },
)

describeContract<TransferWorld>(
  'transfer of createMemoryMetadata',
  transferContract,
  async () => {
    const [from, to] = [createMemoryMetadata(), createMemoryMetadata()]
    return { world: { from, to }, dispose: async () => {} }
  },
  { describe, it },
  { without: ['reopen'] },
)
