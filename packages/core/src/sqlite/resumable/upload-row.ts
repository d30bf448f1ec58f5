import type { StoredUpload } from '../../resumable/resumable-upload.ts'
import {
  cellsOfUpload,
  UPLOAD_COLUMNS,
  type UploadCells,
  uploadOfCells,
} from '../../resumable/upload-cells.ts'
import type { Sql, SqliteValue } from '../driver/client.ts'
import { ensureTenant, findTenant } from '../tenants/tenants.ts'

const COLUMNS = ['tenant_id', ...UPLOAD_COLUMNS]
const PUT = `REPLACE INTO uploads (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`

/** Selects `UploadCells`; a `WHERE` follows. */
export const SELECT_UPLOAD =
  'SELECT t.name AS tenant, x.* FROM uploads x JOIN tenants t ON t.id = x.tenant_id'

const OTHERS = UPLOAD_COLUMNS.filter((name) => name !== 'pieces').map((name) => `x.${name}`)

/** Selects `UploadCells` as if they had no pieces; `FROM` follows. */
export const SELECT_WITHOUT_PIECES: string = `SELECT t.name AS tenant, ${OTHERS.join(', ')}, '[]' AS pieces`

/** Writes an upload in place of the one with its id, if there is one. */
export function putUpload(sql: Sql, upload: StoredUpload): void {
  const cells = cellsOfUpload(upload)
  const values: readonly SqliteValue[] = UPLOAD_COLUMNS.map((name) => cells[name])
  // Also while the tenant is being erased: its uploads end then.
  const tenantId = findTenant(sql, upload.tenant) ?? ensureTenant(sql, upload.tenant)
  sql(PUT).run(tenantId, ...values)
}

/** The upload of this id, of any tenant and in any state. */
export function uploadById(sql: Sql, id: string): StoredUpload | null {
  const row = sql<UploadCells>(`${SELECT_UPLOAD} WHERE x.id = ?`).get(id)
  return row === undefined ? null : uploadOfCells(row)
}
