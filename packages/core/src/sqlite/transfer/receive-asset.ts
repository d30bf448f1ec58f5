import type { AssetRecord } from '../../assets/asset.ts'
import { bytesOf } from '../../assets/asset-changes.ts'
import { LIVE, TRASH } from '../../usage/count-changes.ts'
import { enterList, type ListEntry, leaveList } from '../assets/list-entries.ts'
import type { Sql } from '../driver/client.ts'
import {
  type AssetRow,
  assetOfRow,
  INSERT_ASSET,
  insertParameters,
  SELECT_ASSET,
} from '../schema/asset-row.ts'
import { ensureTenant } from '../tenants/tenants.ts'
import type { Transaction } from '../tenants/transaction.ts'

/** Makes an asset what it is in the source database, and counts it. */
export function receiveAsset(
  transaction: Transaction,
  id: string,
  value: AssetRecord | null,
): void {
  const { sql } = transaction
  const count = (asset: AssetRecord, tenantId: number, by: 1 | -1) => {
    const list = asset.trashedAt === null ? LIVE : TRASH
    const entry: ListEntry = { tenantId, list, seq: asset.seq }
    if (by === 1) enterList(transaction, entry, asset)
    else leaveList(transaction, entry, asset)
    sql('UPDATE tenants SET assets = assets + ?, bytes = bytes + ? WHERE id = ?').run(
      by,
      by * bytesOf(asset),
      tenantId,
    )
  }
  for (const row of rowsInPlaceOf(sql, id, value)) {
    sql('DELETE FROM assets WHERE id = ?').run(row.id)
    count(assetOfRow(row), row.tenant_id, -1)
  }
  if (value === null) return
  const tenantId = ensureTenant(sql, value.tenant)
  sql(INSERT_ASSET).run(...insertParameters(value, tenantId))
  count(value, tenantId, 1)
}

/**
 * The row of the asset, and those of others with one of its unique ids. The others have lost that id in the source
 * database: their own entries come later.
 */
function rowsInPlaceOf(sql: Sql, id: string, value: AssetRecord | null): readonly AssetRow[] {
  const rows = sql<AssetRow>(`${SELECT_ASSET} WHERE a.id = ?`).all(id)
  if (value === null) return rows
  const others = (condition: string, ...values: readonly string[]) =>
    sql<AssetRow>(`${SELECT_ASSET} WHERE ${condition} AND a.id <> ?`).all(...values, id)
  rows.push(...others('a.public_file_id = ?', value.publicFileId))
  if (value.externalId !== null) {
    rows.push(...others('t.name = ? AND a.external_id = ?', value.tenant, value.externalId))
  }
  return rows
}
