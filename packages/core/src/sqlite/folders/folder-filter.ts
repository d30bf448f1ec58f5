import type { AssetScope } from '../../assets/asset-scope.ts'
import type { Sql } from '../driver/client.ts'
import { findFolder } from './folder-reads.ts'

/** A filter's `folderTree`, of a tenant and a scope. */
export interface TreeOf {
  readonly tenantId: number
  readonly scope: AssetScope | null
  readonly id: string
}

/** Up to this many folders with assets are checked one by one; with more, all folders of the tree are read. */
const MAX_HELD = 5000

/**
 * The ids of those folders of the tree that have assets: most trees have many more folders. With more than 5000 folders
 * to check, all ids of the tree. None when the tenant has no such folder within the scope.
 */
export function folderTreeIds(sql: Sql, of: TreeOf): readonly string[] {
  const { tenantId, scope, id } = of
  if (findFolder(sql, tenantId, id, scope) === null) return []
  const live = heldFolders(sql, tenantId, 'live')
  const trash = heldFolders(sql, tenantId, 'trash')
  if (live === null || trash === null) return subtreeIds(sql, tenantId, id)
  return [...within(sql, id, new Set([...live, ...trash]))]
}

/** Those of these folders that are in the tree, including its top. None when the tree is not within the scope. */
export function foldersInTree(
  sql: Sql,
  { tenantId, scope, id }: TreeOf,
  folders: ReadonlySet<string>,
): ReadonlySet<string> {
  if (findFolder(sql, tenantId, id, scope) === null) return new Set()
  return within(sql, id, folders)
}

const PARENT = 'SELECT parent_id FROM folders WHERE id = ?'

/** Walks up from each folder until it meets a folder of an earlier walk. */
function within(sql: Sql, root: string, folders: ReadonlySet<string>): ReadonlySet<string> {
  const known = new Map<string | null, boolean>([
    [root, true],
    [null, false],
  ])
  const isWithin = (id: string): boolean => {
    const way: string[] = []
    let at: string | null = id
    while (!known.has(at)) {
      way.push(at as string)
      at = sql<{ parent_id: string | null }>(PARENT).get(at)?.parent_id ?? null
    }
    const answer = known.get(at) === true
    for (const each of way) known.set(each, answer)
    return answer
  }
  return new Set([...folders].filter(isWithin))
}

/** Reads the index once per folder and skips the other assets in it. */
const HELD = {
  live: heldStatement('assets_folder', 'IS NULL'),
  trash: heldStatement('assets_folder_trash', 'IS NOT NULL'),
}

function heldStatement(index: string, state: string): string {
  const first = (after: string) => `(SELECT a.folder_id FROM assets a INDEXED BY ${index}
    WHERE a.tenant_id = :tenantId AND a.trashed_at ${state} AND a.folder_id IS NOT NULL${after}
    ORDER BY a.folder_id LIMIT 1)`
  return `WITH RECURSIVE held (id) AS (
      SELECT ${first('')}
      UNION ALL
      SELECT ${first(' AND a.folder_id > held.id')} FROM held WHERE held.id IS NOT NULL)
    SELECT id FROM held WHERE id IS NOT NULL LIMIT ${MAX_HELD + 1}`
}

/** The folders of the tenant that have assets; `null`: too many. */
function heldFolders(sql: Sql, tenantId: number, list: 'live' | 'trash'): readonly string[] | null {
  const rows = sql<{ id: string }>(HELD[list]).all({ tenantId })
  return rows.length > MAX_HELD ? null : rows.map((row) => row.id)
}

const SUBTREE = `WITH RECURSIVE down (id) AS (
    SELECT :id
    UNION ALL
    SELECT c.id FROM down CROSS JOIN folders c ON c.tenant_id = :tenantId AND c.parent_id = down.id)
  SELECT id FROM down`

function subtreeIds(sql: Sql, tenantId: number, id: string): readonly string[] {
  return sql<{ id: string }>(SUBTREE)
    .all({ tenantId, id })
    .map((row) => row.id)
}
