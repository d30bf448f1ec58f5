import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type ContractSetup,
  describeContract,
  type StoreFixture,
  storeContract,
  storeFixtureOf,
} from '@stowage/testing'
import { describe, it } from 'vitest'
import { disk } from '../filesystem.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { openSqliteMetadata } from '../sqlite/metadata/open-sqlite-metadata.ts'

const onMemory: ContractSetup<StoreFixture> = async () => {
  const fixture = storeFixtureOf({ metadata: createMemoryMetadata(), blobs: createMemoryBlobs() })
  return { fixture, dispose: () => fixture.store.close() }
}

const onDisk: ContractSetup<StoreFixture> = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'stowage-'))
  const metadata = await openSqliteMetadata({ file: join(directory, 'stowage.db') })
  const fixture = storeFixtureOf({ metadata, blobs: disk({ directory }) })
  return {
    fixture,
    async dispose() {
      await fixture.store.close()
      await rm(directory, { recursive: true })
    },
  }
}

describeContract('AssetStore in memory', storeContract, onMemory, { describe, it })
describeContract('AssetStore on SQLite and a folder', storeContract, onDisk, { describe, it })
