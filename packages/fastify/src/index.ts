/**
 * Mounts a store in a Fastify app.
 *
 * @module
 */
export { type StopServerOptions, stopServer } from '@stowage/node'
export { createFastifyPlugin } from './plugin/create-fastify-plugin.ts'
export type { StowageFastifyOptions } from './plugin/options.ts'
