/**
 * What the suites of `@stowage/testing` need of the API. Not for apps: it may change with any release.
 *
 * @module
 */
export { entityTag } from './documents/entity-tag.ts'
export type { EventResource } from './events/event-resource.ts'
export type { EventCollection } from './events/read-events.ts'
export type { JobCollection, JobResource } from './jobs/job-resource.ts'
export type { KeyCollection, KeyResource, NewKeyAttributes } from './keys/key-resource.ts'
export { openApiDocument } from './openapi/openapi-document.ts'
export type { UploadCollection, UploadResource } from './resumable/answers/upload-resource.ts'
export { ROUTES } from './routes/routes.ts'
export type { UploadTicketResource } from './tickets/upload-ticket-resource.ts'
export type { DeliveryCollection, WebhookCollection } from './webhooks/webhook-page.ts'
export type { NewWebhookAttributes, WebhookResource } from './webhooks/webhook-resource.ts'
