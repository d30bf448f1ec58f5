import {
  createTestClock,
  describeContract,
  type MetadataFixture,
  metadataContract,
} from '@stowage/core/testing'
import { describe, it } from 'vitest'
import { postgresWorld } from '../testing/postgres-fixture.ts'

describeContract<MetadataFixture>(
  'openPostgresMetadata',
  metadataContract,
  async () => {
    const world = postgresWorld()
    const clock = createTestClock()
    const open = () => world.open({ clock: clock.read })
    return {
      world: { metadata: await open(), clock, reopen: open },
      dispose: () => world.dispose(),
    }
  },
  { describe, it },
  { without: ['restore'] },
)
