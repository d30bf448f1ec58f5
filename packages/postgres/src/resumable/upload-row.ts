import {
  cellsOfUpload,
  type StoredUpload,
  UPLOAD_COLUMNS,
  type UploadCells,
  uploadOfCells,
} from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'

/** Selects `UploadCells`; a `WHERE` follows. */
export const SELECT_UPLOAD =
  'SELECT t.name AS tenant, x.* FROM $schema.uploads x JOIN $schema.tenants t ON t.id = x.tenant_id'

const OTHERS = UPLOAD_COLUMNS.filter((name) => name !== 'pieces').map((name) => `x.${name}`)

/** Selects `UploadCells` as if they had no pieces; a `WHERE` follows. */
export const SELECT_WITHOUT_PIECES: string = `SELECT t.name AS tenant, ${OTHERS.join(', ')}, '[]' AS pieces
  FROM $schema.uploads x JOIN $schema.tenants t ON t.id = x.tenant_id`

/** The row of an upload, without its tenant's name. */
export function rowOfUpload(
  upload: StoredUpload,
  tenantId: number,
): Omit<UploadCells, 'tenant'> & { readonly tenant_id: number } {
  return Object.assign(cellsOfUpload(upload), { tenant_id: tenantId })
}

/** The uploads of these ids, of any tenant and in any state. `isLocked`: until the transaction ends. */
export async function uploadsById(
  sql: Sql,
  ids: readonly string[],
  { isLocked }: { readonly isLocked: boolean },
): Promise<ReadonlyMap<string, StoredUpload>> {
  const lock = isLocked ? 'ORDER BY x.id FOR NO KEY UPDATE OF x' : ''
  const rows = await sql<UploadCells>(`${SELECT_UPLOAD} WHERE x.id = ANY($1::text[]) ${lock}`, [
    [...new Set(ids)],
  ])
  return new Map(rows.map((row) => [row.id, uploadOfCells(row)]))
}

/** Writes a new upload. */
export async function insertUpload(
  sql: Sql,
  upload: StoredUpload,
  tenantId: number,
): Promise<void> {
  await sql(
    'INSERT INTO $schema.uploads SELECT * FROM json_populate_record(NULL::$schema.uploads, $1)',
    [JSON.stringify(rowOfUpload(upload, tenantId))],
  )
}

const CHANGED = UPLOAD_COLUMNS.filter((name) => name !== 'id')

/** Writes an upload in place of the one with its id. */
export async function replaceUpload(sql: Sql, upload: StoredUpload): Promise<void> {
  await sql(
    `UPDATE $schema.uploads u SET (${CHANGED.join(', ')}) = (SELECT ${CHANGED.map((name) => `x.${name}`).join(', ')}
        FROM json_populate_record(NULL::$schema.uploads, $1) x) WHERE u.id = $2`,
    [JSON.stringify(cellsOfUpload(upload)), upload.id],
  )
}
