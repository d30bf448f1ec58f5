import { folderNotEmpty } from '../../errors/folder-errors.ts'
import { changedMeanwhile } from '../../errors/own-data-errors.ts'
import type { AssetScope } from '../../model/asset-scope.ts'
import { MAX_DELETED_ASSETS } from '../../model/folder.ts'
import { isAsExpected } from '../../model/revision.ts'
import type { DeletedFolders, FolderRecords } from '../../ports/folder-records.ts'
import type { Sql } from '../engine/client.ts'
import { type FolderRow, folderOfRow, SELECT_FOLDER } from '../folders/folder-row.ts'
import { requireFolder, subtreeOf } from '../folders/folder-tree.ts'
import { findTenant } from '../tenants/tenants.ts'
import type { Transaction } from '../tenants/transaction.ts'
import { setFolder } from './asset-folders.ts'
import { findRows } from './asset-rows.ts'
import { setTrashed } from './asset-writes.ts'

/** `FolderRecords.delete` */
export function deleteFolder(
  transaction: Transaction,
  { tenant, id, scope, assets: fate, ifMatch }: Parameters<FolderRecords['delete']>[0],
): DeletedFolders {
  const { sql } = transaction
  const row = requireFolder(sql, findTenant(sql, tenant), id, scope)
  if (!isAsExpected(folderOfRow(row), ifMatch)) throw changedMeanwhile()
  const { tenant_id: tenantId } = row
  const folderIds = subtreeOf(sql, tenantId, id).map((node) => node.id)
  const active = activeIn(sql, tenantId, folderIds, scope)
  if (fate === undefined && (folderIds.length > 1 || active.length > 0)) throw folderNotEmpty()
  const ids = allIn(sql, tenantId, folderIds)
  if (ids.length > MAX_DELETED_ASSETS) throw folderNotEmpty(MAX_DELETED_ASSETS)

  const doomed = new Set(fate === 'trash' ? active : [])
  if (doomed.size > 0) setTrashed(transaction, { tenant, ids: [...doomed], to: 'trash' })
  const assets = setFolder(transaction, [...findRows(sql, { tenant, ids }).values()], null)
  const list = JSON.stringify(folderIds)
  const rows = sql<FolderRow>(
    `${SELECT_FOLDER} WHERE f.id IN (SELECT value FROM json_each(?)) ORDER BY f.depth, f.id`,
  ).all(list)
  sql('DELETE FROM folders WHERE id IN (SELECT value FROM json_each(?))').run(list)
  return {
    folders: rows.map(folderOfRow),
    trashed: assets.filter((asset) => doomed.has(asset.id)),
    detached: assets.filter((asset) => !doomed.has(asset.id)),
  }
}

/** One asset more than may be taken out is enough to know that they are too many. */
const ACTIVE = `SELECT id FROM assets
  WHERE tenant_id = :tenantId AND folder_id IN (SELECT value FROM json_each(:folderIds)) AND trashed_at IS NULL
    AND (:isScoped = 0 OR created_by IS :createdBy) LIMIT ${MAX_DELETED_ASSETS + 1}`

/** Ids of the active assets of the scope in these folders. */
function activeIn(
  sql: Sql,
  tenantId: number,
  folderIds: readonly string[],
  scope: AssetScope | null | undefined,
): readonly string[] {
  const rows = sql<{ id: string }>(ACTIVE).all({
    tenantId,
    folderIds: JSON.stringify(folderIds),
    isScoped: Number(scope != null),
    createdBy: scope?.createdBy ?? null,
  })
  return rows.map(({ id }) => id)
}

/** In two parts, for each of which there is an index. */
const ALL = ['IS NULL', 'IS NOT NULL'].map(
  (state) => `SELECT id FROM assets
    WHERE tenant_id = ? AND folder_id IN (SELECT value FROM json_each(?)) AND trashed_at ${state}
    LIMIT ${MAX_DELETED_ASSETS + 1}`,
)

/** Ids of the assets in these folders, those in the trash included. */
function allIn(sql: Sql, tenantId: number, folderIds: readonly string[]): readonly string[] {
  const list = JSON.stringify(folderIds)
  return ALL.flatMap((text) =>
    sql<{ id: string }>(text)
      .all(tenantId, list)
      .map(({ id }) => id),
  )
}
