export { createFastifyPlugin } from './plugin/create-fastify-plugin.ts'
export type { StowageFastifyOptions } from './plugin/options.ts'
