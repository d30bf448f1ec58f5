import { type ApiOptions, createApi } from '@stowage/api'
import type { AssetStore } from '@stowage/core'
import {
  createNodeAdapter,
  type Mount,
  type NodeAdapterOptions,
} from '../adapter/create-node-adapter.ts'
import type { NodeRequest, NodeResponse, NodeServer } from '../adapter/node-messages.ts'

/** The api's options, and how the handler is mounted. */
export interface HandlerOptions extends ApiOptions, NodeAdapterOptions {
  /**
   * Path that the handler is mounted under, such as `/media`. Leave it out where a framework mounts the
   * handler (`app.use('/media', handler)`): its mount counts by itself. Default: the root.
   */
  readonly path?: string
}

/** A request listener of node:http, node:https and node:http2, and a Connect middleware. Holds nothing open. */
export interface NodeHandler {
  /** Without `next`, what is not below `/api/v1` of the mount is answered 404. */
  (req: NodeRequest, res: NodeResponse, next?: () => void): void
  /**
   * Lets `Expect: 100-continue` be refused before any body is asked for; without it Node says 100 by
   * itself. Other requests of the server are treated as before. `mount.path` is where the server has the
   * handler when a framework mounts it; default: the `path` option. Returns what undoes it.
   */
  attach(server: NodeServer, mount?: Mount): () => void
}

/** Mounts a store: `http.createServer({ requestTimeout: 0, headersTimeout: 60_000 }, createHandler(store))`. */
export function createHandler(store: AssetStore, options: HandlerOptions = {}): NodeHandler {
  const edge = createNodeAdapter(createApi(store, options), options)
  const { path = '' } = options
  const handler = (req: NodeRequest, res: NodeResponse, next?: () => void) => {
    void edge.handle(req, res, { path, next })
  }
  return Object.assign(handler, {
    attach: (server: NodeServer, mount: Mount = { path }) => edge.attach(server, mount),
  })
}
