import { promisify } from 'node:util'
import { openTemporaryStore, type TemporaryStore } from '@stowage/testing/http'
import type { FastifyInstance } from 'fastify'

/** A listening app, and the store that it serves. */
export interface Serving extends TemporaryStore {
  readonly origin: string
}

/** Listens on the loopback interface. `dispose` closes the app, then the store. */
export async function serve<App extends Pick<FastifyInstance, 'listen' | 'close'>>(
  app: App,
  build: (app: App, temporary: TemporaryStore) => void,
  storeOptions: Parameters<typeof openTemporaryStore>[0] = {},
): Promise<Serving> {
  const temporary = await openTemporaryStore(storeOptions)
  build(app, temporary)
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    ...temporary,
    origin,
    async dispose() {
      await app.close()
      await temporary.dispose()
    },
  }
}

/** An app's options for tests: closing does not wait for open connections. */
export const CLOSE_AT_ONCE = { forceCloseConnections: true } as const

/** How many connections an app has at the time of the call. */
export function connectionsOf({ server }: Pick<FastifyInstance, 'server'>): () => Promise<number> {
  return promisify(server.getConnections.bind(server))
}
