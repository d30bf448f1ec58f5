import {
  type AuditBy,
  type Audited,
  type AuditNote,
  type AuditRecords,
  auditNotes,
  inNotedOrder,
  retentionEnd,
} from '@stowage/core/ports'
import type { Sql } from '../connection/database.ts'
import { lockTenant } from '../tenants/tenants.ts'

type Verb = Exclude<keyof typeof auditNotes, 'insert'>

/**
 * The same work, which notes itself at its end when the request says so. Then it locks the tenant first, and holds the
 * lock until its commit: so the numbers of a tenant's entries are in the order of the commits.
 */
export function noted<Result>(
  verb: Verb,
  request: Audited & { readonly tenant: string },
  work: (sql: Sql) => Promise<Result>,
): (sql: Sql) => Promise<Result> {
  if (request.audit === undefined) return work
  return async (sql) => {
    await lockTenant(sql, request.tenant)
    const result = await work(sql)
    await noteWrite(sql, verb, request, result)
    return result
  }
}

/** Notes what was done when the request says so. The tenants are locked. */
export async function noteWrite(
  sql: Sql,
  verb: Verb,
  request: Audited,
  result: unknown,
): Promise<void> {
  if (request.audit === undefined) return
  const notes = auditNotes[verb] as (request: unknown, result: unknown) => readonly AuditNote[]
  await addNotes(sql, [{ by: request.audit, notes: inNotedOrder(notes(request, result)) }])
}

/** Adds entries in this order. The tenants are there, and locked. */
export async function addNotes(
  sql: Sql,
  acts: readonly { readonly by: AuditBy; readonly notes: readonly AuditNote[] }[],
): Promise<void> {
  const rows = acts.flatMap(({ by, notes }) =>
    notes.map(({ tenant, action, assetId, detail }) => ({
      tenant,
      actor: by.actor,
      action,
      asset_id: assetId,
      detail,
    })),
  )
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

/** `AuditRecords.prune`. Passes over rows that another transaction is deleting. */
export async function pruneAudit(
  sql: Sql,
  { olderThan, limit }: Parameters<AuditRecords['prune']>[0],
): Promise<number> {
  const [sweep] = await sql<{ now: number; trusted: number | null }>(
    'SELECT $now AS now, trusted FROM $schema.sweeps',
  )
  const end = retentionEnd(sweep?.trusted ?? null, sweep?.now ?? 0, olderThan)
  if (end === null) return 0
  const gone = await sql(
    `DELETE FROM $schema.audit WHERE n = ANY (ARRAY(
      SELECT n FROM $schema.audit WHERE at < $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED))
      RETURNING 1`,
    [end, limit],
  )
  return gone.length
}
