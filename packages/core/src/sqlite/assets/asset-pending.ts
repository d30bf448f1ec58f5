import type { AssetRecord } from '../../assets/asset.ts'
import type { IdsRequest } from '../../assets/asset-records.ts'
import type { Sql } from '../driver/client.ts'
import { type AssetRow, assetOfRow } from '../schema/asset-row.ts'
import type { Transaction } from '../tenants/transaction.ts'
import { idsOf, rowsToChange } from './asset-rows.ts'

/** `AssetRecords.keep` */
export function keep({ sql }: Transaction, request: IdsRequest): readonly AssetRecord[] {
  return keepPending(sql, rowsToChange(sql, request))
}

/** Keeps the pending assets of these rows. Returns their changed records. */
export function keepPending(sql: Sql, rows: readonly AssetRow[]): readonly AssetRecord[] {
  const pending = rows.filter((row) => row.pending_until !== null)
  if (pending.length === 0) return []
  sql('UPDATE assets SET pending_until = NULL WHERE id IN (SELECT value FROM json_each(?))').run(
    idsOf(pending),
  )
  return pending.map((row) => ({ ...assetOfRow(row), pendingUntil: null }))
}
