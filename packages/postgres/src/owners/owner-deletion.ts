import type { DetachedOwner, OwnerRecords } from '@stowage/core/ports'
import { lockRows } from '../assets/asset-locks.ts'
import { setTrashed } from '../assets/asset-writes.ts'
import { removeAssets } from '../assets/purge.ts'
import type { Sql } from '../connection/database.ts'
import { keepHoldsOut } from '../leases/leases.ts'
import { lockTenant } from '../tenants/tenants.ts'

const NOTHING: DetachedOwner = {
  detached: 0,
  unowned: [],
  trashed: [],
  purged: { assets: [], held: false },
}

/** `OwnerRecords.detachAll` */
export async function detachAll(
  sql: Sql,
  { tenant, owner, scope = null, unowned: fate }: Parameters<OwnerRecords['detachAll']>[0],
): Promise<DetachedOwner> {
  if (fate === 'purge') await keepHoldsOut(sql)
  const found = await lockTenant(sql, tenant)
  if (found === null) return NOTHING
  const place = [found.id, owner.type, owner.id]
  const attached = await sql<{ asset_id: string }>(ASSETS_OF_OWNER, place)
  const ids = attached.map((row) => row.asset_id)
  const rows = await lockRows(sql, found.id, { ids, scope })
  const gone = await sql(
    `DELETE FROM $schema.attachments WHERE tenant_id = $1 AND owner_type = $2 AND owner_id = $3
      AND asset_id = ANY($4::uuid[]) RETURNING 1`,
    [...place, [...rows.keys()]],
  )
  const owned = await sql<{ asset_id: string }>(
    'SELECT DISTINCT asset_id FROM $schema.attachments WHERE asset_id = ANY($1::uuid[])',
    [[...rows.keys()]],
  )
  const stay = new Set(owned.map((row) => row.asset_id))
  const left = [...rows.values()].filter(({ id }) => !stay.has(id))
  const unowned = left.map(({ id }) => id)
  const report = { ...NOTHING, detached: gone.length, unowned }
  if (left.length === 0 || fate === 'keep') return report
  if (fate === 'purge') return { ...report, purged: await removeAssets(sql, left) }
  return { ...report, trashed: await setTrashed(sql, { tenant, ids: unowned, to: 'trash' }) }
}

/** In the order in which they were attached, each once. */
const ASSETS_OF_OWNER = `SELECT asset_id FROM $schema.attachments
  WHERE tenant_id = $1 AND owner_type = $2 AND owner_id = $3
  GROUP BY asset_id ORDER BY min(attached_at), min(field), min(position)`
