import type { AuditEntry } from '../../audit/audit-entry.ts'
import type { AuditRecords } from '../../audit/audit-records.ts'
import type { Recorded } from '../../events/recorded.ts'
import { retentionEnd } from '../../maintenance/sweep-record.ts'
import type { DoneWrite } from '../../ports/write-events.ts'
import { auditNotesOf } from '../../ports/write-notes.ts'
import { parseTimestamp } from '../../time/timestamp.ts'
import type { Sql } from '../driver/client.ts'
import { trustedSweeps } from '../leases/sweep-writes.ts'
import { ensureTenant, findTenant } from '../tenants/tenants.ts'
import type { Transaction } from '../tenants/transaction.ts'

/** Adds the effects of a write to the audit trail, in the same transaction, if the request asks for it. */
export function auditWrite({ sql, now }: Transaction, done: DoneWrite): void {
  const by = (done.request as Recorded | null)?.record
  if (!by?.audit) return
  for (const { tenant, action, assetId, detail } of auditNotesOf(done)) {
    sql(INSERT_ENTRY).run(
      findTenant(sql, tenant),
      now,
      by.actor,
      action,
      assetId,
      JSON.stringify(detail),
    )
  }
}

const INSERT_ENTRY = `INSERT INTO audit (tenant_id, at, actor, action, asset_id, detail)
  VALUES (?, ?, ?, ?, ?, ?)`

/** `AuditRecords.prune` */
export function pruneAudit(
  { sql, now }: Transaction,
  { olderThan, limit }: Parameters<AuditRecords['prune']>[0],
): number {
  const end = retentionEnd(trustedSweeps(sql), now, olderThan)
  if (end === null) return 0
  const { changes } = sql(PRUNE).run(end, limit)
  return Number(changes)
}

const PRUNE = 'DELETE FROM audit WHERE n IN (SELECT n FROM audit WHERE at < ? ORDER BY at LIMIT ?)'

/** Writes an entry unchanged. */
export function insertAuditEntry(sql: Sql, entry: AuditEntry): void {
  sql(
    `INSERT INTO audit (n, tenant_id, at, actor, action, asset_id, detail)
      VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    entry.number,
    ensureTenant(sql, entry.tenant),
    parseTimestamp(entry.at),
    entry.actor,
    entry.action,
    entry.assetId,
    JSON.stringify(entry.detail),
  )
}
