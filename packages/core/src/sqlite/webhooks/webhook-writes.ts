import { tooManyWebhooks, webhookNotFound } from '../../errors/webhook-errors.ts'
import { retentionEnd } from '../../maintenance/sweep-record.ts'
import { addMillis, formatTimestamp } from '../../time/timestamp.ts'
import type { WebhookRecord } from '../../webhooks/webhook.ts'
import {
  changedDelivery,
  changedWebhook,
  isDeliveryFor,
  newDeliveryRecord,
  newWebhookRecord,
} from '../../webhooks/webhook-changes.ts'
import type {
  DeliveryChange,
  NewWebhook,
  WebhookChange,
  WebhookRecords,
} from '../../webhooks/webhook-records.ts'
import { trustedSweeps } from '../leases/sweep-writes.ts'
import { ensureTenant } from '../tenants/tenants.ts'
import type { Transaction } from '../tenants/transaction.ts'
import { findDelivery, findWebhook } from './webhook-reads.ts'
import { putDelivery, putWebhook } from './webhook-row.ts'

/** `WebhookRecords.create` */
export function createWebhook({ sql, now }: Transaction, webhook: NewWebhook): WebhookRecord {
  const { tenant, limit } = webhook
  const tenantId = ensureTenant(sql, tenant)
  const { n } = sql<{ n: number }>('SELECT count(*) AS n FROM webhooks WHERE tenant_id = ?').get(
    tenantId,
  ) as { readonly n: number }
  if (n >= limit) throw tooManyWebhooks(limit)
  const record = newWebhookRecord(webhook, formatTimestamp(now))
  putWebhook(sql, record)
  return record
}

/** `WebhookRecords.change` */
export function changeWebhook(
  transaction: Transaction,
  { tenant, id, revision, changes, add = [], delivery }: WebhookChange,
): WebhookRecord | null {
  const { sql, now } = transaction
  const webhook = findWebhook(sql, { tenant, id })
  if (webhook === null || (revision !== null && webhook.revision !== revision)) return null
  if (delivery !== undefined && !changeDelivery(transaction, webhook, delivery)) return null
  const at = formatTimestamp(now)
  for (const each of add) {
    // Null: the database numbers it.
    const record = newDeliveryRecord(each, { webhook, number: 0, now: at })
    putDelivery(sql, { ...record, number: null })
  }
  const changed = changedWebhook(webhook, changes, at)
  if (changed !== webhook) putWebhook(sql, changed)
  return changed
}

/** Returns whether it is as the change expects it. */
function changeDelivery(
  { sql, now }: Transaction,
  { id: webhookId, tenant }: WebhookRecord,
  change: DeliveryChange,
): boolean {
  const before = findDelivery(sql, { tenant, webhookId, id: change.id })
  if (before === null || !isDeliveryFor(before, webhookId, change)) return false
  const { nextIn } = change.to
  const nextAt = nextIn === null ? null : formatTimestamp(addMillis(now, nextIn))
  const isPurged =
    before.assetId !== null &&
    sql('SELECT 1 FROM assets WHERE id = ?').get(before.assetId) === undefined
  putDelivery(sql, changedDelivery(before, change, { now: formatTimestamp(now), nextAt, isPurged }))
  return true
}

/** `WebhookRecords.delete` */
export function deleteWebhook(
  { sql, now }: Transaction,
  { tenant, id, limit }: Parameters<WebhookRecords['delete']>[0],
): { readonly isGone: boolean } {
  const webhook = findWebhook(sql, { tenant, id })
  if (webhook === null) throw webhookNotFound()
  const { changes } = sql(
    `DELETE FROM deliveries WHERE n IN (
      SELECT n FROM deliveries INDEXED BY deliveries_webhook WHERE webhook_id = ? ORDER BY n LIMIT ?)`,
  ).run(id, limit)
  const isGone =
    Number(changes) < limit ||
    sql('SELECT 1 FROM deliveries WHERE webhook_id = ? LIMIT 1').get(id) === undefined
  if (isGone) sql('DELETE FROM webhooks WHERE id = ?').run(id)
  else {
    const stopped = { state: 'disabled', secrets: [] } as const
    putWebhook(sql, changedWebhook(webhook, stopped, formatTimestamp(now)))
  }
  return { isGone }
}

/** `WebhookRecords.prune` */
export function pruneDeliveries(
  { sql, now }: Transaction,
  { olderThan, limit }: Parameters<WebhookRecords['prune']>[0],
): number {
  const end = retentionEnd(trustedSweeps(sql), now, olderThan)
  if (end === null) return 0
  return Number(sql(PRUNE).run(end, limit).changes)
}

const PRUNE = `DELETE FROM deliveries WHERE n IN (
  SELECT n FROM deliveries INDEXED BY deliveries_ended WHERE ended_at < ? AND ended_at IS NOT NULL
    ORDER BY ended_at LIMIT ?)`
