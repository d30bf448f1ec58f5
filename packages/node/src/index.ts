export {
  createEdge,
  type Edge,
  type EdgeOptions,
  type Mount,
  type RoutedRequest,
} from './edge/create-edge.ts'
export type { LingerLimits } from './edge/lingering-close.ts'
export type { NodeRequest, NodeResponse, NodeServer } from './edge/node-messages.ts'
export { createHandler, type HandlerOptions, type NodeHandler } from './handler/create-handler.ts'
