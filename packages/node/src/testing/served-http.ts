import type { AssetStore } from '@stowage/core'
import { createAssetStore } from '@stowage/core/internal'
import { createMemoryBlobs, createMemoryMetadata } from '@stowage/core/memory'
import type { ContractSetup } from '@stowage/testing'
import {
  fixtureOf,
  HTTP_SIGNING_SECRET,
  HTTP_WEBHOOKS,
  type HttpFixture,
  openTemporaryStore,
} from '@stowage/testing/http'
import { createNodeHandler } from '../handler/create-node-handler.ts'
import { fetchSchemaValidator } from './schema-validator.ts'
import { serve } from './serve.ts'

const LIMITS = { fileSize: 8 * 1024 ** 2 }
const ORIGIN = 'https://app.example'

export interface OpenStore {
  readonly store: AssetStore
  fixtureAt(baseUrl: string): HttpFixture
  dispose(): Promise<void>
}

/** A store in a folder. */
export function openFolder(): Promise<OpenStore> {
  return openTemporaryStore({ limits: LIMITS })
}

/** A store in memory. */
export async function openMemory(): Promise<OpenStore> {
  const store = createAssetStore({
    metadata: createMemoryMetadata(),
    blobs: createMemoryBlobs(),
    limits: LIMITS,
    signing: { secrets: [HTTP_SIGNING_SECRET] },
    webhooks: HTTP_WEBHOOKS,
    advanced: { sweepEveryMs: false },
  })
  const { token: key } = await store.keys.create({ name: 'test' })
  return {
    store,
    fixtureAt: (baseUrl) => fixtureOf(store, key, baseUrl),
    dispose: () => store.close(),
  }
}

/** The store behind `createNodeHandler`, mounted at this path. */
export function served(open: () => Promise<OpenStore>, path: string): ContractSetup<HttpFixture> {
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
