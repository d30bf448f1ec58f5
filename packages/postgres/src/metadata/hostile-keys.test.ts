import { createMemoryBlobs } from '@stowage/core/memory'
import { describeContract } from '@stowage/testing'
import { type HttpFixture, hostileKeyContract } from '@stowage/testing/http'
import { describe, it } from 'vitest'
import { postgresFixture } from '../testing/postgres-fixture.ts'
import { serveStore } from '../testing/served-store.fixture.ts'

describeContract<HttpFixture>(
  'A store on PostgreSQL',
  hostileKeyContract,
  async () => {
    const postgres = postgresFixture()
    const served = await serveStore(postgres, createMemoryBlobs())
    return {
      fixture: served.http,
      async dispose() {
        await served.close()
        await postgres.dispose()
      },
    }
  },
  { describe, it },
)
