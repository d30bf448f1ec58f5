import {
  assertRoom,
  NOTHING_DETACHED,
  type OwnerFieldChange,
  planField,
  type SetField,
} from '@stowage/core/internal'
import { lockRows } from '../assets/asset-locks.ts'
import { keepPending } from '../assets/asset-pending.ts'
import type { Sql } from '../connection/database.ts'
import { blockNewHolds } from '../leases/leases.ts'
import { assetOfRow } from '../schema/asset-row.ts'
import { lockTenant } from '../tenants/tenants.ts'
import { attachedIn, deleteFrom, type FieldPlace, insertInto, moveWithin } from './field-rows.ts'
import { rowsToAttach } from './rows-to-attach.ts'
import { disposeOfUnowned } from './unowned.ts'

/** `OwnerRecords.set`. Locks the added, kept and removed assets together, in one order. */
export async function setAttached(sql: Sql, request: OwnerFieldChange): Promise<SetField> {
  const { tenant, owner, ids, scope = null, unowned: fate } = request
  if (fate === 'purge') await blockNewHolds(sql)
  const found = await lockTenant(sql, tenant)
  if (found === null) {
    rowsToAttach(request, { entries: new Map(), before: [] })
    return { ...NOTHING_DETACHED, assets: [], attached: [] }
  }
  const place: FieldPlace = { ...owner, tenantId: found.id }
  const { before, ofOwner } = await attachedIn(sql, place)
  const all = new Set([...ids, ...before.map(({ assetId }) => assetId)])
  const reached = await lockRows(sql, found.id, { ids: [...all], scope })
  const rows = rowsToAttach(request, { entries: reached, before })
  const { gone, fresh, moved, size } = planField(before, ids, (id) => reached.has(id))
  if (fresh.length > 0) assertRoom(size, ofOwner - before.length + size)
  await deleteFrom(sql, place, gone)
  await insertInto(sql, place, fresh)
  await moveWithin(sql, place, moved)
  await keepPending(sql, rows)
  const assets = rows.map((row) => ({ ...assetOfRow(row), pendingUntil: null }))
  const detached = gone.flatMap((id) => reached.get(id) ?? [])
  const isFresh = new Set(fresh.map(({ assetId }) => assetId))
  return {
    ...(await disposeOfUnowned(sql, { tenant, rows: detached, detached: detached.length, fate })),
    assets,
    attached: assets.filter(({ id }) => isFresh.has(id)),
  }
}
