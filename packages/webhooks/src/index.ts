/**
 * Sends the events of a store to URLs, signed as Standard Webhooks.
 *
 * @module
 */
export type { WebhookRules } from './rules/webhook-rules.ts'
export { webhooks } from './webhooks.ts'
