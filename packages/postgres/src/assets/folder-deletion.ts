import {
  changedMeanwhile,
  type DeletedFolders,
  type FolderRecords,
  folderNotEmpty,
  folderNotFound,
  isAsExpected,
  MAX_DELETED_ASSETS,
} from '@stowage/core/ports'
import type { Sql } from '../connection/database.ts'
import { type FolderRow, folderOfRow, SELECT_FOLDER } from '../folders/folder-row.ts'
import { requireFolder, subtreeOf } from '../folders/folder-tree.ts'
import { lockTenant } from '../tenants/tenants.ts'
import { setFolder } from './asset-folders.ts'
import { lockRows } from './asset-locks.ts'
import { setTrashed } from './asset-writes.ts'
import { inScope, scopeValues } from './scope-condition.ts'

/** `FolderRecords.delete` */
export async function deleteFolder(
  sql: Sql,
  { tenant, id, scope = null, assets: fate, ifMatch }: Parameters<FolderRecords['delete']>[0],
): Promise<DeletedFolders> {
  const owner = await lockTenant(sql, tenant)
  if (owner === null) throw folderNotFound([id])
  const row = await requireFolder(sql, { tenant, id, scope })
  if (!isAsExpected(folderOfRow(row), ifMatch)) throw changedMeanwhile()
  const folderIds = (await subtreeOf(sql, owner.id, id)).map((node) => node.id)
  const held = await assetsIn(sql, owner.id, folderIds, scope)
  const active = held.filter((asset) => asset.active)
  if (fate === undefined && (folderIds.length > 1 || active.length > 0)) throw folderNotEmpty()
  if (held.length > MAX_DELETED_ASSETS) throw folderNotEmpty(MAX_DELETED_ASSETS)

  const doomed = new Set(fate === 'trash' ? active.map((asset) => asset.id) : [])
  if (doomed.size > 0) await setTrashed(sql, { tenant, ids: [...doomed], to: 'trash' })
  const rows = await lockRows(sql, owner.id, { ids: held.map((asset) => asset.id) })
  const left = await setFolder(sql, [...rows.values()], null)
  const folders = await sql<FolderRow>(
    `${SELECT_FOLDER} WHERE f.id = ANY($1::text[]) ORDER BY f.depth, f.id`,
    [folderIds],
  )
  await sql('DELETE FROM $schema.folders WHERE id = ANY($1::text[])', [folderIds])
  return {
    folders: folders.map(folderOfRow),
    trashed: left.filter((asset) => doomed.has(asset.id)),
    detached: left.filter((asset) => !doomed.has(asset.id)),
  }
}

/** In two parts, for each of which there is an index. One asset too many is enough to know that they are. */
const LIMIT = `LIMIT ${MAX_DELETED_ASSETS + 1}`
const HELD = `(SELECT id, ${inScope('a', '$3', '$4')} AS active FROM $schema.assets a
    WHERE tenant_id = $1 AND folder_id = ANY($2::text[]) AND trashed_at IS NULL
    ORDER BY active DESC ${LIMIT})
  UNION ALL
  (SELECT id, false FROM $schema.assets
    WHERE tenant_id = $1 AND folder_id = ANY($2::text[]) AND trashed_at IS NOT NULL ${LIMIT})`

/** The assets in these folders, those in the trash included; which are active ones of the scope. */
function assetsIn(
  sql: Sql,
  tenantId: number,
  folderIds: readonly string[],
  scope: Parameters<typeof scopeValues>[0],
): Promise<readonly { readonly id: string; readonly active: boolean }[]> {
  return sql(HELD, [tenantId, folderIds, ...scopeValues(scope)])
}
