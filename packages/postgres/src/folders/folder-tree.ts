import {
  type AssetScope,
  type FolderRequest,
  folderExists,
  folderNotFound,
  folderTooDeep,
  MAX_FOLDER_DEPTH,
  siblingKey,
} from '@stowage/core/ports'
import type { Sql } from '../connection/database.ts'
import { findFolder } from './folder-reads.ts'
import type { FolderRow } from './folder-row.ts'

/** The row of a folder of the tenant within the scope; `folder_not_found`. */
export async function requireFolder(sql: Sql, request: FolderRequest): Promise<FolderRow> {
  const row = await findFolder(sql, request)
  if (row === null) throw folderNotFound([request.id])
  return row
}

/** `folder_not_found` unless the tenant has this folder within the scope. `null` names none. */
export async function assertFolder(
  sql: Sql,
  tenant: string,
  id: string | null,
  scope: AssetScope | null | undefined,
): Promise<void> {
  if (id !== null) await requireFolder(sql, { tenant, id, scope: scope ?? null })
}

/** A folder, as far as the tree is made of it. */
export interface TreeNode {
  readonly id: string
  readonly depth: number
}

/** The folder, then all folders in it. The tenant is locked. */
export function subtreeOf(sql: Sql, tenantId: number, id: string): Promise<readonly TreeNode[]> {
  return sql<TreeNode>(
    `WITH RECURSIVE down (id, depth) AS (
        SELECT id, depth FROM $schema.folders WHERE id = $2
        UNION ALL
        SELECT c.id, c.depth FROM down JOIN $schema.folders c ON c.tenant_id = $1 AND c.parent_id = down.id)
      SELECT id, depth FROM down ORDER BY depth, id`,
    [tenantId, id],
  )
}

/** `folder_too_deep` */
export function assertDepth(depth: number): void {
  if (depth > MAX_FOLDER_DEPTH) throw folderTooDeep(MAX_FOLDER_DEPTH)
}

/** `folder_exists` when another folder of the same place has the name. The tenant is locked. */
export async function assertNameIsFree(
  sql: Sql,
  tenantId: number,
  folder: {
    readonly id: string
    readonly parentId: string | null
    readonly createdBy: string | null
    readonly name: string
  },
): Promise<void> {
  const [same] = await sql<{ readonly id: string }>(
    `SELECT id FROM $schema.folders WHERE tenant_id = $1 AND coalesce(parent_id, '') = $2
      AND coalesce(created_by, '') = $3 AND sibling_key = $4 AND id <> $5`,
    [tenantId, folder.parentId ?? '', folder.createdBy ?? '', siblingKey(folder.name), folder.id],
  )
  if (same !== undefined) throw folderExists(same.id)
}
