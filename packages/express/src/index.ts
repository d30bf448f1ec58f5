export type { StowageMiddleware, StowageOptions } from './middleware/options.ts'
export { stowage } from './middleware/stowage.ts'
