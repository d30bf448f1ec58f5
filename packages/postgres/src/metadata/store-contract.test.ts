import {
  type ContractSetup,
  describeContract,
  type StoreFixture,
  storeContract,
  storeFixtureOf,
} from '@stowage/testing'
import { describe, it } from 'vitest'
import { folderBlobs } from '../testing/folder-blobs.fixture.ts'
import { postgresFixture } from '../testing/postgres-fixture.ts'

const store: ContractSetup<StoreFixture> = async () => {
  const postgres = postgresFixture()
  const { blobs, dispose } = await folderBlobs()
  const fixture = storeFixtureOf({ metadata: await postgres.open(), blobs })
  return {
    fixture,
    async dispose() {
      await fixture.store.close()
      await postgres.dispose()
      await dispose()
    },
  }
}

describeContract('AssetStore on PostgreSQL and a folder', storeContract, store, { describe, it })
