import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AssetStore } from '@stowage/core'
import { createAssetStore } from '@stowage/core/internal'
import { createMemoryBlobs } from '@stowage/core/memory'
import { createNodeHandler } from '@stowage/node'
import { describeContract } from '@stowage/testing'
import {
  HTTP_SIGNING_SECRET,
  HTTP_WEBHOOKS,
  leakContract,
  type RightsOptions,
  rightsContract,
  rightsSetup,
} from '@stowage/testing/http'
import { describe, it } from 'vitest'
import { postgresFixture } from '../testing/postgres-fixture.ts'

async function open() {
  const postgres = postgresFixture()
  const store = createAssetStore({
    metadata: await postgres.open(),
    blobs: createMemoryBlobs(),
    signing: { secrets: [HTTP_SIGNING_SECRET] },
    webhooks: HTTP_WEBHOOKS,
    advanced: { sweepEveryMs: false },
  })
  async function dispose(): Promise<void> {
    await store.close()
    await postgres.dispose()
  }
  return { store, dispose }
}

async function serve(store: AssetStore, options: RightsOptions) {
  const server = createServer(
    { requestTimeout: 0, headersTimeout: 60_000 },
    createNodeHandler(store, options),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  async function close(): Promise<void> {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  return { baseUrl: `http://127.0.0.1:${port}`, close }
}

const contract = [...rightsContract, ...leakContract({ assets: 10_000, perPage: 100 })]
describeContract('Rights over PostgreSQL', contract, rightsSetup(serve, open), { describe, it })
