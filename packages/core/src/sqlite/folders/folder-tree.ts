import { folderExists, folderNotFound, folderTooDeep } from '../../errors/folder-errors.ts'
import type { AssetScope } from '../../model/asset-scope.ts'
import { MAX_FOLDER_DEPTH } from '../../model/folder.ts'
import { siblingKey } from '../../text/sibling-key.ts'
import type { Sql } from '../engine/client.ts'
import { findFolder } from './folder-reads.ts'
import type { FolderRow } from './folder-row.ts'

/** The row of a folder of the tenant within the scope; `folder_not_found`. */
export function requireFolder(
  sql: Sql,
  tenantId: number | null,
  id: string,
  scope: AssetScope | null | undefined,
): FolderRow {
  const row = findFolder(sql, tenantId, id, scope)
  if (row === null) throw folderNotFound([id])
  return row
}

/** `folder_not_found` unless the tenant has each of these folders within the scope. `null` names none. */
export function assertFolders(
  sql: Sql,
  tenantId: number | null,
  ids: Iterable<string | null>,
  scope: AssetScope | null | undefined,
): void {
  for (const id of new Set(ids)) {
    if (id !== null) requireFolder(sql, tenantId, id, scope)
  }
}

/** A folder, as far as the tree is made of it. */
export interface TreeNode {
  readonly id: string
  readonly depth: number
}

const SUBTREE = `WITH RECURSIVE down (id, depth) AS (
    SELECT id, depth FROM folders WHERE id = :id
    UNION ALL
    SELECT c.id, c.depth FROM down CROSS JOIN folders c ON c.tenant_id = :tenantId AND c.parent_id = down.id)
  SELECT id, depth FROM down ORDER BY depth, id`

/** The folder, then all folders in it. */
export function subtreeOf(sql: Sql, tenantId: number, id: string): readonly TreeNode[] {
  return sql<TreeNode>(SUBTREE).all({ tenantId, id })
}

/** The ids of the folder and of those in it; none when the tenant has no such folder within the scope. */
export function folderTreeIds(
  sql: Sql,
  of: { readonly tenantId: number; readonly scope: AssetScope | null; readonly id: string },
): readonly string[] {
  const { tenantId, scope, id } = of
  if (findFolder(sql, tenantId, id, scope) === null) return []
  return subtreeOf(sql, tenantId, id).map((node) => node.id)
}

/** `folder_too_deep` */
export function assertDepth(depth: number): void {
  if (depth > MAX_FOLDER_DEPTH) throw folderTooDeep(MAX_FOLDER_DEPTH)
}

/** The unique index `folders_siblings` serves it, and would refuse what this lets pass. */
const SIBLING = `SELECT id FROM folders
  WHERE tenant_id = :tenantId AND ifnull(parent_id, '') = :parentId AND ifnull(created_by, '') = :createdBy
    AND sibling_key = :key AND id <> :id`

/** `folder_exists` when another folder of the same place has the name. */
export function assertNameIsFree(
  sql: Sql,
  tenantId: number,
  folder: {
    readonly id: string
    readonly parentId: string | null
    readonly createdBy: string | null
    readonly name: string
  },
): void {
  const same = sql<{ id: string }>(SIBLING).get({
    tenantId,
    parentId: folder.parentId ?? '',
    createdBy: folder.createdBy ?? '',
    key: siblingKey(folder.name),
    id: folder.id,
  })
  if (same !== undefined) throw folderExists(same.id)
}
