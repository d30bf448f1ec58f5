import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createMemoryMetadata } from '@stowage/core/memory'
import { openSqliteMetadata } from '@stowage/core/sqlite'
import { describeContract, type TransferFixture, transferContract } from '@stowage/core/testing'
import { describe, it } from 'vitest'
import { postgresWorld } from '../testing/postgres-fixture.ts'

describeContract<TransferFixture>(
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

describeContract<TransferFixture>(
  'transfer from openPostgresMetadata to SQLite',
  transferContract,
  async () => {
    const world = postgresWorld()
    const directory = await mkdtemp(path.join(tmpdir(), 'stowage-postgres-transfer-'))
    const to = await openSqliteMetadata({ file: path.join(directory, 'to.db') })
    return {
      world: { from: await world.open(), to, reopen: () => world.open() },
      async dispose() {
        await world.dispose()
        await to.close()
        await rm(directory, { recursive: true })
      },
    }
  },
  { describe, it },
)
