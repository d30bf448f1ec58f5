import type { Sql } from '../connection/database.ts'

/** A row of `idempotency_records`: an upload whose repetition is recognised. */
export interface IdempotencyRow {
  readonly tenant_id: number
  readonly key: string
  readonly digest: string
  readonly expires_at: number
  readonly ids: readonly string[]
}

/** The rows of these keys, by tenant and key, written `<tenant id> <key>`. The tenants are locked. */
export async function idempotencyRows(
  sql: Sql,
  wanted: readonly { readonly tenantId: number; readonly key: string }[],
): Promise<ReadonlyMap<string, IdempotencyRow>> {
  if (wanted.length === 0) return new Map()
  const rows = await sql<IdempotencyRow>(
    `SELECT r.* FROM $schema.idempotency_records r
      JOIN unnest($1::int[], $2::text[]) AS wanted (tenant_id, key) USING (tenant_id, key)`,
    [wanted.map(({ tenantId }) => tenantId), wanted.map(({ key }) => key)],
  )
  return new Map(rows.map((row) => [`${row.tenant_id} ${row.key}`, row]))
}

/** A step of a `WITH` that writes the rows of the JSON list in this parameter and replaces expired ones. */
export function idempotencyStep(parameter: string): string {
  return `recognised AS (INSERT INTO $schema.idempotency_records
    SELECT * FROM json_populate_recordset(NULL::$schema.idempotency_records, ${parameter})
    ON CONFLICT (tenant_id, key) DO UPDATE SET digest = excluded.digest,
      expires_at = excluded.expires_at, ids = excluded.ids)`
}
