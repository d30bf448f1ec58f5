/**
 * Mounts a store on `node:http`, `https` and `http2`.
 *
 * @module
 */

export { refuseBody } from './adapter/connection/refuse-body.ts'
export {
  createNodeAdapter,
  type Mount,
  NODE_ADAPTER_OPTIONS,
  type NodeAdapter,
  type NodeAdapterOptions,
  type RoutedRequest,
} from './adapter/create-node-adapter.ts'
export type { NodeRequest, NodeResponse, NodeServer } from './adapter/node-messages.ts'
export {
  createNodeHandler,
  type NodeHandler,
  type NodeHandlerOptions,
} from './handler/create-node-handler.ts'
export { type StoreServer, serve } from './serve/serve.ts'
export type { ServeOptions } from './serve/serve-options.ts'
export { type StopServerOptions, stopServer, watchConnections } from './stop/stop-server.ts'
