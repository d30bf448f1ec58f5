import {
  changedDelivery,
  changedWebhook,
  type DeliveryCells,
  type DeliveryChange,
  deliveryOfCells,
  formatTimestamp,
  isDeliveryFor,
  type NewWebhook,
  newDeliveryRecord,
  newWebhookRecord,
  retentionEnd,
  tooManyWebhooks,
  type WebhookChange,
  type WebhookRecord,
  type WebhookRecords,
  webhookNotFound,
} from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { timeAndSweeps } from '../leases/sweeps.ts'
import { lockLivingTenant } from '../tenants/tenants.ts'
import {
  rowOfDelivery,
  rowOfWebhook,
  SELECT_DELIVERY,
  SELECT_WEBHOOK,
  type WebhookRow,
  webhookOfRow,
} from './webhook-row.ts'

/** An endpoint whose row is locked until the transaction ends. */
interface LockedWebhook {
  readonly webhook: WebhookRecord
  readonly tenantId: number
  /** Microseconds. */
  readonly now: number
}

async function lockWebhook(
  sql: Sql,
  { tenant, id }: { readonly tenant: string; readonly id: string },
): Promise<LockedWebhook | null> {
  const [row] = await sql<WebhookRow & { readonly tenant_id: number }>(
    `${SELECT_WEBHOOK} WHERE x.id = $1 AND t.name = $2 FOR NO KEY UPDATE OF x`,
    [id, tenant],
  )
  if (row === undefined) return null
  // After the lock, for which it may have waited.
  const [time] = await sql<{ now: number }>('SELECT $now AS now')
  return { webhook: webhookOfRow(row), tenantId: row.tenant_id, now: time?.now ?? 0 }
}

/** `WebhookRecords.create` */
export async function createWebhook(sql: Sql, webhook: NewWebhook): Promise<WebhookRecord> {
  const { tenant, limit } = webhook
  const { id: tenantId } = await lockLivingTenant(sql, tenant)
  const [row] = await sql<{ n: number; now: number }>(
    'SELECT count(*) AS n, $now AS now FROM $schema.webhooks WHERE tenant_id = $1',
    [tenantId],
  )
  if ((row?.n ?? 0) >= limit) throw tooManyWebhooks(limit)
  const record = newWebhookRecord(webhook, formatTimestamp(row?.now ?? 0))
  await sql(
    `INSERT INTO $schema.webhooks SELECT * FROM json_populate_record(NULL::$schema.webhooks, $1)`,
    [JSON.stringify(rowOfWebhook(record, tenantId))],
  )
  return record
}

/** `WebhookRecords.change` */
export async function changeWebhook(
  sql: Sql,
  { tenant, id, revision, changes, add = [], delivery }: WebhookChange,
): Promise<WebhookRecord | null> {
  const locked = await lockWebhook(sql, { tenant, id })
  if (locked === null) return null
  const { webhook } = locked
  if (revision !== null && webhook.revision !== revision) return null
  if (delivery !== undefined && !(await changeDelivery(sql, locked, delivery))) return null
  const now = formatTimestamp(locked.now)
  if (add.length > 0) {
    const rows = add.map((each) =>
      rowOfDelivery(newDeliveryRecord(each, { webhook, number: 0, now }), locked.tenantId),
    )
    await sql(INSERT_DELIVERIES, [JSON.stringify(rows)])
  }
  const changed = changedWebhook(webhook, changes, now)
  if (changed !== webhook) await replaceWebhook(sql, changed, locked)
  return changed
}

/** The columns of a delivery besides its number. */
const DELIVERY_COLUMNS = `id, tenant_id, webhook_id, event_id, event_n, type, lane, state, attempts, next_at,
  attempted_at, status, answer, created_at, ended_at`

const INSERT_DELIVERIES = `INSERT INTO $schema.deliveries (${DELIVERY_COLUMNS})
  SELECT ${DELIVERY_COLUMNS} FROM ROWS FROM (json_populate_recordset(NULL::$schema.deliveries, $1))
    WITH ORDINALITY AS x (n, ${DELIVERY_COLUMNS}, place) ORDER BY x.place`

