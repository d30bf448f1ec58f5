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
} from '@stowage/core/ports'
import type { Sql } from '../connection/database.ts'
import { lockLivingTenant, lockTenant } from '../tenants/tenants.ts'
import { type FolderRow, folderOfRow } from './folder-row.ts'
import { assertDepth, assertNameIsFree, requireFolder, subtreeOf } from './folder-tree.ts'

/** `FolderRecords.create` */
export async function createFolder(
  sql: Sql,
  { id, tenant, name, parentId, scope = null }: NewFolder,
): Promise<Folder> {
  const owner = await lockLivingTenant(sql, tenant)
  const parent =
    parentId === null ? null : await requireFolder(sql, { tenant, id: parentId, scope })
  const depth = (parent?.depth ?? 0) + 1
  const createdBy = parent === null ? (scope?.createdBy ?? null) : parent.created_by
  assertDepth(depth)
  await assertNameIsFree(sql, owner.id, { id, parentId, createdBy, name })
  const made = await sql(
    `INSERT INTO $schema.folders
        (id, tenant_id, depth, created_at, updated_at, parent_id, created_by, name, sibling_key, name_key)
      SELECT $1, $2, $3, clock.now, clock.now, $4, $5, $6, $7, $8 FROM (SELECT $now AS now) AS clock
      ON CONFLICT (id) DO NOTHING RETURNING 1`,
    [id, owner.id, depth, parentId, createdBy, name, siblingKey(name), nameKey(name)],
  )
  if (made.length === 0) throw alreadyExists('id')
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
  if (isMoved) await moveSubtree(sql, row, target)
  await assertNameIsFree(sql, row.tenant_id, { id, parentId, createdBy, name })
  await sql(
    // As `changeTime` of the core does it.
    `UPDATE $schema.folders SET name = $2, sibling_key = $3, name_key = $4, parent_id = $5, created_by = $6,
      updated_at = greatest($now, least(updated_at + 1, $now + 1000)) WHERE id = $1`,
    [id, name, siblingKey(name), nameKey(name), parentId, createdBy],
  )
  return { folder: folderOfRow(await requireFolder(sql, { tenant, id })), changed: true }
}

/** Gives the folder and all folders in it the depth and the creator that they have below their new parent. */
async function moveSubtree(sql: Sql, row: FolderRow, target: FolderRow | null): Promise<void> {
  const nodes = await subtreeOf(sql, row.tenant_id, row.id)
  if (target !== null && nodes.some(({ id }) => id === target.id)) throw folderCycle()
  const by = (target?.depth ?? 0) + 1 - row.depth
  assertDepth(by + Math.max(...nodes.map(({ depth }) => depth)))
  const createdBy = target === null ? row.created_by : target.created_by
  if (by === 0 && createdBy === row.created_by) return
  const inner = nodes.flatMap(({ id }) => (id === row.id ? [] : [id]))
  const set = `UPDATE $schema.folders SET depth = depth + $2, created_by = $3 WHERE id = ANY($1::text[])`
  await sql(set, [inner, by, createdBy])
  await sql('UPDATE $schema.folders SET depth = depth + $2 WHERE id = $1', [row.id, by])
}
