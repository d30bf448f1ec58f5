import { type DetachedAssets, NOTHING_DETACHED, type OwnerRecords } from '@stowage/core/internal'
import { lockRows } from '../assets/asset-locks.ts'
import type { Sql } from '../connection/database.ts'
import { blockNewHolds } from '../leases/leases.ts'
import { lockTenant } from '../tenants/tenants.ts'
import { disposeOfUnowned } from './unowned.ts'

/** `OwnerRecords.detachAll` */
export async function detachAll(
  sql: Sql,
  { tenant, owner, scope = null, unowned: fate }: Parameters<OwnerRecords['detachAll']>[0],
): Promise<DetachedAssets> {
  if (fate === 'purge') await blockNewHolds(sql)
  const found = await lockTenant(sql, tenant)
  if (found === null) return NOTHING_DETACHED
  const place = [found.id, owner.type, owner.id]
  const attached = await sql<{ asset_id: string }>(ASSETS_OF_OWNER, place)
  const ids = attached.map((row) => row.asset_id)
  const rows = await lockRows(sql, found.id, { ids, scope })
  const gone = await sql(
    `DELETE FROM $schema.attachments WHERE tenant_id = $1 AND owner_type = $2 AND owner_id = $3
      AND asset_id = ANY($4::uuid[]) RETURNING 1`,
    [...place, [...rows.keys()]],
  )
  const detached = gone.length
  return disposeOfUnowned(sql, { tenant, rows: [...rows.values()], detached, fate })
}

/** In the order in which they were attached, each once. */
const ASSETS_OF_OWNER = `SELECT asset_id FROM $schema.attachments
  WHERE tenant_id = $1 AND owner_type = $2 AND owner_id = $3
  GROUP BY asset_id ORDER BY min(attached_at), min(field), min(position)`
