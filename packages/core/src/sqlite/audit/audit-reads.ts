import type { AuditAction, AuditDetail, AuditEntry } from '../../model/audit-entry.ts'
import { formatTimestamp, type Micros } from '../../model/timestamp.ts'
import type { AuditQuery } from '../../ports/audit-records.ts'
import type { Sql, SqliteValue } from '../engine/client.ts'

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

/** `AuditRecords.list`. The tenant's entries, or those of one asset, are a range of an index in the order of numbers. */
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
  add(isForward ? 'x.n > ?' : 'x.n < ?', after ?? undefined)
  const text = `SELECT x.*, t.name AS tenant FROM audit x JOIN tenants t ON t.id = x.tenant_id
    WHERE ${conditions.join(' AND ')} ORDER BY x.n ${isForward ? '' : 'DESC'} LIMIT ?`
  return sql<AuditRow>(text)
    .all(...values, limit)
    .map(auditEntryOfRow)
}

/** The entry of a row. */
export function auditEntryOfRow(row: AuditRow): AuditEntry {
  return {
    number: row.n,
    tenant: row.tenant,
    at: formatTimestamp(row.at),
    actor: row.actor,
    action: row.action as AuditAction,
    assetId: row.asset_id,
    detail: JSON.parse(row.detail ?? '{}') as AuditDetail,
  }
}
