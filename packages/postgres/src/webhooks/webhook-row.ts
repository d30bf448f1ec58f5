import {
  cellsOfDelivery,
  type DeliveryCells,
  type DeliveryRecord,
  parseTimestamp,
  parseTimestampOrNull,
  type SealedSecret,
  type WebhookCells,
  type WebhookRecord,
  webhookOfCells,
} from '@stowage/core/internal'

/** A row of `webhooks` with the name of its tenant. */
export interface WebhookRow extends WebhookCells {
  readonly types: WebhookRecord['types']
  readonly filter: WebhookRecord['filter']
  readonly secrets: readonly SealedSecret[]
}

/** Selects a `WebhookRow`; a `WHERE` follows. */
export const SELECT_WEBHOOK =
  'SELECT t.name AS tenant, x.* FROM $schema.webhooks x JOIN $schema.tenants t ON t.id = x.tenant_id'

/** The endpoint of a row. */
export function webhookOfRow(row: WebhookRow): WebhookRecord {
  return webhookOfCells(row, row)
}

/** The row of an endpoint, without its tenant's name. */
export function rowOfWebhook(
  webhook: WebhookRecord,
  tenantId: number,
): Omit<WebhookRow, 'tenant'> & { readonly tenant_id: number } {
  return {
    id: webhook.id,
    tenant_id: tenantId,
    url: webhook.url,
    types: webhook.types,
    filter: webhook.filter,
    state: webhook.state,
    secrets: webhook.secrets,
    position: webhook.position,
    requeue_after: webhook.requeueAfter,
    failures: webhook.failures,
    failing_since: parseTimestampOrNull(webhook.failingSince),
    revision: webhook.revision,
    created_at: parseTimestamp(webhook.createdAt),
    updated_at: parseTimestamp(webhook.updatedAt),
  }
}

/** Selects `DeliveryCells`; a `WHERE` follows. */
export const SELECT_DELIVERY =
  'SELECT t.name AS tenant, x.* FROM $schema.deliveries x JOIN $schema.tenants t ON t.id = x.tenant_id'

/** The row of a delivery, without its tenant's name. */
export function rowOfDelivery(
  delivery: DeliveryRecord,
  tenantId: number,
): Omit<DeliveryCells, 'tenant'> & { readonly tenant_id: number } {
  return Object.assign(cellsOfDelivery(delivery), { tenant_id: tenantId })
}
