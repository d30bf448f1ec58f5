import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'vitest'
import { createFilesystemBlobs } from '../filesystem.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import { openSqliteMetadata } from '../sqlite.ts'
import { type ContractSetup, describeContract } from '../testing/contract.ts'
import { type StoreWorld, storeContract } from '../testing/store-contract.ts'
import { createAssetStore } from './create-asset-store.ts'

const LIMITS = { filesPerUpload: 5, fileSize: 2_000_000, idsPerRequest: 10 }

function worldOf(metadata: MetadataStore, blobs: BlobStore): StoreWorld {
  return {
    store: createAssetStore({ metadata, blobs, limits: LIMITS }),
    ports: { metadata, blobs },
    async countBlobs() {
      let count = 0
      for await (const _ of blobs.list()) count += 1
      return count
    },
  }
}

const onMemory: ContractSetup<StoreWorld> = async () => {
  const world = worldOf(createMemoryMetadata(), createMemoryBlobs())
  return { world, dispose: () => world.store.close() }
}

const onDisk: ContractSetup<StoreWorld> = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'stowage-'))
  const metadata = await openSqliteMetadata({ file: join(directory, 'stowage.db') })
  const world = worldOf(metadata, createFilesystemBlobs({ directory }))
  return {
    world,
    async dispose() {
      await world.store.close()
      await rm(directory, { recursive: true })
    },
  }
}

describeContract('AssetStore in memory', storeContract, onMemory, { describe, it })
describeContract('AssetStore on SQLite and a folder', storeContract, onDisk, { describe, it })
