import { describe, it } from 'vitest'
import { describeContract } from '../../testing/contract.ts'
import { metadataContract } from '../../testing/metadata-store/contract.ts'
import type { MetadataFixture } from '../../testing/metadata-store/metadata-fixture.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { transferContract } from '../../testing/transfer/contract.ts'
import type { TransferFixture } from '../../testing/transfer/transfer-fixture.ts'
import { createMemoryMetadata } from './create-memory-metadata.ts'

describeContract<MetadataFixture>(
  'createMemoryMetadata',
  metadataContract,
  async () => {
    const clock = createTestClock()
    const metadata = createMemoryMetadata({ clock: clock.read })
    return { fixture: { metadata, clock }, dispose: () => metadata.close() }
  },
  { describe, it },
  { without: ['reopen', 'restore'] },
)

describeContract<TransferFixture>(
  'transfer of createMemoryMetadata',
  transferContract,
  async () => {
    const [from, to] = [createMemoryMetadata(), createMemoryMetadata()]
    return { fixture: { from, to }, dispose: async () => {} }
  },
  { describe, it },
  { without: ['reopen'] },
)
