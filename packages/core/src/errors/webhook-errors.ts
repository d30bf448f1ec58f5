import { StowageError } from './stowage-error.ts'

/** `webhook_not_found` */
export function webhookNotFound(): StowageError {
  return new StowageError(
    'webhook_not_found',
    'This tenant has no such webhook, or it was deleted.',
  )
}

/** `too_many_webhooks`: the tenant has `limit` of them. */
export function tooManyWebhooks(limit: number): StowageError {
  return new StowageError(
    'too_many_webhooks',
    `A tenant may have at most ${limit} webhooks. Delete one that is no longer needed.`,
    { context: { limit } },
  )
}

/** `delivery_not_found` */
export function deliveryNotFound(): StowageError {
  return new StowageError(
    'delivery_not_found',
    'This webhook has no such delivery. Deliveries are forgotten 30 days after they ended.',
  )
}
