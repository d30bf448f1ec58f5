import type { AssetRecord } from '../../assets/asset.ts'
import { type PlacedAsset, planField } from '../../assets/field-plan.ts'
import { assetsToAttach } from '../../owners/assets-to-attach.ts'
import {
  type AttachedAssets,
  type DetachedAssets,
  NOTHING_DETACHED,
  type OwnerFieldChange,
  type OwnerFieldRequest,
  type SetField,
} from '../../owners/owner-records.ts'
import { assertRoom } from '../../owners/owner-room.ts'
import { keepPending } from '../assets/asset-pending.ts'
import { findRows } from '../assets/asset-rows.ts'
import type { Sql } from '../driver/client.ts'
import { type AssetRow, assetOfRow } from '../schema/asset-row.ts'
import { findTenant } from '../tenants/tenants.ts'
import type { Transaction } from '../tenants/transaction.ts'
import { attachedIn, deleteFrom, type FieldPlace, insertInto, moveWithin } from './field-rows.ts'
import { disposeOfUnowned } from './unowned.ts'

/** `OwnerRecords.attach` */
export function attach(transaction: Transaction, request: OwnerFieldRequest): AttachedAssets {
  const { sql } = transaction
  const { tenant, owner } = request
  const tenantId = findTenant(sql, tenant)
  const place: FieldPlace | null = tenantId === null ? null : { ...owner, tenantId }
  const { before, ofOwner } = place === null ? NOTHING_ATTACHED : attachedIn(sql, place)
  const rows = rowsToAttach(sql, request, before)
  if (place === null || rows.length === 0) return { assets: [], attached: [] }
  const known = new Set(before.map(({ assetId }) => assetId))
  const last = before.at(-1)?.position ?? 0
  const fresh = rows.flatMap(({ id }) => (known.has(id) ? [] : [id]))
  if (fresh.length > 0) assertRoom(before.length + fresh.length, ofOwner + fresh.length)
  insertInto(
    transaction,
    place,
    fresh.map((assetId, index) => ({ assetId, position: last + 1 + index })),
  )
  const assets = kept(sql, rows)
  return { assets, attached: assets.filter(({ id }) => !known.has(id)) }
}

/** `OwnerRecords.set` */
export function setAttached(transaction: Transaction, request: OwnerFieldChange): SetField {
  const { sql } = transaction
  const { tenant, ids, scope, owner, unowned: fate } = request
  const tenantId = findTenant(sql, tenant)
  const place: FieldPlace | null = tenantId === null ? null : { ...owner, tenantId }
  const { before, ofOwner } = place === null ? NOTHING_ATTACHED : attachedIn(sql, place)
  const rows = rowsToAttach(sql, request, before)
  if (place === null) return { ...NOTHING_DETACHED, assets: [], attached: [] }
  const known = before.map(({ assetId }) => assetId)
  const reached = findRows(sql, { tenant, ids: known, scope: scope ?? null })
  const { gone, fresh, moved, size } = planField(before, ids, (id) => reached.has(id))
  if (fresh.length > 0) assertRoom(size, ofOwner - before.length + size)
  deleteFrom(sql, place, gone)
  insertInto(transaction, place, fresh)
  moveWithin(sql, place, moved)
  const assets = kept(sql, rows)
  const detached = gone.flatMap((id) => reached.get(id) ?? [])
  const isFresh = new Set(fresh.map(({ assetId }) => assetId))
  return {
    ...disposeOfUnowned(transaction, { tenant, rows: detached, detached: detached.length, fate }),
    assets,
    attached: assets.filter(({ id }) => isFresh.has(id)),
  }
}

/** `OwnerRecords.detach` */
export function detach(
  transaction: Transaction,
  { owner, unowned: fate, ...request }: OwnerFieldChange,
): DetachedAssets {
  const { sql } = transaction
  const found = [...findRows(sql, request).values()]
  const [first] = found
  if (first === undefined) return NOTHING_DETACHED
  const ids = found.map(({ id }) => id)
  const gone = deleteFrom(sql, { ...owner, tenantId: first.tenant_id }, ids)
  const rows = found.filter(({ id }) => gone.has(id))
  const { tenant } = request
  return disposeOfUnowned(transaction, { tenant, rows, detached: rows.length, fate })
}

/** What an owner of an unknown tenant has. */
const NOTHING_ATTACHED = { before: [], ofOwner: 0 } as const

function rowsToAttach(
  sql: Sql,
  request: OwnerFieldRequest,
  before: readonly PlacedAsset[],
): readonly AssetRow[] {
  return assetsToAttach(request, {
    entries: findRows(sql, request),
    before,
    isActive: (row) => row.trashed_at === null,
    creatorOf: (row) => row.created_by,
  })
}

/** Keeps the attached assets: none is pending any more. Returns their records. */
function kept(sql: Sql, rows: readonly AssetRow[]): readonly AssetRecord[] {
  keepPending(sql, rows)
  return rows.map((row) => ({ ...assetOfRow(row), pendingUntil: null }))
}
