import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AssetStore } from '@stowage/core'
import { createAssetStore } from '@stowage/core/internal'
import { createMemoryBlobs, createMemoryMetadata } from '@stowage/core/memory'
import { createNodeHandler } from '@stowage/node'
import type { Client } from '../client/client.ts'
import { createClientWith } from '../client/create-client.ts'
import type { ClientOptions } from '../request/client-options.ts'

/** Answers in place of the service: `true` when it did. */
type Interception = (...args: Parameters<RequestListener>) => boolean

/** A real service in this process, and a client of it whose pauses are recorded in place of waited for. */
export interface Service {
  readonly baseUrl: string
  readonly token: string
  readonly store: AssetStore
  /** Milliseconds of each pause between attempts. */
  readonly pauses: number[]
  /** Every request that came, in order. */
  readonly requests: IncomingMessage[]
  /** Asked first for each request. */
  intercept: Interception
  client(options?: Partial<ClientOptions>): Client
  close(): Promise<void>
}

export async function startService(): Promise<Service> {
  const store = createAssetStore({
    metadata: createMemoryMetadata(),
    blobs: createMemoryBlobs(),
    advanced: { sweepEveryMs: false },
    limits: { fileSize: 4 * 1024 ** 2 },
    signing: { secrets: ['a secret of tests alone, which is long enough'] },
    webhooks: {
      assertUrl: () => {},
      send: async () => ({ status: 200, text: 'thanks', retryAfter: null }),
    },
  })
  const { token } = await store.keys.create({ name: 'client' })
  const server = createServer({ requestTimeout: 0, headersTimeout: 60_000 }, (req, res) => {
    service.requests.push(req)
    if (!service.intercept(req, res)) handler(req, res)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const handler = createNodeHandler(store, {
    path: '/media',
    baseUrl: `${origin}/media`,
    // No other machine is asked.
    fromUrl: (url) => Buffer.from(url),
  })
  const service: Service = {
    baseUrl: `${origin}/media`,
    token,
    store,
    pauses: [],
    requests: [],
    intercept: () => false,
    client(options = {}) {
      const waiting = {
        wait: (milliseconds: number) => Promise.resolve(void service.pauses.push(milliseconds)),
        random: () => 0,
      }
      return createClientWith({ baseUrl: service.baseUrl, token, ...options }, waiting)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await store.close()
    },
  }
  return service
}
