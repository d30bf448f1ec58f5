import {
  DELIVERY_STATES,
  type DeliveryCells,
  type DeliveryQuery,
  type DeliveryRecord,
  deliveryOfCells,
  type FoundWebhook,
  formatTimestamp,
  type LatePage,
  type LateQuery,
  type WaitingQuery,
  type WebhookRecord,
  type WebhookRecords,
} from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { SELECT_DELIVERY, SELECT_WEBHOOK, type WebhookRow, webhookOfRow } from './webhook-row.ts'

/** `WebhookRecords.get` */
export async function getWebhook(
  sql: Sql,
  { tenant, id }: { readonly tenant: string; readonly id: string },
): Promise<FoundWebhook | null> {
  const [row] = await sql<WebhookRow & { now: number }>(
    `SELECT found.*, $now AS now FROM (${SELECT_WEBHOOK} WHERE x.id = $1 AND t.name = $2) AS found`,
    [id, tenant],
  )
  return row === undefined ? null : { webhook: webhookOfRow(row), now: formatTimestamp(row.now) }
}

/** `WebhookRecords.list` */
export async function listWebhooks(
  sql: Sql,
  { tenant, after, limit }: Parameters<WebhookRecords['list']>[0],
): Promise<readonly WebhookRecord[]> {
  const [ofTenant, values] =
    tenant === undefined
      ? ['', []]
      : ['x.tenant_id = (SELECT id FROM $schema.tenants WHERE name = $3) AND', [tenant]]
  const rows = await sql<WebhookRow>(
    `${SELECT_WEBHOOK} WHERE ${ofTenant} x.id > $1 ORDER BY x.id LIMIT $2`,
    [after ?? '', limit, ...values],
  )
  return rows.map(webhookOfRow)
}

/** `WebhookRecords.waiting` */
export async function waitingDeliveries(
  sql: Sql,
  { webhookId, assetId, after, limit }: WaitingQuery,
): ReturnType<WebhookRecords['waiting']> {
  const [ofLane, values] = assetId === undefined ? ['', []] : ['AND x.lane = $4', [assetId ?? '']]
  const order = assetId === undefined ? 'x.state, x.n' : 'x.n'
  const rows = await sql<{ now: number } & Partial<DeliveryCells>>(
    `SELECT clock.now, found.* FROM (SELECT $now AS now) AS clock LEFT JOIN (
      ${SELECT_DELIVERY} WHERE x.webhook_id = $1 AND x.state = 0 ${ofLane} AND x.n > $2
      ORDER BY ${order} LIMIT $3) AS found ON true ORDER BY found.n`,
    [webhookId, after, limit, ...values],
  )
  const found = rows.filter((row) => row.n != null) as readonly DeliveryCells[]
  return {
    deliveries: found.map(deliveryOfCells),
    now: formatTimestamp(rows[0]?.now ?? 0),
  }
}

/** Walks from one endpoint with waiting deliveries to the next. What is compared together is found by its index. */
const LATE = `WITH RECURSIVE walk (webhook_id, step) AS (
    SELECT $1::text COLLATE "C", 0
    UNION ALL
    SELECT n.webhook_id, w.step + 1 FROM walk w, LATERAL (
        SELECT webhook_id FROM $schema.deliveries WHERE state = 0 AND webhook_id > w.webhook_id
          ORDER BY webhook_id, lane, n LIMIT 1) n
      WHERE w.step < $2::int),
  looked AS MATERIALIZED (SELECT webhook_id FROM walk WHERE step > 0 LIMIT $2)
  SELECT oldest.lane, oldest.created_at + $3::bigint * 1000 <= $now AS is_late, oldest.webhook_id AS looked_at, found.*
    FROM looked l, LATERAL (
        SELECT webhook_id, lane, created_at FROM $schema.deliveries d WHERE d.webhook_id = l.webhook_id AND d.state = 0
          ORDER BY d.state, d.n LIMIT 1) oldest
      LEFT JOIN LATERAL (${SELECT_WEBHOOK} WHERE x.id = oldest.webhook_id AND x.state = 'enabled') AS found ON true
    ORDER BY oldest.webhook_id`

/** `WebhookRecords.late` */
export async function lateWebhooks(
  sql: Sql,
  { waitedFor, after, limit }: LateQuery,
): Promise<LatePage> {
  const rows = await sql<
    WebhookRow & { readonly lane: string; readonly is_late: boolean; readonly looked_at: string }
  >(LATE, [after ?? '', limit, waitedFor])
  const late = rows.flatMap((row) =>
    row.is_late && row.id !== null ? { webhook: webhookOfRow(row), assetId: row.lane || null } : [],
  )
  return { late, next: rows.length < limit ? null : (rows.at(-1)?.looked_at ?? null) }
}

/** `WebhookRecords.deliveries` */
export async function listDeliveries(
  sql: Sql,
  { tenant, webhookId, state, before, limit }: DeliveryQuery,
): Promise<readonly DeliveryRecord[]> {
  const [ofState, values] =
    state === undefined ? ['', []] : ['AND x.state = $5', [DELIVERY_STATES[state]]]
  const rows = await sql<DeliveryCells>(
    `${SELECT_DELIVERY} WHERE x.webhook_id = $1 AND t.name = $2 ${ofState} AND x.n < $3
      ORDER BY x.n DESC LIMIT $4`,
    [webhookId, tenant, before ?? Number.MAX_SAFE_INTEGER, limit, ...values],
  )
  return rows.map(deliveryOfCells)
}

/** `WebhookRecords.delivery` */
export async function getDelivery(
  sql: Sql,
  { tenant, webhookId, id }: Parameters<WebhookRecords['delivery']>[0],
): Promise<DeliveryRecord | null> {
  const [row] = await sql<DeliveryCells>(
    `${SELECT_DELIVERY} WHERE x.id = $1 AND t.name = $2 AND x.webhook_id = $3`,
    [id, tenant, webhookId],
  )
  return row === undefined ? null : deliveryOfCells(row)
}
