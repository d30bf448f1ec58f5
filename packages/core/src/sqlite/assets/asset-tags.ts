import type { AssetRecord } from '../../assets/asset.ts'
import { changeTime } from '../../assets/asset-changes.ts'
import type { AssetRecords } from '../../assets/asset-records.ts'
import { jsonOfOwnData } from '../../own-data/own-data-column.ts'
import { taggedAssets } from '../../own-data/tagged-assets.ts'
import { formatTimestamp } from '../../time/timestamp.ts'
import { assetOfRow } from '../schema/asset-row.ts'
import type { Transaction } from '../tenants/transaction.ts'
import { rowsToChange } from './asset-rows.ts'
import { entryOf } from './asset-writes.ts'
import { changeInList } from './list-entries.ts'

/** `AssetRecords.tag` */
export function tag(
  transaction: Transaction,
  { add, remove, ...request }: Parameters<AssetRecords['tag']>[0],
): readonly AssetRecord[] {
  const { sql, now } = transaction
  const rows = rowsToChange(sql, request)
  const known = new Map(rows.map((row) => [row.id, { row, before: assetOfRow(row) }]))
  const assets = [...known.values()].map(({ before }) => before)
  return taggedAssets(assets, { add, remove }).flatMap((asset) => {
    const at = known.get(asset.id)
    if (at === undefined) return []
    const { row, before } = at
    const updatedAt = changeTime(row.updated_at, now)
    const after = { ...asset, updatedAt: formatTimestamp(updatedAt) }
    sql('UPDATE assets SET own = ?, updated_at = ? WHERE id = ?').run(
      jsonOfOwnData(after),
      updatedAt,
      asset.id,
    )
    changeInList(transaction, entryOf(row), { before, after })
    return [after]
  })
}
