import {
  createTestClock,
  describeContract,
  type MetadataFixture,
  metadataContract,
  type TransferFixture,
  transferContract,
} from '@stowage/testing'
import { describe, it } from 'vitest'
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
