/**
 * What the suites of `@stowage/testing` need of the API. Not for apps: it may change with any release.
 *
 * @module
 */
export { entityTag } from './documents/assets/entity-tag.ts'
export type { KeyCollection, KeyResource, NewKeyAttributes } from './documents/keys/key-resource.ts'
export type { UploadTicketResource } from './documents/keys/upload-ticket-resource.ts'
export { openApiDocument } from './openapi/openapi-document.ts'
export { ROUTES } from './routes/routes.ts'
