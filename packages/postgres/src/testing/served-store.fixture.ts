import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAssetStore } from '@stowage/core/internal'
import type { BlobStore } from '@stowage/core/ports'
import { createNodeHandler } from '@stowage/node'
import {
  fixtureOf,
  HTTP_SIGNING_SECRET,
  HTTP_WEBHOOKS,
  type HttpFixture,
} from '@stowage/testing/http'
import type { PostgresFixture } from './postgres-fixture.ts'

const FILE_SIZE = 8 * 1024 ** 2
const ORIGIN = 'https://app.example'

/** A store on PostgreSQL and these blobs behind the handler, on a port of its own. */
export interface ServedStore {
  readonly http: HttpFixture
  /** Ends the server and the store. */
  close(): Promise<void>
}

export async function serveStore(
  postgres: PostgresFixture,
  blobs: BlobStore,
): Promise<ServedStore> {
  const store = createAssetStore({
    metadata: await postgres.open(),
    blobs,
    limits: { fileSize: FILE_SIZE },
    signing: { secrets: [HTTP_SIGNING_SECRET] },
    webhooks: HTTP_WEBHOOKS,
    advanced: { sweepEveryMs: false },
  })
  const { token } = await store.keys.create({ name: 'test' })
  const handler = createNodeHandler(store, { cors: { origins: [ORIGIN] } })
  const server = createServer({ requestTimeout: 0, headersTimeout: 60_000 }, handler)
  handler.attach(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const fixture = fixtureOf(store, token, `http://127.0.0.1:${port}`)
  return {
    http: { ...fixture, crossOrigin: ORIGIN, fileSize: FILE_SIZE },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      await store.close()
    },
  }
}
