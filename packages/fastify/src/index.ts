/**
 * Mounts a store in a Fastify app.
 *
 * @module
 */
export { createFastifyPlugin } from './plugin/create-fastify-plugin.ts'
export type { StowageFastifyOptions } from './plugin/options.ts'
