import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createMemoryMetadata } from '@stowage/core/memory'
import { sqlite } from '@stowage/core/sqlite'
import { describeContract, type TransferFixture, transferContract } from '@stowage/testing'
import { describe, it } from 'vitest'
import { postgresFixture } from '../testing/postgres-fixture.ts'

describeContract<TransferFixture>(
  'transfer to postgres',
  transferContract,
  async () => {
    const fixture = postgresFixture()
    return {
      fixture: { from: createMemoryMetadata(), to: await fixture.open() },
      dispose: () => fixture.dispose(),
    }
  },
  { describe, it },
  { without: ['reopen'] },
)

describeContract<TransferFixture>(
  'transfer from postgres to SQLite',
  transferContract,
  async () => {
    const fixture = postgresFixture()
    const directory = await mkdtemp(path.join(tmpdir(), 'stowage-postgres-transfer-'))
    const to = await sqlite({ file: path.join(directory, 'to.db') }).open()
    return {
      fixture: { from: await fixture.open(), to, reopen: () => fixture.open() },
      async dispose() {
        await fixture.dispose()
        await to.close()
        await rm(directory, { recursive: true })
      },
    }
  },
  { describe, it },
)
