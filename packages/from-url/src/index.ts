/**
 * Files by their URLs, as sources of uploads.
 *
 * @module
 */
export { fromUrl } from './from-url.ts'
export type { FromUrlRules } from './rules/from-url-rules.ts'
