import {
  type AuditRecords,
  auditNotesOf,
  type DoneWrite,
  type Recorded,
  retentionEnd,
} from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { timeAndSweeps } from '../leases/sweeps.ts'

/**
 * Adds the effects of writes to the audit trail, in this order, if their requests ask for it. The tenants exist and are
 * locked.
 */
export async function auditWrites(sql: Sql, writes: readonly DoneWrite[]): Promise<void> {
  const rows = writes.flatMap((done) => {
    const by = (done.request as Recorded | undefined)?.record
    if (!by?.audit) return []
    return auditNotesOf(done).map(({ tenant, action, assetId, detail }) => ({
      tenant,
      actor: by.actor,
      action,
      asset_id: assetId,
      detail,
    }))
  })
  if (rows.length === 0) return
  await sql(
    `INSERT INTO $schema.audit (tenant_id, at, actor, action, asset_id, detail)
      SELECT t.id, clock.now, x.actor, x.action, x.asset_id, x.detail
        FROM (SELECT $now AS now) AS clock,
          ROWS FROM (json_to_recordset($1)
            AS (tenant text, actor text, action text, asset_id uuid, detail json))
            WITH ORDINALITY AS x (tenant, actor, action, asset_id, detail, position)
        JOIN $schema.tenants t ON t.name = x.tenant ORDER BY x.position`,
    [JSON.stringify(rows)],
  )
}

/** `AuditRecords.prune`. Skips rows that another transaction is deleting. */
export async function pruneAudit(
  sql: Sql,
  { olderThan, limit }: Parameters<AuditRecords['prune']>[0],
): Promise<number> {
  const { now, trusted } = await timeAndSweeps(sql)
  const end = retentionEnd(trusted, now, olderThan)
  if (end === null) return 0
  const gone = await sql(
    `DELETE FROM $schema.audit WHERE n = ANY (ARRAY(
      SELECT n FROM $schema.audit WHERE at < $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED))
      RETURNING 1`,
    [end, limit],
  )
  return gone.length
}
