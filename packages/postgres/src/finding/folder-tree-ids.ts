import type { AssetScope } from '@stowage/core'
import type { Sql } from '../connection/database.ts'

/** A filter's `folderTree`, of a tenant and a scope. */
interface TreeOf {
  readonly tenantId: number
  readonly scope: AssetScope | null
  readonly folderId: string
}

/** Up to this many folders with assets are checked one by one; with more, all folders of the tree are read. */
const MAX_HELD = 5000

/** The folder of the tree, if it is within the scope. */
const ROOT = `SELECT id FROM $schema.folders WHERE tenant_id = $1 AND id = $2
  AND ($3::boolean OR created_by IS NOT DISTINCT FROM $4::text)`

/**
 * The ids of those folders of the tree that have assets: most trees have many more folders. With more than 5000 folders
 * to check, all ids of the tree. None when the tenant has no such folder within the scope.
 */
export async function folderTreeIds(sql: Sql, of: TreeOf): Promise<readonly string[]> {
  const live = await heldFolders(sql, of.tenantId, 'IS NULL')
  const trash = await heldFolders(sql, of.tenantId, 'IS NOT NULL')
  if (live === null || trash === null) return subtreeIds(sql, of)
  return foldersInTree(sql, of, [...live, ...trash])
}

/** Those of these folders that are in the tree, including its top. None when the tree is not within the scope. */
export async function foldersInTree(
  sql: Sql,
  { tenantId, scope, folderId }: TreeOf,
  folders: readonly string[],
): Promise<readonly string[]> {
  if (folders.length === 0) return []
  const rows = await sql<{ readonly id: string }>(
    `WITH RECURSIVE up (id, at) AS (
        SELECT DISTINCT u.id COLLATE "C", u.id COLLATE "C" FROM unnest($5::text[]) u (id)
        UNION ALL
        SELECT up.id, f.parent_id FROM up CROSS JOIN LATERAL (
            SELECT parent_id FROM $schema.folders WHERE tenant_id = $1 AND id = up.at OFFSET 0) f
          WHERE up.at <> $2)
      SELECT up.id FROM up JOIN (${ROOT}) root ON root.id = up.at`,
    [...valuesOf({ tenantId, scope, folderId }), folders],
  )
  return rows.map(({ id }) => id)
}

function valuesOf({ tenantId, scope, folderId }: TreeOf) {
  return [tenantId, folderId, scope === null, scope?.createdBy ?? null] as const
}

/** The folders of the tenant that have assets, found by one index read each; `null`: too many. */
async function heldFolders(
  sql: Sql,
  tenantId: number,
  state: 'IS NULL' | 'IS NOT NULL',
): Promise<readonly string[] | null> {
  const first = (after: string) => `(SELECT a.folder_id FROM $schema.assets a
    WHERE a.tenant_id = $1 AND a.trashed_at ${state} AND a.folder_id IS NOT NULL${after}
    ORDER BY a.folder_id LIMIT 1)`
  const rows = await sql<{ readonly id: string }>(
    `WITH RECURSIVE held (id) AS (
        SELECT ${first('')}
        UNION ALL
        SELECT ${first(' AND a.folder_id > held.id')} FROM held WHERE held.id IS NOT NULL)
      SELECT id FROM held WHERE id IS NOT NULL LIMIT ${MAX_HELD + 1}`,
    [tenantId],
  )
  return rows.length > MAX_HELD ? null : rows.map(({ id }) => id)
}

async function subtreeIds(sql: Sql, of: TreeOf): Promise<readonly string[]> {
  const rows = await sql<{ readonly id: string }>(
    `WITH RECURSIVE tree AS (
        ${ROOT}
        UNION ALL
        SELECT f.id FROM tree CROSS JOIN LATERAL (
            SELECT id FROM $schema.folders WHERE tenant_id = $1 AND parent_id = tree.id OFFSET 0) f)
      SELECT id FROM tree`,
    valuesOf(of),
  )
  return rows.map(({ id }) => id)
}
