import { describeContract, type TransferFixture, transferContract } from '@stowage/testing'
import { describe, it } from 'vitest'
import { postgresFixture } from '../testing/postgres-fixture.ts'

describeContract<TransferFixture>(
  'transfer from postgres to another one',
  transferContract,
  async () => {
    const [from, to] = [postgresFixture(), postgresFixture()]
    return {
      fixture: { from: await from.open(), to: await to.open(), reopen: () => from.open() },
      async dispose() {
        await from.dispose()
        await to.dispose()
      },
    }
  },
  { describe, it },
)
