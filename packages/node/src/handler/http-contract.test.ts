import { fixtureOf, type HttpFixture, httpContract, openTemporaryStore } from '@stowage/api/testing'
import { type AssetStore, createAssetStore } from '@stowage/core'
import { createMemoryBlobs, createMemoryMetadata } from '@stowage/core/memory'
import { type ContractSetup, describeContract } from '@stowage/core/testing'
import { describe, it } from 'vitest'
import { fetchSchemaValidator } from '../testing/schema-validator.ts'
import { serve } from '../testing/serve.ts'
import { createNodeHandler } from './create-node-handler.ts'

const LIMITS = { fileSize: 8 * 1024 ** 2 }
const ORIGIN = 'https://app.example'

interface OpenStore {
  readonly store: AssetStore
  fixtureAt(baseUrl: string): HttpFixture
  dispose(): Promise<void>
}

function openFolder(): Promise<OpenStore> {
  return openTemporaryStore({ limits: LIMITS })
}

async function openMemory(): Promise<OpenStore> {
  const store = createAssetStore({
    metadata: createMemoryMetadata(),
    blobs: createMemoryBlobs(),
    limits: LIMITS,
    sweepEvery: false,
  })
  const { token: key } = await store.keys.create({ name: 'test' })
  return {
    store,
    fixtureAt: (baseUrl) => fixtureOf(store, key, baseUrl),
    dispose: () => store.close(),
  }
}

function served(open: () => Promise<OpenStore>, path: string): ContractSetup<HttpFixture> {
  return async () => {
    const opened = await open()
    const handler = createNodeHandler(opened.store, { path, cors: { origins: [ORIGIN] } })
    const serving = await serve(handler)
    handler.attach(serving.server)
    const fixture = opened.fixtureAt(serving.origin + path)
    return {
      fixture: {
        ...fixture,
        validate: await fetchSchemaValidator(fixture.baseUrl, fixture.key),
        crossOrigin: ORIGIN,
        fileSize: LIMITS.fileSize,
      },
      async dispose() {
        await serving.close()
        await opened.dispose()
      },
    }
  }
}

for (const path of ['', '/media']) {
  const at = path || 'the root'
  const runner = { describe, it }
  describeContract(`A store in a folder at ${at}`, httpContract, served(openFolder, path), runner)
  describeContract(`A store in memory at ${at}`, httpContract, served(openMemory, path), runner)
}
