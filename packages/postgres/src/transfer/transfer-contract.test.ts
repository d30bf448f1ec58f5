import { createMemoryMetadata } from '@stowage/core/memory'
import { describeContract, type TransferWorld, transferContract } from '@stowage/core/testing'
import { describe, it } from 'vitest'
import { postgresWorld } from '../testing/postgres-world.ts'

describeContract<TransferWorld>(
  'transfer to openPostgresMetadata',
  transferContract,
  async () => {
    const world = postgresWorld()
    return {
      world: { from: createMemoryMetadata(), to: await world.open() },
      dispose: () => world.dispose(),
    }
  },
  { describe, it },
  { without: ['reopen'] },
)
