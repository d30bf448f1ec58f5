export {
  createNodeAdapter,
  type Mount,
  type NodeAdapter,
  type NodeAdapterOptions,
  type RoutedRequest,
} from './adapter/create-node-adapter.ts'
export type { LingerLimits } from './adapter/lingering-close.ts'
export type { NodeRequest, NodeResponse, NodeServer } from './adapter/node-messages.ts'
export { createHandler, type HandlerOptions, type NodeHandler } from './handler/to-node-handler.ts'
