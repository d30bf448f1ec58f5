import type { Sql } from '../connection/database.ts'
import type { EntryOf } from './replace-rows.ts'

/** Gives tenants, which exist already, what the source database knows of them. */
export async function receiveTenants(
  sql: Sql,
  entries: readonly EntryOf<'tenant'>[],
): Promise<void> {
  for (const { key, value } of entries) {
    const text = 'UPDATE $schema.tenants SET next_seq = $2, list_key = $3 WHERE name = $1'
    if (value !== null) await sql(text, [key, value.nextSeq, value.listKey])
  }
}
