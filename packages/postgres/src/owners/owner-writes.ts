import type { AssetRecord } from '@stowage/core/internal'
import {
  type AttachedAssets,
  assertRoom,
  type DetachedAssets,
  NOTHING_DETACHED,
  type OwnerFieldChange,
  type OwnerFieldRequest,
} from '@stowage/core/internal'
import { lockRows } from '../assets/asset-locks.ts'
import { keepPending } from '../assets/asset-pending.ts'
import type { Sql } from '../connection/database.ts'
import { blockNewHolds } from '../leases/leases.ts'
import { assetOfRow } from '../schema/asset-row.ts'
import { lockTenant } from '../tenants/tenants.ts'
import { attachedIn, deleteFrom, type FieldPlace, insertInto } from './field-rows.ts'
import { rowsToAttach } from './rows-to-attach.ts'
import { disposeOfUnowned } from './unowned.ts'

/** `OwnerRecords.attach`. The lock of the tenant serialises all changes of its owners. */
export async function attach(sql: Sql, request: OwnerFieldRequest): Promise<AttachedAssets> {
  const found = await lockTenant(sql, request.tenant)
  if (found === null) {
    rowsToAttach(request, { entries: new Map(), before: [] })
    return { assets: [], attached: [] }
  }
  const place: FieldPlace = { ...request.owner, tenantId: found.id }
  const { before, ofOwner } = await attachedIn(sql, place)
  const rows = rowsToAttach(request, { entries: await lockRows(sql, found.id, request), before })
  if (rows.length === 0) return { assets: [], attached: [] }
  const known = new Set(before.map(({ assetId }) => assetId))
  const last = before.at(-1)?.position ?? 0
  const fresh = rows.flatMap(({ id }) => (known.has(id) ? [] : [id]))
  if (fresh.length > 0) assertRoom(before.length + fresh.length, ofOwner + fresh.length)
  const placed = fresh.map((assetId, index) => ({ assetId, position: last + 1 + index }))
  await insertInto(sql, place, placed)
  await keepPending(sql, rows)
  const assets = rows.map((row): AssetRecord => ({ ...assetOfRow(row), pendingUntil: null }))
  return { assets, attached: assets.filter(({ id }) => !known.has(id)) }
}

/** `OwnerRecords.detach` */
export async function detach(
  sql: Sql,
  { owner, tenant, unowned: fate, ...request }: OwnerFieldChange,
): Promise<DetachedAssets> {
  if (fate === 'purge') await blockNewHolds(sql)
  const found = await lockTenant(sql, tenant)
  if (found === null) return NOTHING_DETACHED
  const known = await lockRows(sql, found.id, request)
  const gone = await deleteFrom(sql, { ...owner, tenantId: found.id }, [...known.keys()])
  const rows = [...known.values()].filter(({ id }) => gone.has(id))
  return disposeOfUnowned(sql, { tenant, rows, detached: rows.length, fate })
}
