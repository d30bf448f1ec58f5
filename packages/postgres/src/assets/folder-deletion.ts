import type { Folder } from '@stowage/core'
import {
  changedMeanwhile,
  type DeletedFolders,
  FOLDER_STEP,
  type FolderRecords,
  folderNotEmpty,
  folderNotFound,
  isAsExpected,
} from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { type FolderRow, folderOfRow, SELECT_FOLDER } from '../folders/folder-row.ts'
import { lowestFoldersIn, requireFolder, settleHeights } from '../folders/folder-tree.ts'
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
  const { ids: folderIds, isWhole, holdsFolders } = await lowestFoldersIn(sql, owner.id, id)
  const held = await assetsIn(sql, owner.id, folderIds, scope)
  const holdsAny = holdsFolders || held.some((asset) => asset.active)
  if (fate === undefined && holdsAny) throw folderNotEmpty()

  const taken = held.slice(0, FOLDER_STEP)
  const doomed = new Set(
    taken.flatMap((asset) => (fate === 'trash' && asset.active ? [asset.id] : [])),
  )
  if (doomed.size > 0) await setTrashed(sql, { tenant, ids: [...doomed], to: 'trash' })
  const rows = await lockRows(sql, owner.id, { ids: taken.map((asset) => asset.id) })
  const left = await setFolder(sql, [...rows.values()], null)
  const isEmptied = taken.length === held.length
  return {
    done: isWhole && isEmptied,
    folders: isEmptied ? await removeFolders(sql, owner.id, folderIds) : [],
    trashed: left.filter((asset) => doomed.has(asset.id)),
    detached: left.filter((asset) => !doomed.has(asset.id)),
  }
}

/** In two parts, each with its own index. Reads one asset too many, which shows that there are more. */
const LIMIT = `LIMIT ${FOLDER_STEP + 1}`
const HELD = `(SELECT id, ${inScope('a', '$3', '$4')} AS active FROM $schema.assets a
    WHERE tenant_id = $1 AND folder_id = ANY($2::text[]) AND trashed_at IS NULL
    ORDER BY active DESC ${LIMIT})
  UNION ALL
  (SELECT id, false FROM $schema.assets
    WHERE tenant_id = $1 AND folder_id = ANY($2::text[]) AND trashed_at IS NOT NULL ${LIMIT})`

/** The assets in these folders, including those in the trash. `active`: whether it is an active asset of the scope. */
function assetsIn(
  sql: Sql,
  tenantId: number,
  folderIds: readonly string[],
  scope: Parameters<typeof scopeValues>[0],
): Promise<readonly { readonly id: string; readonly active: boolean }[]> {
  return sql(HELD, [tenantId, folderIds, ...scopeValues(scope)])
}

async function removeFolders(
  sql: Sql,
  tenantId: number,
  ids: readonly string[],
): Promise<readonly Folder[]> {
  const rows = await sql<FolderRow>(`${SELECT_FOLDER} WHERE f.id = ANY($1::text[])`, [ids])
  await sql('DELETE FROM $schema.folders WHERE id = ANY($1::text[])', [ids])
  await settleHeights(
    sql,
    tenantId,
    rows.map((row) => row.parent_id),
  )
  const place = new Map(ids.map((each, index) => [each, index]))
  const placeOf = (row: FolderRow) => place.get(row.id) ?? 0
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b)).map(folderOfRow)
}
