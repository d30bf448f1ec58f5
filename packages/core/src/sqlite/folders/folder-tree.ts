import type { AssetScope } from '../../assets/asset-scope.ts'
import { folderExists, folderNotFound, folderTooDeep } from '../../errors/folder-errors.ts'
import { FOLDER_STEP, MAX_FOLDER_DEPTH } from '../../folders/folder.ts'
import {
  type LowerFolder,
  type LowestFolders,
  lowestFolders,
} from '../../folders/lowest-folders.ts'
import { siblingKey } from '../../text/sibling-key.ts'
import type { Sql } from '../driver/client.ts'
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

const CHILDREN = `SELECT c.id, c.height FROM json_each(:parents) p
  CROSS JOIN folders c ON c.tenant_id = :tenantId AND c.parent_id = p.value LIMIT ${FOLDER_STEP + 1}`

/** The folders that one transaction may delete of a folder. */
export function lowestFoldersIn(sql: Sql, tenantId: number, id: string): LowestFolders {
  const walk = lowestFolders(id)
  let step = walk.next()
  while (!step.done) {
    const parents = JSON.stringify(step.value)
    step = walk.next(sql<LowerFolder>(CHILDREN).all({ tenantId, parents }))
  }
  return step.value
}

const LINE = `WITH RECURSIVE up (id, parent_id) AS (
    SELECT id, parent_id FROM folders WHERE id = ?
    UNION ALL
    SELECT p.id, p.parent_id FROM up CROSS JOIN folders p ON p.id = up.parent_id)
  SELECT id FROM up`

/** The folder, then its parents, the nearest first. */
export function lineOf(sql: Sql, id: string): readonly string[] {
  return sql<{ id: string }>(LINE)
    .all(id)
    .map((row) => row.id)
}

const HIGHEST = `(SELECT max(c.height) FROM folders c WHERE c.tenant_id = :tenantId AND c.parent_id = :id)`
const SETTLE = `UPDATE folders SET height = 1 + ifnull(${HIGHEST}, 0)
  WHERE id = :id AND height <> 1 + ifnull(${HIGHEST}, 0) RETURNING parent_id`

/** Corrects the height of a folder whose subfolders changed, and those of its parents. */
export function settleHeights(sql: Sql, tenantId: number, id: string | null): void {
  let next = id
  while (next !== null) {
    const row = sql<{ parent_id: string | null }>(SETTLE).get({ tenantId, id: next })
    next = row?.parent_id ?? null
  }
}

/** `folder_too_deep` */
export function assertDepth(depth: number): void {
  if (depth > MAX_FOLDER_DEPTH) throw folderTooDeep(MAX_FOLDER_DEPTH)
}

/** The unique index `folders_siblings` serves it, and would refuse a name that this check lets pass. */
const SIBLING = `SELECT id FROM folders
  WHERE tenant_id = :tenantId AND ifnull(parent_id, '') = :parentId AND ifnull(created_by, '') = :createdBy
    AND sibling_key = :key AND id <> :id`

/** `folder_exists` when another folder in the same parent has the name. */
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
