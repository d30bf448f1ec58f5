import type { Sql } from '../connection/database.ts'
import { rowOfAttachment } from '../owners/attachment-row.ts'
import type { EntryOf } from './replace-rows.ts'

const ROWS = 'json_populate_recordset(NULL::$schema.attachments, $1)'
const PLACE = 'tenant_id, owner_type, owner_id, field, asset_id'

/**
 * Writes attachments as in the source database. An equal attachment under another key was made again since: the entry
 * that removes the first one comes later.
 */
export async function receiveAttachments(
  sql: Sql,
  entries: readonly EntryOf<'attachment'>[],
  idOf: (tenant: string) => number,
): Promise<void> {
  await sql('DELETE FROM $schema.attachments WHERE key = ANY($1::text[])', [
    entries.map(({ key }) => key),
  ])
  const attachments = entries.flatMap(({ value }) => value ?? [])
  const rows = JSON.stringify(attachments.map((each) => rowOfAttachment(each, idOf(each.tenant))))
  await sql(`DELETE FROM $schema.attachments WHERE (${PLACE}) IN (SELECT ${PLACE} FROM ${ROWS})`, [
    rows,
  ])
  await sql(`INSERT INTO $schema.attachments SELECT * FROM ${ROWS}`, [rows])
}
