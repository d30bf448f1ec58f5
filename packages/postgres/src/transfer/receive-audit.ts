import { parseTimestamp, type TransferEntry } from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'

/** Makes audit entries equal to those of the source database, with their numbers. New ones get higher numbers. */
export async function receiveAudit(
  sql: Sql,
  entries: readonly Extract<TransferEntry, { readonly kind: 'audit' }>[],
  idOf: (tenant: string) => number,
): Promise<void> {
  if (entries.length === 0) return
  await sql('DELETE FROM $schema.audit WHERE n = ANY($1::bigint[])', [
    entries.map(({ key }) => key),
  ])
  const rows = entries.flatMap(({ value }) => {
    if (value === null) return []
    const { number, tenant, at, actor, action, assetId, detail } = value
    const act = { actor, action, asset_id: assetId, detail }
    return [Object.assign(act, { n: number, tenant_id: idOf(tenant), at: parseTimestamp(at) })]
  })
  if (rows.length === 0) return
  await sql(
    `INSERT INTO $schema.audit (n, tenant_id, at, actor, action, asset_id, detail)
      OVERRIDING SYSTEM VALUE
      SELECT n, tenant_id, at, actor, action, asset_id, detail
        FROM json_populate_recordset(NULL::$schema.audit, $1)`,
    [JSON.stringify(rows)],
  )
  await sql(
    `SELECT setval(pg_get_serial_sequence('$schema.audit', 'n'),
      greatest((SELECT max(n) FROM $schema.audit), 1))`,
  )
}
