import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ReadableStream } from 'node:stream/web'
import { promisify } from 'node:util'
import type { HonoServer } from './hono-server.ts'

/** How a server turns a request's body into a web stream. */
export type BodyAsStream = (req: IncomingMessage) => ReadableStream

/** As most adapters of frameworks do. */
export const toWeb: BodyAsStream = (req) => Readable.toWeb(req) as ReadableStream

/** As SvelteKit does: with its own back-pressure, and a connection that is cut when the body is cancelled. */
export const likeSvelteKit: BodyAsStream = (req) => {
  let isCancelled = false
  return new ReadableStream({
    start(controller) {
      req.on('error', (error) => controller.error(error))
      req.on('end', () => {
        if (!isCancelled) controller.close()
      })
      req.on('data', (chunk) => {
        if (isCancelled) return
        controller.enqueue(chunk)
        if (controller.desiredSize === null || controller.desiredSize <= 0) req.pause()
      })
    },
    pull: () => void req.resume(),
    cancel(reason) {
      isCancelled = true
      req.destroy(reason)
    },
  })
}

/** A server of `node:http` that speaks the Fetch API with `handler`, and does nothing else for it. */
export async function serveWeb(
  handler: (request: Request) => Promise<Response>,
  bodyOf: BodyAsStream,
  timeouts: ServerOptions = { requestTimeout: 0, headersTimeout: 60_000 },
): Promise<HonoServer> {
  // Otherwise Node closes a connection after 5 s without a request, while a busy client may be sending one.
  const server = createServer({ keepAliveTimeout: 0, ...timeouts }, (req, res) => {
    answer(handler, bodyOf, req, res).catch(() => {
      if (res.headersSent) res.destroy()
      else res.writeHead(400).end()
    })
  })
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
    },
  }
}

async function answer(
  handler: (request: Request) => Promise<Response>,
  bodyOf: BodyAsStream,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const { method = 'GET' } = req
  const controller = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) controller.abort()
  })
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const request = new Request(urlOf(req), {
    method,
    headers: headersOf(req),
    signal: controller.signal,
    ...(hasBody && { body: bodyOf(req) as NonNullable<RequestInit['body']>, duplex: 'half' }),
  })
  const response = await handler(request)
  res.writeHead(response.status, [...response.headers].flat())
  if (response.body === null) res.end()
  else await pipeline(Readable.fromWeb(response.body as ReadableStream), res)
}

/** Throws for an invalid host: such requests are answered 400. */
function urlOf({ url = '/', headers: { host = '' } }: IncomingMessage): string {
  if (!url.startsWith('/')) return url
  if (!/^[\w.-]+(?::\d+)?$/.test(host)) throw new Error('There is no such host.')
  return `http://${host}${url}`
}

/** The headers as they came: Node itself drops a second one of some names. */
function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  }
  return headers
}
