import type { Folder } from '@stowage/core'
import {
  type AssetScope,
  type FolderList,
  type FolderQuery,
  type FolderRecords,
  type FolderRequest,
  inOrderOf,
  isInScope,
} from '@stowage/core/internal'
import type { FolderUsage } from '@stowage/core/types'
import type { Sql } from '../connection/database.ts'
import { type FolderRow, folderOfRow, SELECT_FOLDER } from './folder-row.ts'

/** `FolderRecords.get` */
export async function getFolder(sql: Sql, request: FolderRequest): Promise<Folder | null> {
  const row = await findFolder(sql, request)
  return row === null ? null : folderOfRow(row)
}

/** The row of a folder of the tenant within the scope. */
export async function findFolder(
  sql: Sql,
  { tenant, id, scope }: FolderRequest,
): Promise<FolderRow | null> {
  const text = `${SELECT_FOLDER} WHERE f.id = $1 AND t.name = $2`
  const [row] = await sql<FolderRow>(text, [id, tenant])
  return row !== undefined && isInScope({ createdBy: row.created_by }, scope) ? row : null
}

/** An empty page has one row, with the total and no folder. */
type ListRow = (FolderRow | { readonly id: null }) & { readonly total: number }

/** `FolderRecords.list`. One statement reads total and rows, so both are of one snapshot. */
export async function listFolders(
  sql: Sql,
  { tenant, scope = null, parentId, offset, limit }: FolderQuery,
): Promise<FolderList> {
  const values: (string | number)[] = [tenant, offset, limit]
  const equals = (column: string, value: string | null): string => {
    if (value === null) return ` AND f.${column} IS NULL`
    values.push(value)
    return ` AND f.${column} = $${values.length}`
  }
  const creator = scope === null ? '' : equals('created_by', scope.createdBy)
  const conditions = `f.tenant_id = tenant.id${creator}${
    parentId === undefined ? '' : equals('parent_id', parentId)
  }`
  const first = firstOrder(scope, parentId)
  const rows = await sql<ListRow>(
    `WITH tenant AS (SELECT id FROM $schema.tenants WHERE name = $1)
      SELECT (SELECT count(*) FROM $schema.folders f WHERE ${conditions}) AS total, page.*
      FROM tenant LEFT JOIN LATERAL (${SELECT_FOLDER} WHERE ${conditions}
        ORDER BY ${first}f.name_key, f.id OFFSET $2 LIMIT $3) page ON true
      ORDER BY page.name_key, page.id`,
    values,
  )
  return {
    folders: rows.flatMap((row) => (row.id === null ? [] : folderOfRow(row))),
    total: rows[0]?.total ?? 0,
  }
}

/**
 * The planner does not treat `IS NULL` as a constant, so an index serves the order only if the order names
 * the column.
 */
function firstOrder(scope: AssetScope | null, parentId: string | null | undefined): string {
  if (parentId === null) return scope === null ? 'f.parent_id, ' : 'f.created_by, '
  return parentId === undefined && scope?.createdBy === null ? 'f.created_by, ' : ''
}

/** The bytes of the variants are in their JSON. */
const USAGE = `SELECT f.id, f.created_by,
    (SELECT count(*) FROM $schema.folders c WHERE c.tenant_id = f.tenant_id AND c.parent_id = f.id) AS folders,
    held.assets, held.bytes
  FROM $schema.folders f JOIN $schema.tenants t ON t.id = f.tenant_id, LATERAL (
    SELECT count(*) AS assets, coalesce(sum(a.size + (SELECT coalesce(sum((v ->> 'size')::bigint), 0)
        FROM jsonb_array_elements(coalesce(a.variants, '[]')) v)), 0)::bigint AS bytes
      FROM $schema.assets a WHERE a.tenant_id = f.tenant_id AND a.folder_id = f.id AND a.trashed_at IS NULL
        AND (NOT $3::boolean OR a.created_by IS NOT DISTINCT FROM $4::text)) held
  WHERE f.id = ANY($1::text[]) AND t.name = $2`

/** `FolderRecords.usage`. Counts what is in each folder. */
export async function folderUsage(
  sql: Sql,
  { tenant, ids, scope }: Parameters<FolderRecords['usage']>[0],
): Promise<ReadonlyMap<string, FolderUsage>> {
  const rows = await sql<FolderUsage & { readonly id: string; readonly created_by: string | null }>(
    USAGE,
    [ids, tenant, ...scopeValues(scope)],
  )
  const seen = rows.filter((row) => isInScope({ createdBy: row.created_by }, scope))
  const found = seen.map(
    ({ id, folders, assets, bytes }) => [id, { folders, assets, bytes }] as const,
  )
  return inOrderOf(ids, new Map(found))
}

function scopeValues(scope: AssetScope | null | undefined) {
  return [scope != null, scope?.createdBy ?? null] as const
}
