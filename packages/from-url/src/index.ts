/**
 * Uploads files from URLs.
 *
 * @module
 */
export { fromUrl } from './from-url.ts'
export type { FromUrlRules } from './rules/from-url-rules.ts'
