import type { Sql } from '../connection/database.ts'

/** A row of `upload_marks`: an upload that will be recognised when it is repeated. */
export interface Mark {
  readonly tenant_id: number
  readonly key: string
  readonly digest: string
  readonly expires_at: number
  readonly ids: readonly string[]
}

/** The marks that there are, by tenant and key, written `<tenant id> <key>`. The tenants are locked. */
export async function marksOf(
  sql: Sql,
  wanted: readonly { readonly tenantId: number; readonly key: string }[],
): Promise<ReadonlyMap<string, Mark>> {
  if (wanted.length === 0) return new Map()
  const rows = await sql<Mark>(
    `SELECT m.* FROM $schema.upload_marks m
      JOIN unnest($1::int[], $2::text[]) AS wanted (tenant_id, key) USING (tenant_id, key)`,
    [wanted.map(({ tenantId }) => tenantId), wanted.map(({ key }) => key)],
  )
  return new Map(rows.map((mark) => [`${mark.tenant_id} ${mark.key}`, mark]))
}

/** A step of a `WITH` that sets the marks of the JSON list in this parameter, in place of expired ones. */
export function markStep(parameter: string): string {
  return `marked AS (INSERT INTO $schema.upload_marks
    SELECT * FROM json_populate_recordset(NULL::$schema.upload_marks, ${parameter})
    ON CONFLICT (tenant_id, key) DO UPDATE SET digest = excluded.digest,
      expires_at = excluded.expires_at, ids = excluded.ids)`
}
