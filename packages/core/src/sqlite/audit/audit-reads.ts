import type { AuditDetail, AuditEntry } from '../../audit/audit-entry.ts'
import type { AuditQuery } from '../../audit/audit-records.ts'
import type { StoreEventType } from '../../events/store-events.ts'
import { formatTimestamp, type Micros } from '../../time/timestamp.ts'
import type { Sql, SqliteValue } from '../driver/client.ts'

/** A row of `audit` with the name of its tenant. */
export interface AuditRow {
  readonly n: number
  readonly tenant: string
  readonly at: Micros
  readonly actor: string | null
  readonly action: string
  readonly asset_id: string | null
  readonly detail: string | null
}

/** `AuditRecords.list`. Each query reads a range of one index, in its order. Further conditions skip entries in it. */
export function listAudit(sql: Sql, query: AuditQuery): readonly AuditEntry[] {
  const { tenant, assetId, actor, action, since, until, order, after, limit } = query
  const conditions = ['x.tenant_id = (SELECT id FROM tenants WHERE name = ?)']
  const values: SqliteValue[] = [tenant]
  const add = (condition: string, value: SqliteValue | undefined): void => {
    if (value === undefined) return
    conditions.push(condition)
    values.push(value)
  }
  const isForward = order === 'oldest'
  add('x.asset_id = ?', assetId)
  add('x.actor IS ?', actor)
  add('x.action = ?', action)
  add('x.at >= ?', since)
  add('x.at < ?', until)
  const index = indexFor(query)
  const isBefore = isForward ? '>' : '<'
  if (index !== 'audit_time') add(`x.n ${isBefore} ?`, after ?? undefined)
  else if (after !== null) {
    conditions.push(`(x.at, x.n) ${isBefore} (?, ?)`)
    values.push(atOf(sql, after), after)
  }
  const way = isForward ? '' : 'DESC'
  const sorted = index === 'audit_time' ? `x.at ${way}, x.n ${way}` : `x.n ${way}`
  const text = `SELECT x.*, t.name AS tenant FROM audit x INDEXED BY ${index}
      CROSS JOIN tenants t ON t.id = x.tenant_id
    WHERE ${conditions.join(' AND ')} ORDER BY ${sorted} LIMIT ?`
  return sql<AuditRow>(text)
    .all(...values, limit)
    .map(auditEntryOfRow)
}

/** The index that has the entries of the first condition together, in the requested order. */
function indexFor({ assetId, actor, action, since, until }: AuditQuery): string {
  if (assetId !== undefined) return 'audit_asset'
  if (actor !== undefined) return 'audit_actor'
  if (action !== undefined) return 'audit_action'
  return since !== undefined || until !== undefined ? 'audit_time' : 'audit_tenant'
}

/** Whether an index has the requested entries together, without others between them. Else there may be very many others. */
export function isOfOneIndex({ assetId, actor, action, since, until }: AuditQuery): boolean {
  const isOfTime = since !== undefined || until !== undefined
  return (
    [assetId, actor, action].filter((each) => each !== undefined).length + Number(isOfTime) <= 1
  )
}

/** When the entry was made; 0 when it is forgotten, as are then all older ones. */
function atOf(sql: Sql, n: number): Micros {
  return sql<{ at: Micros }>('SELECT at FROM audit WHERE n = ?').get(n)?.at ?? 0
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
    detail: JSON.parse(row.detail ?? '{}') as AuditDetail,
  }
}
