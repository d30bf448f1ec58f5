import {
  createTestClock,
  describeContract,
  type MetadataFixture,
  metadataContract,
} from '@stowage/testing'
import { describe, it } from 'vitest'
import { postgresFixture } from '../testing/postgres-fixture.ts'

describeContract<MetadataFixture>(
  'postgres',
  metadataContract,
  async () => {
    const fixture = postgresFixture()
    const clock = createTestClock()
    const open = () => fixture.open({ clock: clock.read })
    return {
      fixture: { metadata: await open(), clock, reopen: open },
      dispose: () => fixture.dispose(),
    }
  },
  { describe, it },
  { without: ['restore'] },
)
