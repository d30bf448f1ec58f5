import { type DetachedAssets, NOTHING_DETACHED, type UnownedFate } from '@stowage/core/internal'
import { setTrashed } from '../assets/asset-writes.ts'
import { removeAssets } from '../assets/purge.ts'
import type { Sql } from '../connection/database.ts'
import type { AssetRow } from '../schema/asset-row.ts'

/** Detached assets of a tenant. */
interface Detached {
  readonly tenant: string
  /** The assets, each once. They and the tenant are locked. */
  readonly rows: readonly AssetRow[]
  /** How many attachments were removed. */
  readonly detached: number
  readonly fate: UnownedFate
}

/** Applies `fate` to the assets that belong to no owner any more. A purge needs `blockNewHolds` before. */
export async function disposeOfUnowned(
  sql: Sql,
  { tenant, rows, detached, fate }: Detached,
): Promise<DetachedAssets> {
  if (rows.length === 0) return NOTHING_DETACHED
  const assetIds = rows.map(({ id }) => id)
  const owned = await sql<{ asset_id: string }>(
    'SELECT DISTINCT asset_id FROM $schema.attachments WHERE asset_id = ANY($1::uuid[])',
    [assetIds],
  )
  const stay = new Set(owned.map((row) => row.asset_id))
  const left = rows.filter(({ id }) => !stay.has(id))
  const unowned = left.map(({ id }) => id)
  const report = { ...NOTHING_DETACHED, detached, assetIds, unowned }
  if (left.length === 0 || fate === 'keep') return report
  if (fate === 'purge') return { ...report, purged: await removeAssets(sql, left) }
  return { ...report, trashed: await setTrashed(sql, { tenant, ids: unowned, to: 'trash' }) }
}
