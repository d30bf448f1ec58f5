import type { Sql } from '../connection/database.ts'
import { insertKey } from '../keys/key-records.ts'
import type { EntryOf } from './replace-rows.ts'

/** Writes keys as in the source database, one by one: `insertKey` checks what this database cannot store. */
export async function receiveKeys(sql: Sql, entries: readonly EntryOf<'key'>[]): Promise<void> {
  for (const { key, value } of entries) {
    await sql('DELETE FROM $schema.keys WHERE id = $1', [key])
    if (value !== null) await insertKey(sql, value)
  }
}
