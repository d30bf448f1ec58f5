import { type MetadataStore, parseTimestamp } from '@stowage/core'
import type { Sql } from '../connection/database.ts'

/** `MetadataStore.forget`. What somebody is just writing anew is passed over, not waited for. */
export async function forget(
  sql: Sql,
  request: Parameters<MetadataStore['forget']>[0],
): Promise<void> {
  const now = parseTimestamp(request.now)
  await sql(deletion('tombstones', 'purged_at < $1'), [parseTimestamp(request.purgedBefore)])
  await sql(deletion('upload_marks', 'expires_at <= $1'), [now])
  await sql(deletion('leases', 'until <= $1'), [now])
}

function deletion(table: string, condition: string): string {
  return `DELETE FROM $schema.${table} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM $schema.${table} WHERE ${condition} FOR UPDATE SKIP LOCKED))`
}
