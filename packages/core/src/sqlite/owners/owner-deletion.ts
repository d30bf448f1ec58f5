import type { Owner } from '../../model/owner.ts'
import type { DetachedOwner, OwnerRecords } from '../../ports/owner-records.ts'
import { findRows, idsOf } from '../assets/asset-rows.ts'
import { setTrashed } from '../assets/asset-writes.ts'
import { removeAssets } from '../assets/purge-writes.ts'
import type { Sql } from '../engine/client.ts'
import { findTenant } from '../tenants/tenants.ts'
import type { Transaction } from '../tenants/transaction.ts'

const NOTHING: DetachedOwner = {
  detached: 0,
  unowned: [],
  trashed: [],
  purged: { assets: [], held: false },
}

/** `OwnerRecords.detachAll` */
export function detachAll(
  transaction: Transaction,
  { tenant, owner, scope = null, unowned: fate }: Parameters<OwnerRecords['detachAll']>[0],
): DetachedOwner {
  const { sql } = transaction
  const tenantId = findTenant(sql, tenant)
  if (tenantId === null) return NOTHING
  const rows = findRows(sql, { tenant, ids: assetsOf(sql, tenantId, owner), scope })
  const { changes } = sql(
    `DELETE FROM attachments WHERE tenant_id = :tenantId AND owner_type = :type AND owner_id = :id
      AND asset_id IN (SELECT value FROM json_each(:ids))`,
  ).run({ tenantId, type: owner.type, id: owner.id, ids: idsOf([...rows.values()]) })
  const left = [...rows.values()].filter(({ id }) => !isOwned(sql, id))
  const unowned = left.map(({ id }) => id)
  const report = { ...NOTHING, detached: Number(changes), unowned }
  if (left.length === 0 || fate === 'keep') return report
  if (fate === 'purge') return { ...report, purged: removeAssets(transaction, left) }
  return { ...report, trashed: setTrashed(transaction, { tenant, ids: unowned, to: 'trash' }) }
}

/** In the order in which they were attached, each once. */
function assetsOf(sql: Sql, tenantId: number, { type, id }: Owner): readonly string[] {
  const rows = sql<{ asset_id: string }>(
    `SELECT asset_id FROM attachments WHERE tenant_id = ? AND owner_type = ? AND owner_id = ?
      GROUP BY asset_id ORDER BY min(attached_at), min(field), min(position)`,
  ).all(tenantId, type, id)
  return rows.map((row) => row.asset_id)
}

function isOwned(sql: Sql, assetId: string): boolean {
  return sql('SELECT 1 FROM attachments WHERE asset_id = ? LIMIT 1').get(assetId) !== undefined
}
