import {
  type AuditDetail,
  type AuditEntry,
  type AuditQuery,
  formatTimestamp,
  type StoreEventType,
} from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { isUuid } from '../schema/asset-id.ts'

/** A row of `audit` with the name of its tenant. */
export interface AuditRow {
  readonly n: number
  readonly tenant: string
  readonly at: number
  readonly actor: string | null
  readonly action: string
  readonly asset_id: string | null
  readonly detail: AuditDetail | null
}

/** Selects an `AuditRow`; a `WHERE` follows. */
export const SELECT_AUDIT =
  'SELECT t.name AS tenant, x.* FROM $schema.audit x JOIN $schema.tenants t ON t.id = x.tenant_id'

const TENANT_ID = '(SELECT id FROM $schema.tenants WHERE name = $1)'

/** `AuditRecords.list`. Each query reads a range of one index, in its order. */
export async function listAudit(sql: Sql, query: AuditQuery): Promise<readonly AuditEntry[]> {
  const { tenant, assetId, actor, action, since, until, order, after, limit } = query
  if (assetId !== undefined && !isUuid(assetId)) return []
  const values: unknown[] = [tenant, limit]
  const conditions = [`x.tenant_id = ${TENANT_ID}`]
  const add = (condition: (parameter: string) => string, value: unknown): void => {
    if (value === undefined) return
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  const isForward = order === 'oldest'
  add((value) => `x.asset_id = ${value}::uuid`, assetId)
  if (actor === null) conditions.push('x.actor IS NULL')
  else add((value) => `x.actor = ${value}::text`, actor)
  add((value) => `x.action = ${value}`, action)
  const isByTime =
    [assetId, actor, action].every((each) => each === undefined) &&
    (since !== undefined || until !== undefined)
  // Compared together with the tenant, so that only an index with both serves it, not the one by age of all
  // tenants.
  const time = isByTime ? '(x.tenant_id, x.at)' : 'x.at'
  const bound = (value: string): string =>
    isByTime ? `(${TENANT_ID}, ${value}::bigint)` : `${value}::bigint`
  add((value) => `${time} >= ${bound(value)}`, since)
  add((value) => `${time} < ${bound(value)}`, until)
  const [before, way] = isForward ? ['>', ''] : ['<', 'DESC']
  add(
    (value) =>
      isByTime
        ? `(x.at, x.n) ${before} (coalesce((SELECT at FROM $schema.audit WHERE n = ${value}::bigint), 0), ${value}::bigint)`
        : `x.n ${before} ${value}::bigint`,
    after ?? undefined,
  )
  // The planner does not treat `IS NULL` as a constant, so the order names the column.
  const first = isByTime
    ? ['x.at']
    : actor === null && assetId === undefined && action === undefined
      ? ['x.actor']
      : []
  const rows = await sql<AuditRow>(
    `${SELECT_AUDIT} WHERE ${conditions.join(' AND ')}
      ORDER BY ${['x.tenant_id', ...first, 'x.n'].map((column) => `${column} ${way}`).join(', ')} LIMIT $2`,
    values,
  )
  return rows.map(auditEntryOfRow)
}

/** The entry of a row. */
export function auditEntryOfRow(row: AuditRow): AuditEntry {
  return {
    number: row.n,
    tenant: row.tenant,
    at: formatTimestamp(row.at),
    actor: row.actor,
    action: row.action as StoreEventType,
    assetId: row.asset_id,
    detail: row.detail ?? {},
  }
}
