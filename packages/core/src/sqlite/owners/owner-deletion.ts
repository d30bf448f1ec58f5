import type { Owner } from '../../owners/owner.ts'
import {
  type DetachedAssets,
  NOTHING_DETACHED,
  type OwnerRecords,
} from '../../owners/owner-records.ts'
import { findRows, idsOf } from '../assets/asset-rows.ts'
import type { Sql } from '../driver/client.ts'
import { findTenant } from '../tenants/tenants.ts'
import type { Transaction } from '../tenants/transaction.ts'
import { disposeOfUnowned } from './unowned.ts'

/** `OwnerRecords.detachAll` */
export function detachAll(
  transaction: Transaction,
  { tenant, owner, scope = null, unowned: fate }: Parameters<OwnerRecords['detachAll']>[0],
): DetachedAssets {
  const { sql } = transaction
  const tenantId = findTenant(sql, tenant)
  if (tenantId === null) return NOTHING_DETACHED
  const found = findRows(sql, { tenant, ids: assetsOf(sql, tenantId, owner), scope })
  const rows = [...found.values()]
  const { changes } = sql(
    `DELETE FROM attachments WHERE tenant_id = :tenantId AND owner_type = :type AND owner_id = :id
      AND asset_id IN (SELECT value FROM json_each(:ids))`,
  ).run({ tenantId, type: owner.type, id: owner.id, ids: idsOf(rows) })
  return disposeOfUnowned(transaction, { tenant, rows, detached: Number(changes), fate })
}

/** In the order in which they were attached, each once. */
function assetsOf(sql: Sql, tenantId: number, { type, id }: Owner): readonly string[] {
  const rows = sql<{ asset_id: string }>(
    `SELECT asset_id FROM attachments WHERE tenant_id = ? AND owner_type = ? AND owner_id = ?
      GROUP BY asset_id ORDER BY min(attached_at), min(field), min(position)`,
  ).all(tenantId, type, id)
  return rows.map((row) => row.asset_id)
}