async function replaceWebhook(
  sql: Sql,
  webhook: WebhookRecord,
  { tenantId }: LockedWebhook,
): Promise<void> {
  await sql(
    `UPDATE $schema.webhooks w SET (url, types, filter, state, secrets, position, requeue_after, failures,
        failing_since, revision, updated_at) = (SELECT x.url, x.types, x.filter, x.state, x.secrets, x.position,
        x.requeue_after, x.failures, x.failing_since, x.revision, x.updated_at
          FROM json_populate_record(NULL::$schema.webhooks, $1) x)
      WHERE w.id = $2`,
    [JSON.stringify(rowOfWebhook(webhook, tenantId)), webhook.id],
  )
}

/** Resolves to whether it is as the change expects it. */
async function changeDelivery(
  sql: Sql,
  { webhook, now }: LockedWebhook,
  change: DeliveryChange,
): Promise<boolean> {
  // Before the delivery: a purge locks them in this order.
  const isPurged = change.to.tellsAsset === true && !(await lockAssetOf(sql, change.id))
  const [row] = await sql<DeliveryCells>(
    `${SELECT_DELIVERY} WHERE x.id = $1 FOR NO KEY UPDATE OF x`,
    [change.id],
  )
  const before = row === undefined ? undefined : deliveryOfCells(row)
  if (before === undefined || !isDeliveryFor(before, webhook.id, change)) return false
  const { nextIn } = change.to
  const changed = changedDelivery(before, change, {
    now: formatTimestamp(now),
    nextAt: nextIn === null ? null : formatTimestamp(now + nextIn * 1000),
    isPurged,
  })
  const to = rowOfDelivery(changed, 0)
  await sql(
    `UPDATE $schema.deliveries SET state = $2, attempts = $3, next_at = $4::bigint, attempted_at = $5::bigint,
        status = $6::int, answer = $7, ended_at = $8::bigint WHERE n = $1`,
    [to.n, to.state, to.attempts, to.next_at, to.attempted_at, to.status, to.answer, to.ended_at],
  )
  return true
}

/** Keeps the asset of a delivery from being purged until the transaction ends. Resolves to whether it is there. */
async function lockAssetOf(sql: Sql, deliveryId: string): Promise<boolean> {
  const found = await sql(
    `SELECT 1 FROM $schema.assets a WHERE a.id = (
        SELECT nullif(d.lane, '')::uuid FROM $schema.deliveries d WHERE d.id = $1) FOR KEY SHARE OF a`,
    [deliveryId],
  )
  return found.length > 0
}

/** `WebhookRecords.delete` */
export async function deleteWebhook(
  sql: Sql,
  { tenant, id, limit }: Parameters<WebhookRecords['delete']>[0],
): Promise<{ readonly isGone: boolean }> {
  const locked = await lockWebhook(sql, { tenant, id })
  if (locked === null) throw webhookNotFound()
  const gone = await sql(
    `DELETE FROM $schema.deliveries WHERE n = ANY (ARRAY(
      SELECT n FROM $schema.deliveries WHERE webhook_id = $1 ORDER BY webhook_id, n LIMIT $2))
      RETURNING 1`,
    [id, limit],
  )
  const isGone =
    gone.length < limit ||
    (await sql('SELECT 1 FROM $schema.deliveries WHERE webhook_id = $1 LIMIT 1', [id])).length === 0
  if (isGone) await sql('DELETE FROM $schema.webhooks WHERE id = $1', [id])
  else {
    const stopped = { state: 'disabled', secrets: [] } as const
    const changed = changedWebhook(locked.webhook, stopped, formatTimestamp(locked.now))
    await replaceWebhook(sql, changed, locked)
  }
  return { isGone }
}

/** `WebhookRecords.prune`. Skips rows that another transaction holds. */
export async function pruneDeliveries(
  sql: Sql,
  { olderThan, limit }: Parameters<WebhookRecords['prune']>[0],
): Promise<number> {
  const { now, trusted } = await timeAndSweeps(sql)
  const end = retentionEnd(trusted, now, olderThan)
  if (end === null) return 0
  const gone = await sql(
    `DELETE FROM $schema.deliveries WHERE n = ANY (ARRAY(
      SELECT n FROM $schema.deliveries WHERE ended_at < $1 ORDER BY ended_at LIMIT $2
        FOR UPDATE SKIP LOCKED)) RETURNING 1`,
    [end, limit],
  )
  return gone.length
}
