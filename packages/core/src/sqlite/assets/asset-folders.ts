import type { AssetRecord } from '../../assets/asset.ts'
import { changeTime } from '../../assets/asset-changes.ts'
import type { AssetRecords } from '../../assets/asset-records.ts'
import { formatTimestamp } from '../../time/timestamp.ts'
import { assertFolders } from '../folders/folder-tree.ts'
import { type AssetRow, assetOfRow } from '../schema/asset-row.ts'
import { findTenant } from '../tenants/tenants.ts'
import type { Transaction } from '../tenants/transaction.ts'
import { idsOf, rowsToChange } from './asset-rows.ts'
import { entryOf } from './asset-writes.ts'
import { changeInList } from './list-entries.ts'

/** `AssetRecords.move` */
export function move(
  transaction: Transaction,
  { folderId, ...request }: Parameters<AssetRecords['move']>[0],
): readonly AssetRecord[] {
  const { sql } = transaction
  assertFolders(sql, findTenant(sql, request.tenant), [folderId], request.scope)
  const moving = rowsToChange(sql, request).filter((row) => row.folder_id !== folderId)
  return setFolder(transaction, moving, folderId)
}

/** Puts assets, in the trash or not, into an existing folder or into none. Returns the changed records. */
export function setFolder(
  transaction: Transaction,
  rows: readonly AssetRow[],
  folderId: string | null,
): readonly AssetRecord[] {
  if (rows.length === 0) return []
  const { sql, now } = transaction
  sql(
    // As `changeTime` does it.
    `UPDATE assets SET folder_id = :folderId,
        updated_at = max(:now, min(updated_at + 1, :now + 1000))
      WHERE id IN (SELECT value FROM json_each(:ids))`,
  ).run({ folderId, now, ids: idsOf(rows) })
  return rows.map((row) => {
    const updatedAt = changeTime(row.updated_at, now)
    const before = assetOfRow(row)
    const after = { ...before, folderId, updatedAt: formatTimestamp(updatedAt) }
    changeInList(transaction, entryOf(row), { before, after })
    return after
  })
}
