import type { UnownedFate } from '../../owners/owner.ts'
import { type DetachedAssets, NOTHING_DETACHED } from '../../owners/owner-records.ts'
import { setTrashed } from '../assets/asset-writes.ts'
import { removeAssets } from '../assets/purge-writes.ts'
import type { Sql } from '../driver/client.ts'
import type { AssetRow } from '../schema/asset-row.ts'
import type { Transaction } from '../tenants/transaction.ts'

/** Detached assets of a tenant. */
interface Detached {
  readonly tenant: string
  /** The assets, each once. */
  readonly rows: readonly AssetRow[]
  /** How many attachments were removed. */
  readonly detached: number
  readonly fate: UnownedFate
}

/** Applies `fate` to the assets that belong to no owner any more. */
export function disposeOfUnowned(
  transaction: Transaction,
  { tenant, rows, detached, fate }: Detached,
): DetachedAssets {
  const left = rows.filter(({ id }) => !isOwned(transaction.sql, id))
  const unowned = left.map(({ id }) => id)
  const assetIds = rows.map(({ id }) => id)
  const report = { ...NOTHING_DETACHED, detached, assetIds, unowned }
  if (left.length === 0 || fate === 'keep') return report
  if (fate === 'purge') return { ...report, purged: removeAssets(transaction, left) }
  return { ...report, trashed: setTrashed(transaction, { tenant, ids: unowned, to: 'trash' }) }
}

function isOwned(sql: Sql, assetId: string): boolean {
  return sql('SELECT 1 FROM attachments WHERE asset_id = ? LIMIT 1').get(assetId) !== undefined
}
