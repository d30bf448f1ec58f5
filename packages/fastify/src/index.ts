export type { StowageOptions } from './plugin/options.ts'
export { stowage, stowage as default } from './plugin/stowage.ts'
