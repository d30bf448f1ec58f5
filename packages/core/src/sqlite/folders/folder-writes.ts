import { changeTime } from '../../assets/asset-changes.ts'
import { isAsExpected } from '../../assets/revision.ts'
import { folderCycle } from '../../errors/folder-errors.ts'
import { alreadyExists } from '../../errors/metadata-errors.ts'
import { changedMeanwhile } from '../../errors/own-data-errors.ts'
import type { Folder, FolderRecord } from '../../folders/folder.ts'
import type { FolderRecords, NewFolder, UpdatedFolder } from '../../folders/folder-records.ts'
import { nameKey } from '../../text/name-key.ts'
import { siblingKey } from '../../text/sibling-key.ts'
import { formatTimestamp } from '../../time/timestamp.ts'
import type { Sql } from '../driver/client.ts'
import { ensureTenant, findTenant } from '../tenants/tenants.ts'
import type { Transaction } from '../tenants/transaction.ts'
import { findFolder } from './folder-reads.ts'
import { type FolderRow, folderOfRow, folderParameters, INSERT_FOLDER } from './folder-row.ts'
import {
  assertDepth,
  assertNameIsFree,
  lineOf,
  requireFolder,
  settleHeights,
} from './folder-tree.ts'

/** `FolderRecords.create` */
export function createFolder(
  { sql, now }: Transaction,
  { id, tenant, name, parentId, scope }: NewFolder,
): Folder {
  const tenantId = ensureTenant(sql, tenant)
  const parent = parentId === null ? null : requireFolder(sql, tenantId, parentId, scope)
  const createdBy = parent === null ? (scope?.createdBy ?? null) : parent.created_by
  if (findFolder(sql, tenantId, id, null) !== null) throw alreadyExists('id')
  assertDepth(depthOf(parent) + 1)
  const at = formatTimestamp(now)
  const folder = { id, tenant, name, parentId, createdBy, createdAt: at, updatedAt: at }
  assertNameIsFree(sql, tenantId, folder)
  sql(INSERT_FOLDER).run(folderParameters({ ...folder, height: 1 }, tenantId))
  settleHeights(sql, tenantId, parentId)
  return folderOfRow(requireFolder(sql, tenantId, id, scope))
}

/** `FolderRecords.update` */
export function updateFolder(
  { sql, now }: Transaction,
  { tenant, id, scope, changes, ifMatch }: Parameters<FolderRecords['update']>[0],
): UpdatedFolder {
  const tenantId = findTenant(sql, tenant)
  const row = requireFolder(sql, tenantId, id, scope)
  if (!isAsExpected(folderOfRow(row), ifMatch)) throw changedMeanwhile()
  const { name = row.name, parentId = row.parent_id } = changes
  const isMoved = parentId !== row.parent_id
  const target = isMoved && parentId !== null ? requireFolder(sql, tenantId, parentId, scope) : null
  if (!isMoved && name === row.name) return { folder: folderOfRow(row), changed: false }

  const createdBy = target === null ? row.created_by : target.created_by
  if (isMoved) assertMovable(sql, row, target)
  if (createdBy !== row.created_by) handOver(sql, row, createdBy)
  assertNameIsFree(sql, row.tenant_id, { id, parentId, createdBy, name })
  sql(
    `UPDATE folders SET name = ?, sibling_key = ?, name_key = ?, parent_id = ?, created_by = ?, updated_at = ?
      WHERE id = ?`,
  ).run(
    name,
    siblingKey(name),
    nameKey(name),
    parentId,
    createdBy,
    changeTime(row.updated_at, now),
    id,
  )
  if (isMoved) {
    settleHeights(sql, row.tenant_id, row.parent_id)
    settleHeights(sql, row.tenant_id, parentId)
  }
  return { folder: folderOfRow(requireFolder(sql, tenantId, id, null)), changed: true }
}

/** `folder_cycle`, `folder_too_deep`. Reads only the parents, however much is in the folder. */
function assertMovable(sql: Sql, row: FolderRow, target: FolderRow | null): void {
  if (target !== null && lineOf(sql, target.id).includes(row.id)) throw folderCycle()
  assertDepth(depthOf(target) + row.height)
}

function depthOf(folder: FolderRow | null): number {
  return folder === null ? 0 : folderOfRow(folder).path.length
}

const HAND_OVER = `WITH RECURSIVE down (id) AS (
    SELECT :id
    UNION ALL
    SELECT c.id FROM down CROSS JOIN folders c ON c.tenant_id = :tenantId AND c.parent_id = down.id)
  UPDATE folders SET created_by = :createdBy WHERE id IN (SELECT id FROM down) AND id <> :id`

/** Gives all folders below it the creator that applies under the new parent. */
function handOver(
  sql: Sql,
  { tenant_id: tenantId, id }: FolderRow,
  createdBy: string | null,
): void {
  sql(HAND_OVER).run({ tenantId, id, createdBy })
}

/**
 * Writes a folder unchanged. A folder whose name it takes was renamed or moved in the source database, so its own entry
 * comes later.
 */
export function insertInPlaceOfSibling(sql: Sql, folder: FolderRecord): void {
  const tenantId = ensureTenant(sql, folder.tenant)
  sql(
    `DELETE FROM folders WHERE tenant_id = :tenantId AND ifnull(parent_id, '') = :parentId
      AND ifnull(created_by, '') = :createdBy AND sibling_key = :key`,
  ).run({
    tenantId,
    parentId: folder.parentId ?? '',
    createdBy: folder.createdBy ?? '',
    key: siblingKey(folder.name),
  })
  sql(INSERT_FOLDER).run(folderParameters(folder, tenantId))
}
