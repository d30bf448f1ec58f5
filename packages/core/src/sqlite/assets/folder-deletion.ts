import type { AssetScope } from '../../assets/asset-scope.ts'
import { isAsExpected } from '../../assets/revision.ts'
import { folderNotEmpty } from '../../errors/folder-errors.ts'
import { changedMeanwhile } from '../../errors/own-data-errors.ts'
import { FOLDER_STEP, type Folder } from '../../folders/folder.ts'
import type { DeletedFolders, FolderRecords } from '../../folders/folder-records.ts'
import type { Sql } from '../driver/client.ts'
import { type FolderRow, folderOfRow, SELECT_FOLDER } from '../folders/folder-row.ts'
import { lowestFoldersIn, requireFolder, settleHeights } from '../folders/folder-tree.ts'
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
  const { ids: folderIds, isWhole, holdsFolders } = lowestFoldersIn(sql, tenantId, id)
  const held = heldIn(sql, tenantId, folderIds, scope)
  const holdsAny = holdsFolders || held.some(({ active }) => active === 1)
  if (fate === undefined && holdsAny) throw folderNotEmpty()

  const taken = held.slice(0, FOLDER_STEP)
  const doomed = new Set(
    taken.flatMap((asset) => (fate === 'trash' && asset.active === 1 ? [asset.id] : [])),
  )
  if (doomed.size > 0) setTrashed(transaction, { tenant, ids: [...doomed], to: 'trash' })
  const ids = taken.map((asset) => asset.id)
  const assets = setFolder(transaction, [...findRows(sql, { tenant, ids }).values()], null)
  const isEmptied = taken.length === held.length
  return {
    done: isWhole && isEmptied,
    folders: isEmptied ? removeFolders(sql, tenantId, folderIds) : [],
    trashed: assets.filter((asset) => doomed.has(asset.id)),
    detached: assets.filter((asset) => !doomed.has(asset.id)),
  }
}

/** Reads one asset more than a step takes out, which shows that there are more. Assets of the scope come first. */
const HELD = [
  `SELECT id, 1 AS active FROM assets
    WHERE tenant_id = :tenantId AND folder_id IN (SELECT value FROM json_each(:folderIds)) AND trashed_at IS NULL
      AND (:isScoped = 0 OR created_by IS :createdBy) LIMIT ${FOLDER_STEP + 1}`,
  `SELECT id, 0 AS active FROM assets
    WHERE tenant_id = :tenantId AND folder_id IN (SELECT value FROM json_each(:folderIds)) AND trashed_at IS NULL
      AND :isScoped = 1 AND created_by IS NOT :createdBy LIMIT ${FOLDER_STEP + 1}`,
  `SELECT id, 0 AS active FROM assets
    WHERE tenant_id = :tenantId AND folder_id IN (SELECT value FROM json_each(:folderIds)) AND trashed_at IS NOT NULL
    LIMIT ${FOLDER_STEP + 1}`,
]

interface HeldAsset {
  readonly id: string
  /** Whether it is an active asset of the scope. */
  readonly active: number
}

/** Assets in these folders, including those in the trash. */
function heldIn(
  sql: Sql,
  tenantId: number,
  folderIds: readonly string[],
  scope: AssetScope | null | undefined,
): readonly HeldAsset[] {
  const list = { tenantId, folderIds: JSON.stringify(folderIds) }
  const scoped = { isScoped: Number(scope != null), createdBy: scope?.createdBy ?? null }
  const [own = '', others = '', trashed = ''] = HELD
  return [
    ...sql<HeldAsset>(own).all({ ...list, ...scoped }),
    ...sql<HeldAsset>(others).all({ ...list, ...scoped }),
    ...sql<HeldAsset>(trashed).all(list),
  ]
}

function removeFolders(sql: Sql, tenantId: number, ids: readonly string[]): readonly Folder[] {
  const list = JSON.stringify(ids)
  const rows = sql<FolderRow>(
    `${SELECT_FOLDER} WHERE f.id IN (SELECT value FROM json_each(?))`,
  ).all(list)
  sql('DELETE FROM folders WHERE id IN (SELECT value FROM json_each(?))').run(list)
  for (const parent of new Set(rows.map((row) => row.parent_id)))
    settleHeights(sql, tenantId, parent)
  const place = new Map(ids.map((each, index) => [each, index]))
  const placeOf = (row: FolderRow) => place.get(row.id) ?? 0
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b)).map(folderOfRow)
}
