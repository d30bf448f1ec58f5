import {
  type PiecedUpload,
  piecedUpload,
  type UploadCells,
  type UploadCounts,
  type UploadQuery,
  type UploadRecord,
  type UploadRecords,
  uploadOfCells,
  uploadRecord,
} from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { SELECT_UPLOAD, SELECT_WITHOUT_PIECES } from './upload-row.ts'

function recordOfCells(row: UploadCells): UploadRecord {
  return uploadRecord(uploadOfCells(row))
}

/** `UploadRecords.get` */
export async function getUpload(
  sql: Sql,
  { tenant, id }: Parameters<UploadRecords['get']>[0],
): Promise<UploadRecord | null> {
  const [row] = await sql<UploadCells>(
    `${SELECT_WITHOUT_PIECES} WHERE x.id = $1 AND t.name = $2 AND x.state <> 'removed'`,
    [id, tenant],
  )
  return row === undefined ? null : recordOfCells(row)
}

/** `UploadRecords.list` */
export async function listUploads(
  sql: Sql,
  { tenant, scope, before, limit }: UploadQuery,
): Promise<readonly UploadRecord[]> {
  const ofTenant = 'x.tenant_id = (SELECT id FROM $schema.tenants WHERE name = $1)'
  const [ofCreator, order, values] =
    scope === null
      ? ['', 'x.tenant_id DESC, x.id DESC', []]
      : scope.createdBy === null
        ? ['AND x.created_by IS NULL', 'x.created_by DESC, x.id DESC', []]
        : ['AND x.created_by = $4', 'x.id DESC', [scope.createdBy]]
  const rows = await sql<UploadCells>(
    `${SELECT_WITHOUT_PIECES} WHERE ${ofTenant} ${ofCreator} AND x.state <> 'removed' AND x.id < $2
      ORDER BY ${order} LIMIT $3`,
    // Above every id.
    [tenant, before ?? '\u{7f}', limit, ...values],
  )
  return rows.map(recordOfCells)
}

/** `UploadRecords.pieces` */
export async function uploadPieces(
  sql: Sql,
  { tenant, id }: Parameters<UploadRecords['pieces']>[0],
): Promise<PiecedUpload | null> {
  const [row] = await sql<UploadCells>(`${SELECT_UPLOAD} WHERE x.id = $1 AND t.name = $2`, [
    id,
    tenant,
  ])
  return row === undefined ? null : piecedUpload(uploadOfCells(row))
}

/** `UploadRecords.listDue` */
export async function listDueUploads(
  sql: Sql,
  { limit }: { readonly limit: number },
): Promise<readonly UploadRecord[]> {
  const rows = await sql<UploadCells>(
    `${SELECT_WITHOUT_PIECES} WHERE x.due_at <= $now AND (x.hold_until IS NULL OR x.hold_until <= $now)
      ORDER BY x.due_at LIMIT $1`,
    [limit],
  )
  return rows.map(recordOfCells)
}

/** `UploadRecords.filterUnknown` */
export async function filterUnknownUploads(
  sql: Sql,
  names: readonly string[],
): Promise<readonly string[]> {
  const rows = await sql<{ name: string }>(
    `SELECT storage AS name FROM $schema.uploads WHERE storage = ANY($1::text[]) AND is_cleared = 0
      UNION ALL SELECT blob_key FROM $schema.uploads
        WHERE blob_key = ANY($1::text[]) AND is_cleared = 0 AND blob_key IS NOT NULL`,
    [names],
  )
  const known = new Set(rows.map(({ name }) => name))
  return names.filter((name) => !known.has(name))
}

/** What counts against the quota of a tenant besides its assets, without the uploads of these ids. */
export async function countedUploads(
  sql: Sql,
  tenantId: number,
  except: readonly string[],
): Promise<UploadCounts> {
  const [row] = await sql<UploadCounts>(
    `SELECT count(*) FILTER (WHERE kind <> 'partial') AS uploads, coalesce(sum(counted), 0)::bigint AS bytes
      FROM $schema.uploads WHERE tenant_id = $1 AND counted_until > $now AND NOT (id = ANY($2::text[]))`,
    [tenantId, except],
  )
  return row ?? { uploads: 0, bytes: 0 }
}
