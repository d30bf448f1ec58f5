import { API_OPTIONS, type ApiOptions, createApi, mountPath } from '@stowage/api'
import type { AssetStore } from '@stowage/core'
import { checkOptions, type OptionChecks, pickOptions } from '@stowage/core/internal'
import {
  createNodeAdapter,
  type Mount,
  NODE_ADAPTER_OPTIONS,
  type NodeAdapterOptions,
} from '../adapter/create-node-adapter.ts'
import type { NodeRequest, NodeResponse, NodeServer } from '../adapter/node-messages.ts'

/** The api's options, and how the handler is mounted. */
export interface NodeHandlerOptions extends ApiOptions, NodeAdapterOptions {
  /**
   * Path that the handler is mounted under, such as `/media`. Leave it out where a framework mounts the
   * handler (`app.use('/media', handler)`): the handler finds that mount. Default: the root.
   */
  readonly path?: string
}

/** A request listener of node:http, node:https and node:http2, and a Connect middleware. Holds nothing open. */
export interface NodeHandler {
  /** Without `next`, requests neither below the mount's `/api/v1` nor for a path of the `page` get 404. */
  (req: NodeRequest, res: NodeResponse, next?: () => void): void
  /**
   * Lets the handler refuse `Expect: 100-continue` before any body is asked for; otherwise Node answers 100 by itself.
   * Other requests of the server are treated as before. `mount.path` is the handler's path on the server when a
   * framework mounts it; default: the `path` option. Returns a function that undoes it.
   */
  attach(server: NodeServer, mount?: Mount): () => void
}

/** What each option must be. */
export const NODE_HANDLER_OPTIONS: OptionChecks<NodeHandlerOptions> = {
  ...API_OPTIONS,
  ...NODE_ADAPTER_OPTIONS,
  path: mountPath,
}

/**
 * Mounts a store: `http.createServer({ requestTimeout: 0, headersTimeout: 60_000 }, createNodeHandler(store))`.
 * Throws `invalid_argument`, whose `context.argument` names what is wrong: the store, or an option.
 */
export function createNodeHandler(
  store: AssetStore,
  options: NodeHandlerOptions = {},
): NodeHandler {
  checkOptions<NodeHandlerOptions>('createNodeHandler', options, NODE_HANDLER_OPTIONS)
  const api = createApi(store, pickOptions<ApiOptions>(options, API_OPTIONS))
  const adapter = createNodeAdapter(
    api,
    pickOptions<NodeAdapterOptions>(options, NODE_ADAPTER_OPTIONS),
  )
  const { path = '' } = options
  const handler = (req: NodeRequest, res: NodeResponse, next?: () => void) => {
    void adapter.handle(req, res, { path, next })
  }
  return Object.assign(handler, {
    attach: (server: NodeServer, mount: Mount = { path }) => adapter.attach(server, mount),
  })
}
