import { assetNotFound, quotaExceeded } from '../../errors/metadata-errors.ts'
import { type Asset, blobKeysOf, type FailedVariant, type Variant } from '../../model/asset.ts'
import {
  applyChanges,
  bytesOf,
  canChange,
  changeTime,
  withoutVariants,
  withVariants,
} from '../../model/asset-changes.ts'
import { isInScope } from '../../model/asset-scope.ts'
import { trashTime } from '../../model/sweep-record.ts'
import { addMillis, formatTimestamp } from '../../model/timestamp.ts'
import type { AssetRecords, IdsRequest, InsertRequest, Updated } from '../../ports/asset-records.ts'
import { addClaims, takeReservation } from '../blobs/blob-keys.ts'
import type { Sql } from '../engine/client.ts'
import { assertKeyValid } from '../keys/key-writes.ts'
import { useTicket, validTicket } from '../keys/ticket-writes.ts'
import { trustedSweep } from '../leases/sweep-writes.ts'
import { LIVE, TRASH } from '../tenants/count-tree.ts'
import { ensureTenant } from '../tenants/tenants.ts'
import type { Transaction } from '../tenants/transaction.ts'
import {
  type AssetRow,
  assetOfRow,
  INSERT_ASSET,
  insertParameters,
  jsonOfList,
  SELECT_ASSET,
} from './asset-row.ts'
import { findReplay, setIdempotencyRecord } from './idempotency.ts'

/**
 * `AssetRecords.insert`, but for the answer: the first insertion number, which the others follow, or the ids of
 * the assets of the upload that this one repeats.
 */
export function insert(
  { sql, now, countChanges }: Transaction,
  { tenant, assets, keyId, ticket: ticketId, quota, idempotency }: InsertRequest,
): number | readonly string[] {
  if (assets.length === 0) return 0
  if (keyId !== null) assertKeyValid(sql, keyId, now)
  const ticket = ticketId == null ? null : validTicket(sql, tenant, ticketId)
  const tenantId = ensureTenant(sql, tenant)
  const replayOf = idempotency === undefined ? null : findReplay(sql, tenantId, idempotency, now)
  if (replayOf !== null) return replayOf
  if (ticket !== null) useTicket(sql, ticket, assets)
  const bytes = assets.reduce((sum, asset) => sum + bytesOf(asset), 0)
  const firstSeq = grow(sql, tenantId, { assets: assets.length, bytes, quota })
  if (idempotency !== undefined) {
    const ids = assets.map(({ id }) => id)
    const { key, digest, lifetime } = idempotency
    setIdempotencyRecord(sql, tenantId, { key, digest, ids, expiresAt: addMillis(now, lifetime) })
  }
  for (const [index, asset] of assets.entries()) {
    const seq = firstSeq + index
    for (const key of blobKeysOf(asset)) takeReservation(sql, key)
    sql(INSERT_ASSET).run(insertParameters(asset, tenantId, seq))
    countChanges.push({ tenantId, createdBy: asset.createdBy, list: LIVE, seq, by: 1 })
  }
  return firstSeq
}

/** Makes room for assets in a tenant: their first insertion number, or `quota_exceeded`. */
function grow(
  sql: Sql,
  tenantId: number,
  by: { readonly assets: number; readonly bytes: number; readonly quota: number | null },
): number {
  const tenant = sql<{ next_seq: number; bytes: number }>(
    'UPDATE tenants SET next_seq = next_seq + ?, bytes = bytes + ? WHERE id = ? RETURNING next_seq, bytes',
  ).get(by.assets, by.bytes, tenantId)
  if (tenant === undefined) throw new Error('The tenant is gone.')
  if (by.quota !== null && tenant.bytes > by.quota) throw quotaExceeded(by.quota)
  return tenant.next_seq - by.assets
}

/** `AssetRecords.update` */
export function update(
  { sql, now }: Transaction,
  request: Parameters<AssetRecords['update']>[0],
): Updated {
  const { tenant, id, scope, changes } = request
  const row = findRow(sql, tenant, id)
  const asset = row === null ? null : assetOfRow(row)
  if (asset === null || !isInScope(asset, scope) || !canChange(asset, changes)) {
    throw assetNotFound([id])
  }
  const at = changeTime(row?.updated_at ?? now, now)
  const changed = applyChanges(asset, changes, formatTimestamp(at))
  if (changed === asset) return { asset, changed: false }
  sql(
    'UPDATE assets SET name = ?, is_favourite = ?, folder_id = ?, status = ?, updated_at = ? WHERE id = ?',
  ).run(changed.name, Number(changed.isFavourite), changed.folderId, changed.status, at, id)
  return { asset: changed, changed: true }
}

