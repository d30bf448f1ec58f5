import {
  type ContractSetup,
  describeContract,
  type StoreFixture,
  storeContract,
  storeWorldOf,
} from '@stowage/core/testing'
import { describe, it } from 'vitest'
import { folderBlobs } from '../testing/folder-blobs.fixture.ts'
import { postgresWorld } from '../testing/postgres-fixture.ts'

const store: ContractSetup<StoreFixture> = async () => {
  const postgres = postgresWorld()
  const { blobs, dispose } = await folderBlobs()
  const world = storeWorldOf({ metadata: await postgres.open(), blobs })
  return {
    world,
    async dispose() {
      await world.store.close()
      await postgres.dispose()
      await dispose()
    },
  }
}

describeContract('AssetStore on PostgreSQL and a folder', storeContract, store, { describe, it })
