import { once } from 'node:events'
import { createServer, type Server, type ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { openTemporaryStore, type TemporaryStore } from '@stowage/testing/http'
import express5, { type Express } from 'express'
import express4 from 'express4'

/** Every version of Express that the adapter promises to work with. */
export const VERSIONS: readonly (readonly [name: string, express: typeof express5])[] = [
  ['Express 5', express5],
  ['Express 4', express4],
]

/** An app on a port of its own. */
export interface Listening {
  readonly server: Server
  readonly origin: string
  /** Closes connections and server. */
  close(): Promise<void>
}

/** Listens on the loopback interface. */
export async function listen(
  app: Express,
  timeouts: ServerOptions = { requestTimeout: 0, headersTimeout: 60_000 },
): Promise<Listening> {
  // Otherwise Node closes a connection after 5 s without a request, while a busy client may be sending one.
  const server = createServer({ keepAliveTimeout: 0, ...timeouts }, app)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    server,
    origin: `http://127.0.0.1:${port}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** An app on a port of its own, and the store that it serves. */
export interface Serving extends TemporaryStore {
  readonly server: Server
  readonly origin: string
}

/** Builds and serves the app. `dispose` closes connections and server, too. */
export async function serve(
  app: Express,
  build: (app: Express, temporary: TemporaryStore) => void,
  storeOptions: Parameters<typeof openTemporaryStore>[0] = {},
  timeouts?: ServerOptions,
): Promise<Serving> {
  const temporary = await openTemporaryStore(storeOptions)
  build(app, temporary)
  const { close, ...listening } = await listen(app, timeouts)
  return {
    ...temporary,
    ...listening,
    async dispose() {
      await close()
      await temporary.dispose()
    },
  }
}

/** How many connections a server has at the time of the call. */
export function connectionsOf({ server }: Pick<Serving, 'server'>): () => Promise<number> {
  return promisify(server.getConnections.bind(server))
}
