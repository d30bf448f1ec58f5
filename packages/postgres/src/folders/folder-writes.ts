import type { Folder } from '@stowage/core'
import {
  alreadyExists,
  changedMeanwhile,
  type FolderRecords,
  folderCycle,
  folderNotFound,
  isAsExpected,
  type NewFolder,
  nameKey,
  siblingKey,
  type UpdatedFolder,
} from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { lockLivingTenant, lockTenant } from '../tenants/tenants.ts'
import { type FolderRow, folderOfRow } from './folder-row.ts'
import {
  assertDepth,
  assertNameIsFree,
  lineOf,
  requireFolder,
  settleHeights,
} from './folder-tree.ts'

/** `FolderRecords.create` */
export async function createFolder(
  sql: Sql,
  { id, tenant, name, parentId, scope = null }: NewFolder,
): Promise<Folder> {
  const owner = await lockLivingTenant(sql, tenant)
  const parent =
    parentId === null ? null : await requireFolder(sql, { tenant, id: parentId, scope })
  const createdBy = parent === null ? (scope?.createdBy ?? null) : parent.created_by
  assertDepth(depthOf(parent) + 1)
  await assertNameIsFree(sql, owner.id, { id, parentId, createdBy, name })
  const made = await sql(
    `INSERT INTO $schema.folders
        (id, tenant_id, height, created_at, updated_at, parent_id, created_by, name, sibling_key, name_key)
      SELECT $1, $2, 1, clock.now, clock.now, $3, $4, $5, $6, $7 FROM (SELECT $now AS now) AS clock
      ON CONFLICT (id) DO NOTHING RETURNING 1`,
    [id, owner.id, parentId, createdBy, name, siblingKey(name), nameKey(name)],
  )
  if (made.length === 0) throw alreadyExists('id')
  await settleHeights(sql, owner.id, [parentId])
  return folderOfRow(await requireFolder(sql, { tenant, id }))
}

/** `FolderRecords.update` */
export async function updateFolder(
  sql: Sql,
  { tenant, id, scope = null, changes, ifMatch }: Parameters<FolderRecords['update']>[0],
): Promise<UpdatedFolder> {
  if ((await lockTenant(sql, tenant)) === null) throw folderNotFound([id])
  const row = await requireFolder(sql, { tenant, id, scope })
  if (!isAsExpected(folderOfRow(row), ifMatch)) throw changedMeanwhile()
  const { name = row.name, parentId = row.parent_id } = changes
  const isMoved = parentId !== row.parent_id
  const target =
    isMoved && parentId !== null ? await requireFolder(sql, { tenant, id: parentId, scope }) : null
  if (!isMoved && name === row.name) return { folder: folderOfRow(row), changed: false }

  const createdBy = target === null ? row.created_by : target.created_by
  if (isMoved) await assertMovable(sql, row, target)
  if (createdBy !== row.created_by) await handOver(sql, row, createdBy)
  await assertNameIsFree(sql, row.tenant_id, { id, parentId, createdBy, name })
  await sql(
    // As `changeTime` of the core does it.
    `UPDATE $schema.folders SET name = $2, sibling_key = $3, name_key = $4, parent_id = $5, created_by = $6,
      updated_at = greatest($now, least(updated_at + 1, $now + 1000)) WHERE id = $1`,
    [id, name, siblingKey(name), nameKey(name), parentId, createdBy],
  )
  if (isMoved) {
    await settleHeights(sql, row.tenant_id, [row.parent_id])
    await settleHeights(sql, row.tenant_id, [parentId])
  }
  return { folder: folderOfRow(await requireFolder(sql, { tenant, id })), changed: true }
}

/** `folder_cycle`, `folder_too_deep`. Reads only the parents, however much is in the folder. */
async function assertMovable(sql: Sql, row: FolderRow, target: FolderRow | null): Promise<void> {
  if (target !== null && (await lineOf(sql, target.id)).includes(row.id)) throw folderCycle()
  assertDepth(depthOf(target) + row.height)
}

function depthOf(folder: FolderRow | null): number {
  return folder?.path.length ?? 0
}

/**
 * Gives all folders below it the creator that applies under the new parent. The array and `OFFSET 0` make each step use
 * an index, where a join would scan all folders.
 */
async function handOver(sql: Sql, row: FolderRow, createdBy: string | null): Promise<void> {
  await sql(
    `WITH RECURSIVE down (id) AS (
        SELECT $2::text COLLATE "C"
        UNION ALL
        SELECT c.id FROM down CROSS JOIN LATERAL (
          SELECT c.id FROM $schema.folders c WHERE c.tenant_id = $1 AND c.parent_id = down.id OFFSET 0) c)
      UPDATE $schema.folders f SET created_by = $3 WHERE f.id = ANY (ARRAY(SELECT id FROM down)) AND f.id <> $2`,
    [row.tenant_id, row.id, createdBy],
  )
}
