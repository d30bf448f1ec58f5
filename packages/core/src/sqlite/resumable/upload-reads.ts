import type { UploadRecord } from '../../resumable/resumable-upload.ts'
import { type UploadCells, uploadOfCells } from '../../resumable/upload-cells.ts'
import { piecedUpload, uploadRecord } from '../../resumable/upload-changes.ts'
import type { UploadCounts } from '../../resumable/upload-counts.ts'
import type { PiecedUpload, UploadQuery, UploadRecords } from '../../resumable/upload-records.ts'
import type { Micros } from '../../time/timestamp.ts'
import type { Sql } from '../driver/client.ts'
import { findTenant } from '../tenants/tenants.ts'
import { SELECT_WITHOUT_PIECES, uploadById } from './upload-row.ts'

const FROM = 'FROM uploads x JOIN tenants t ON t.id = x.tenant_id'

function recordOfCells(row: UploadCells): UploadRecord {
  return uploadRecord(uploadOfCells(row))
}

/** `UploadRecords.get` */
export function getUpload(
  sql: Sql,
  { tenant, id }: Parameters<UploadRecords['get']>[0],
): UploadRecord | null {
  const row = sql<UploadCells>(`${SELECT_WITHOUT_PIECES} ${FROM} WHERE x.id = ?`).get(id)
  return row?.tenant === tenant && row.state !== 'removed' ? recordOfCells(row) : null
}

/** `UploadRecords.list` */
export function listUploads(
  sql: Sql,
  { tenant, scope, before, limit }: UploadQuery,
): readonly UploadRecord[] {
  const tenantId = findTenant(sql, tenant)
  if (tenantId === null) return []
  const page = `x.state <> 'removed' AND x.id < ? ORDER BY x.id DESC LIMIT ?`
  // Above every id.
  const below = before ?? '\u{7f}'
  const rows =
    scope === null
      ? sql<UploadCells>(`${SELECT_WITHOUT_PIECES} ${FROM} WHERE x.tenant_id = ? AND ${page}`).all(
          tenantId,
          below,
          limit,
        )
      : sql<UploadCells>(
          `${SELECT_WITHOUT_PIECES} ${FROM} WHERE x.tenant_id = ? AND x.created_by IS ? AND ${page}`,
        ).all(tenantId, scope.createdBy, below, limit)
  return rows.map(recordOfCells)
}

/** `UploadRecords.pieces` */
export function uploadPieces(
  sql: Sql,
  { tenant, id }: Parameters<UploadRecords['pieces']>[0],
): PiecedUpload | null {
  const upload = uploadById(sql, id)
  return upload?.tenant === tenant ? piecedUpload(upload) : null
}

/** `UploadRecords.listDue` */
export function listDueUploads(sql: Sql, now: Micros, limit: number): readonly UploadRecord[] {
  return sql<UploadCells>(
    `${SELECT_WITHOUT_PIECES} FROM uploads x INDEXED BY uploads_due JOIN tenants t ON t.id = x.tenant_id
      WHERE x.due_at <= ? AND (x.hold_until IS NULL OR x.hold_until <= ?) ORDER BY x.due_at LIMIT ?`,
  )
    .all(now, now, limit)
    .map(recordOfCells)
}

/** `UploadRecords.filterUnknown` */
export function filterUnknownUploads(sql: Sql, names: readonly string[]): readonly string[] {
  return names.filter((name) =>
    [
      'SELECT 1 FROM uploads WHERE storage = ? AND is_cleared = 0 LIMIT 1',
      'SELECT 1 FROM uploads WHERE blob_key = ? AND is_cleared = 0 AND blob_key IS NOT NULL LIMIT 1',
    ].every((text) => sql(text).get(name) === undefined),
  )
}

/** What counts against the quota of the tenant besides its assets, without the uploads of these ids. */
export function countedUploads(
  sql: Sql,
  tenantId: number,
  now: Micros,
  except: readonly string[],
): UploadCounts {
  return sql<UploadCounts>(
    `SELECT count(*) FILTER (WHERE kind <> 'partial') AS uploads, coalesce(sum(counted), 0) AS bytes
      FROM uploads INDEXED BY uploads_counted WHERE tenant_id = ? AND counted_until > ? AND counted_until IS NOT NULL
        AND id NOT IN (SELECT value FROM json_each(?))`,
  ).get(tenantId, now, JSON.stringify(except)) as UploadCounts
}
