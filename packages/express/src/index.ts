/**
 * Mounts a store in an Express app.
 *
 * @module
 */
export { type StopServerOptions, stopServer } from '@stowage/node'
export { createExpressHandler } from './handler/create-express-handler.ts'
export type { ExpressHandler, ExpressHandlerOptions } from './handler/options.ts'
