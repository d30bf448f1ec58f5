import { describeContract, type MetadataWorld, metadataContract } from '@stowage/core/testing'
import { describe, it } from 'vitest'
import { postgresWorld } from '../testing/postgres-world.ts'

describeContract<MetadataWorld>(
  'openPostgresMetadata',
  metadataContract,
  async () => {
    const world = postgresWorld()
    return {
      world: { metadata: await world.open(), reopen: () => world.open() },
      dispose: () => world.dispose(),
    }
  },
  { describe, it },
  { without: ['restore'] },
)
