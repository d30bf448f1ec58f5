import { createServer, type Server } from 'node:http'
import { normalizeMountPath } from '@stowage/api'
import type { AssetStore } from '@stowage/core'
import { checkOptions, pickOptions } from '@stowage/core/internal'
import {
  createNodeHandler,
  NODE_HANDLER_OPTIONS,
  type NodeHandlerOptions,
} from '../handler/create-node-handler.ts'
import { stopServer } from '../stop/stop-server.ts'
import { listen } from './listen.ts'
import { SERVE_OPTIONS, type ServeOptions } from './serve-options.ts'

/** A store that is served. */
export interface StoreServer {
  /** Where it listens, with `path`: `http://127.0.0.1:3000/media`. `/api/v1` comes after it. */
  readonly url: string
  /** The server, for what this package does not do. */
  readonly server: Server
  /**
   * Accepts no more connections, and lets requests under way end within `closeTimeout`. Then closes the store if
   * `closeStore` is set. Signals have their former effect again as soon as it is called. Every call returns the same
   * promise.
   */
  close(): Promise<void>
  /** `close`, for `await using server = await serve(store)`. */
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * The time-outs of a server of uploads. The handler limits slow bodies itself. An idle connection is kept longer than
 * the 60 s of nginx and most load balancers: a server that closes it first would break their next request.
 */
const TIMEOUTS = { requestTimeout: 0, headersTimeout: 60_000, keepAliveTimeout: 65_000 } as const

/**
 * Serves a store on a port of its own, over HTTP/1: `await serve(store, { port: 3000 })`. Resolves once it listens.
 * SIGTERM and SIGINT stop it, with time for requests under way.
 *
 * Rejects with `invalid_argument`, whose `context.argument` names what is wrong: the store, an option, a port that is
 * in use. Store and signals then stay as they were.
 */
export async function serve(store: AssetStore, options: ServeOptions = {}): Promise<StoreServer> {
  checkOptions<ServeOptions>('serve', options, SERVE_OPTIONS)
  const handler = createNodeHandler(
    store,
    pickOptions<NodeHandlerOptions>(options, NODE_HANDLER_OPTIONS),
  )
  const { port = 3000, host = '127.0.0.1', path = '' } = options
  const { signals = ['SIGTERM', 'SIGINT'], closeTimeout = 8_000, closeStore = false } = options
  const server = createServer(TIMEOUTS, handler)
  handler.attach(server)
  const origin = await listen(server, port, host)
  const listened = signals === false ? [] : signals
  let closed: Promise<void> | undefined

  async function stop(): Promise<void> {
    for (const signal of listened) process.off(signal, onSignal)
    await stopServer(server, { closeTimeout })
    if (closeStore) await store.close()
  }

  function close(): Promise<void> {
    closed ??= stop()
    return closed
  }

  // If the last step fails, its error ends the process, like any error that nothing handles.
  const onSignal = () => void close()
  for (const signal of listened) process.on(signal, onSignal)
  const url = origin + normalizeMountPath(path)
  return { url, server, close, [Symbol.asyncDispose]: close }
}
