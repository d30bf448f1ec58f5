import { once } from 'node:events'
import type { Server } from 'node:net'
import { checkOptions, having, integer, type OptionChecks } from '@stowage/core/internal'
import { openConnectionsOf } from './open-connections.ts'
import { endStreams } from './stopping.ts'

/** How a server stops. */
export interface StopServerOptions {
  /** Milliseconds that requests under way have to end; then they are cut. Default 8,000; from 0. */
  readonly closeTimeout?: number
}

/** The longest time that timers can wait, in milliseconds. */
const MAX_TIMER = 2 ** 31 - 1

/** What each option must be. */
export const STOP_OPTIONS: OptionChecks<StopServerOptions> = { closeTimeout: integer(0, MAX_TIMER) }

/** Any server of HTTP. Those of HTTP/2 close no connections themselves. */
type HttpServer = Server & { closeIdleConnections?(): void; closeAllConnections?(): void }

const isServer = having('a server, such as http.createServer(handler)', 'close', 'on')

/**
 * Call it before a server listens, so that `stopServer` knows all its connections. Throws `invalid_argument` for no
 * server.
 */
export function watchConnections(server: Server): void {
  isServer(server, 'server')
  openConnectionsOf(server)
}

/** Milliseconds between two looks for connections that have become idle. */
const LOOK = 50

const stopping = new WeakMap<Server, Promise<void>>()

/**
 * Stops a server of HTTP: `await stopServer(server)`, then `await store.close()`. It accepts no more connections,
 * closes idle ones, ends streams of events, and lets requests under way end. Whatever is still open after `closeTimeout` is cut. Resolves once
 * every connection is closed; at once when the server does not listen. Every call for a server returns the same
 * promise.
 *
 * `server.close()` alone waits for ever for a connection over which no request came. Browsers open such ahead of a
 * request. They are closed at once where the server was watched before it listened, else after `closeTimeout`.
 * `handler.attach(server)` and the plugin for Fastify watch it; for any other server call `watchConnections`.
 *
 * Rejects with `invalid_argument` for a wrong server or option.
 */
export async function stopServer(server: Server, options: StopServerOptions = {}): Promise<void> {
  isServer(server, 'server')
  checkOptions<StopServerOptions>('stopServer', options, STOP_OPTIONS)
  const stopped = stopping.get(server) ?? stop(server, options.closeTimeout ?? 8_000)
  stopping.set(server, stopped)
  return stopped
}

async function stop(server: HttpServer, closeTimeout: number): Promise<void> {
  if (!server.listening) return
  const { sockets, sessions } = openConnectionsOf(server)
  const closed = once(server, 'close')
  endStreams(server)
  server.close()
  for (const session of sessions) session.close()
  // Node closes the connections that are idle now. One that answers now is idle later.
  const look = setInterval(() => {
    server.closeIdleConnections?.()
    // To Node these are not idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }, LOOK)
  const cut = setTimeout(() => {
    server.closeAllConnections?.()
    for (const socket of sockets) socket.destroy()
  }, closeTimeout)
  try {
    await closed
  } finally {
    clearInterval(look)
    clearTimeout(cut)
  }
}
