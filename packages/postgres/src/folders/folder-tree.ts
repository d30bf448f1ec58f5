import {
  type AssetScope,
  FOLDER_STEP,
  type FolderRequest,
  folderExists,
  folderNotFound,
  folderTooDeep,
  type LowerFolder,
  type LowestFolders,
  lowestFolders,
  MAX_FOLDER_DEPTH,
  siblingKey,
} from '@stowage/core/internal'
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

const CHILDREN = `SELECT c.id, c.height FROM unnest($2::text[]) p (id)
  CROSS JOIN LATERAL (
    SELECT f.id, f.height FROM $schema.folders f WHERE f.tenant_id = $1 AND f.parent_id = p.id OFFSET 0) c
  LIMIT ${FOLDER_STEP + 1}`

/** The folders that one transaction may delete of a folder. The tenant is locked. */
export async function lowestFoldersIn(
  sql: Sql,
  tenantId: number,
  id: string,
): Promise<LowestFolders> {
  const walk = lowestFolders(id)
  let step = walk.next()
  while (!step.done) {
    step = walk.next(await sql<LowerFolder>(CHILDREN, [tenantId, step.value]))
  }
  return step.value
}

/** The folder, then its parents. The tenant is locked. */
export async function lineOf(sql: Sql, id: string): Promise<readonly string[]> {
  const rows = await sql<{ readonly id: string }>(
    `WITH RECURSIVE up (id, parent_id) AS (
        SELECT id, parent_id FROM $schema.folders WHERE id = $1
        UNION ALL
        SELECT p.id, p.parent_id FROM up JOIN $schema.folders p ON p.id = up.parent_id)
      SELECT id FROM up`,
    [id],
  )
  return rows.map((row) => row.id)
}

const SETTLE = `UPDATE $schema.folders f SET height = 1 + coalesce(highest.height, 0)
  FROM (SELECT u.id, (SELECT max(c.height) FROM $schema.folders c WHERE c.tenant_id = $1 AND c.parent_id = u.id) AS height
    FROM unnest($2::text[]) u (id)) highest
  WHERE f.id = highest.id AND f.height <> 1 + coalesce(highest.height, 0) RETURNING f.parent_id`

/** Corrects the heights of folders whose subfolders changed, and those of their parents. The tenant is locked. */
export async function settleHeights(
  sql: Sql,
  tenantId: number,
  ids: Iterable<string | null>,
): Promise<void> {
  let next = namedOf(ids)
  while (next.length > 0) {
    const rows = await sql<{ readonly parent_id: string | null }>(SETTLE, [tenantId, next])
    next = namedOf(rows.map((row) => row.parent_id))
  }
}

function namedOf(ids: Iterable<string | null>): readonly string[] {
  return [...new Set(ids)].filter((id) => id !== null)
}

/** `folder_too_deep` */
export function assertDepth(depth: number): void {
  if (depth > MAX_FOLDER_DEPTH) throw folderTooDeep(MAX_FOLDER_DEPTH)
}

/** `folder_exists` when another folder in the same parent has the name. The tenant is locked. */
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
