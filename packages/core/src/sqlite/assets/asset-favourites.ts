import type { AssetRecord } from '../../assets/asset.ts'
import { changeTime } from '../../assets/asset-changes.ts'
import type { AssetRecords } from '../../assets/asset-records.ts'
import { formatTimestamp } from '../../time/timestamp.ts'
import { assetOfRow } from '../schema/asset-row.ts'
import type { Transaction } from '../tenants/transaction.ts'
import { idsOf, rowsToChange } from './asset-rows.ts'
import { entryOf } from './asset-writes.ts'
import { changeInList } from './list-entries.ts'

/** `AssetRecords.setFavourite` */
export function setFavourite(
  transaction: Transaction,
  { isFavourite, ...request }: Parameters<AssetRecords['setFavourite']>[0],
): readonly AssetRecord[] {
  const { sql, now } = transaction
  const found = rowsToChange(sql, request).map((row) => ({ row, before: assetOfRow(row) }))
  const others = found.filter(({ before }) => before.isFavourite !== isFavourite)
  if (others.length === 0) return []
  sql(
    // As `changeTime` does it.
    `UPDATE assets SET is_favourite = :isFavourite,
        updated_at = max(:now, min(updated_at + 1, :now + 1000))
      WHERE id IN (SELECT value FROM json_each(:ids))`,
  ).run({ isFavourite: Number(isFavourite), now, ids: idsOf(others.map(({ row }) => row)) })
  return others.map(({ row, before }) => {
    const updatedAt = formatTimestamp(changeTime(row.updated_at, now))
    const after = { ...before, isFavourite, updatedAt }
    changeInList(transaction, entryOf(row), { before, after })
    return after
  })
}
