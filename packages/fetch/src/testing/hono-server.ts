import { once } from 'node:events'
import type { Server, ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'

/** A Hono app on a port of its own. */
export interface HonoServer {
  readonly origin: string
  /** How many connections are open. */
  connections(): Promise<number>
  /** Closes connections and server. */
  close(): Promise<void>
}

/** An app that sends everything below `/media` to a handler. Another route shows that the app itself still answers. */
export async function serveHono(
  handler: (request: Request) => Promise<Response>,
  serverOptions?: ServerOptions,
): Promise<HonoServer> {
  const app = new Hono()
  app.all('/media/*', (c) => handler(c.req.raw))
  app.get('/', (c) => c.text('hello from Hono'))
  return serveApp(app, serverOptions)
}

/** Serves this app. */
export async function serveApp(
  app: Hono,
  serverOptions: ServerOptions = { requestTimeout: 0, headersTimeout: 60_000 },
): Promise<HonoServer> {
  const restore = globalsKept()
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions }) as Server
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    connections: promisify(server.getConnections.bind(server)),
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      restore()
    },
  }
}

/** The server of Hono replaces classes of the whole process. Returns a function that restores the former ones. */
function globalsKept(): () => void {
  const { Request: request, Response: response } = globalThis
  return () => void Object.assign(globalThis, { Request: request, Response: response })
}