/** `AssetRecords.addVariants` */
export function addVariants(
  { sql }: Transaction,
  request: {
    readonly tenant: string
    readonly id: string
    readonly variants: readonly Variant[]
    readonly failed: readonly FailedVariant[]
  },
): Asset {
  const { tenant, id, variants, failed } = request
  const row = findRow(sql, tenant, id)
  if (row === null || row.trashed_at !== null) throw assetNotFound([id])
  const asset = assetOfRow(row)
  const changed = withVariants(asset, variants, failed)
  for (const { blobKey } of variants) takeReservation(sql, blobKey)
  writeVariants(sql, row, asset, changed)
  return changed
}

/** `AssetRecords.removeVariants` */
export function removeVariants(
  { sql, now }: Transaction,
  request: { readonly tenant: string; readonly id: string; readonly blobKeys: readonly string[] },
): Asset {
  const { tenant, id, blobKeys } = request
  const row = findRow(sql, tenant, id)
  if (row === null) throw assetNotFound([id])
  const before = assetOfRow(row)
  const { asset, taken } = withoutVariants(before, blobKeys)
  addClaims(sql, taken, now)
  writeVariants(sql, row, before, asset)
  return asset
}

/** Variants, failed variants, and what they change in the bytes of the tenant. */
function writeVariants(sql: Sql, row: AssetRow, before: Asset, after: Asset): void {
  sql('UPDATE tenants SET bytes = bytes + ? WHERE id = ?').run(
    bytesOf(after) - bytesOf(before),
    row.tenant_id,
  )
  sql('UPDATE assets SET variants = ?, failed_variants = ? WHERE id = ?').run(
    jsonOfList(after.variants),
    jsonOfList(after.failedVariants),
    row.id,
  )
}

/** `AssetRecords.setTrashed` */
export function setTrashed(
  { sql, now, countChanges }: Transaction,
  { to, ...request }: IdsRequest & { readonly to: 'trash' | 'active' },
): readonly Asset[] {
  const { ids } = request
  const found = findRows(sql, request)
  const unknown = ids.filter((id) => !found.has(id))
  if (unknown.length > 0) throw assetNotFound(unknown)

  const trashed = to === 'trash'
  const trashedAt = trashed ? trashTime(trustedSweep(sql), now) : null
  const moving = [...found.values()].filter((row) => (row.trashed_at !== null) !== trashed)
  sql(
    // As `changeTime` does it.
    `UPDATE assets SET trashed_at = :trashedAt,
        updated_at = max(:now, min(updated_at + 1, :now + 1000))
      WHERE id IN (SELECT value FROM json_each(:ids))`,
  ).run({ trashedAt, now, ids: idsOf(moving) })
  return moving.map((row) => {
    const { tenant_id: tenantId, created_by: createdBy, seq } = row
    countChanges.push({ tenantId, createdBy, list: trashed ? LIVE : TRASH, seq, by: -1 })
    countChanges.push({ tenantId, createdBy, list: trashed ? TRASH : LIVE, seq, by: 1 })
    const updatedAt = changeTime(row.updated_at, now)
    return assetOfRow(Object.assign(row, { trashed_at: trashedAt, updated_at: updatedAt }))
  })
}

function findRow(sql: Sql, tenant: string, id: string): AssetRow | null {
  return sql<AssetRow>(`${SELECT_ASSET} WHERE a.id = ? AND t.name = ?`).get(id, tenant) ?? null
}

/** The rows of those ids that the tenant has within the scope, in the order given. */
export function findRows(sql: Sql, { tenant, ids, scope }: IdsRequest): Map<string, AssetRow> {
  const rows = sql<AssetRow>(
    `${SELECT_ASSET} WHERE a.id IN (SELECT value FROM json_each(?)) AND t.name = ?`,
  ).all(JSON.stringify(ids), tenant)
  const found = new Map(
    rows.flatMap((row) => (isInScope({ createdBy: row.created_by }, scope) ? [[row.id, row]] : [])),
  )
  return new Map(
    ids.flatMap((id) => {
      const row = found.get(id)
      return row === undefined ? [] : [[id, row]]
    }),
  )
}

/** What `json_each` takes: a statement for all of them costs half of one for each. */
export function idsOf(rows: readonly AssetRow[]): string {
  return JSON.stringify(rows.map(({ id }) => id))
}
