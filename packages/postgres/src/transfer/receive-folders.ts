import type { Sql } from '../connection/database.ts'
import { rowOfFolder } from '../folders/folder-row.ts'
import type { EntryOf } from './replace-rows.ts'

const ROWS = 'json_populate_recordset(NULL::$schema.folders, $1)'

/**
 * Writes folders as in the source database, in any order. A folder whose name another one takes has changed there: its
 * own entry comes later, so it is removed for now.
 */
export async function receiveFolders(
  sql: Sql,
  entries: readonly EntryOf<'folder'>[],
  idOf: (tenant: string) => number,
): Promise<void> {
  await sql('DELETE FROM $schema.folders WHERE id = ANY($1::text[])', [
    entries.map(({ key }) => key),
  ])
  const folders = entries.flatMap(({ value }) => value ?? [])
  const rows = JSON.stringify(folders.map((folder) => rowOfFolder(folder, idOf(folder.tenant))))
  await sql(
    `DELETE FROM $schema.folders f USING ${ROWS} x WHERE f.tenant_id = x.tenant_id
      AND coalesce(f.parent_id, '') = coalesce(x.parent_id, '')
      AND coalesce(f.created_by, '') = coalesce(x.created_by, '') AND f.sibling_key = x.sibling_key`,
    [rows],
  )
  await sql(`INSERT INTO $schema.folders SELECT * FROM ${ROWS} ON CONFLICT DO NOTHING`, [rows])
}
