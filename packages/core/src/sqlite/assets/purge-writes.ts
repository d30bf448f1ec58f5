import { type AssetRecord, blobKeysOf } from '../../assets/asset.ts'
import { bytesOf } from '../../assets/asset-changes.ts'
import type { AssetRecords, IdsRequest, Purged } from '../../assets/asset-records.ts'
import { isInScope } from '../../assets/asset-scope.ts'
import { purgeRefusal } from '../../errors/metadata-errors.ts'
import { pendingExpiry, retentionEnd } from '../../maintenance/sweep-record.ts'
import { addMillis, type Micros } from '../../time/timestamp.ts'
import { addClaims } from '../blobs/blob-keys.ts'
import type { Sql } from '../driver/client.ts'
import { isHeld } from '../leases/lease-writes.ts'
import { trustedSweeps } from '../leases/sweep-writes.ts'
import { type AssetRow, assetOfRow, SELECT_ASSET } from '../schema/asset-row.ts'
import type { ListUsage } from '../tenants/count-tree.ts'
import type { Transaction } from '../tenants/transaction.ts'
import { purgeVersions } from '../versions/forget-versions.ts'
import { findRows, idsOf } from './asset-rows.ts'
import { entryOf } from './asset-writes.ts'
import { leaveList } from './list-entries.ts'

/** The partial index `assets_trashed` serves it. */
export const LONGEST_TRASHED_SQL: string = `${SELECT_ASSET}
  WHERE a.trashed_at < ? ORDER BY a.trashed_at LIMIT ?`

/** The partial index `assets_pending` serves it. */
export const LONGEST_EXPIRED_SQL: string = `${SELECT_ASSET}
  WHERE a.pending_until < ? ORDER BY a.pending_until LIMIT ?`

/** `AssetRecords.purge` */
export function purge(
  transaction: Transaction,
  request: Parameters<AssetRecords['purge']>[0],
): Purged {
  return removeAssets(transaction, rowsToPurge(transaction, request))
}

function rowsToPurge(
  { sql, now }: Transaction,
  request: Parameters<AssetRecords['purge']>[0],
): readonly AssetRow[] {
  if ('ids' in request) return trashedRows(sql, request, now)
  if ('expired' in request) return expiredRows(sql, request, now)
  return longestTrashedRows(sql, request, now)
}

/** Deletes assets for good, in the trash or not, and claims their blob keys. */
export function removeAssets(transaction: Transaction, rows: readonly AssetRow[]): Purged {
  const { sql, now } = transaction
  const assets = rows.map(assetOfRow)
  const ids = idsOf(rows)
  sql(
    `REPLACE INTO tombstones (tenant_id, id, created_by, purged_at)
      SELECT tenant_id, id, created_by, ? FROM assets WHERE id IN (SELECT value FROM json_each(?))`,
  ).run(now, ids)
  sql('DELETE FROM attachments WHERE asset_id IN (SELECT value FROM json_each(?))').run(ids)
  sql('DELETE FROM assets WHERE id IN (SELECT value FROM json_each(?))').run(ids)
  for (const [tenantId, keys] of blobKeysByTenant(rows, assets)) {
    addClaims(sql, { tenantId, keys }, now)
  }
  const versionKeys = purgeVersions(transaction, ids)
  for (const [index, row] of rows.entries()) {
    leaveList(transaction, entryOf(row), assets[index] as AssetRecord)
  }
  for (const [tenant, freed] of sumsOf(assets)) {
    sql('UPDATE tenants SET assets = assets - ?, bytes = bytes - ? WHERE name = ?').run(
      freed.assets,
      freed.bytes,
      tenant,
    )
  }
  return { assets, held: isHeld(sql, now), ...(versionKeys.length > 0 && { versionKeys }) }
}

/** The blob keys of rows and of the assets in them, by tenant. */
function blobKeysByTenant(
  rows: readonly AssetRow[],
  assets: readonly AssetRecord[],
): ReadonlyMap<number, readonly string[]> {
  const byTenant = new Map<number, string[]>()
  for (const [index, { tenant_id: tenantId }] of rows.entries()) {
    const keys = byTenant.get(tenantId) ?? []
    keys.push(...blobKeysOf(assets[index] as AssetRecord))
    byTenant.set(tenantId, keys)
  }
  return byTenant
}

/** The number of assets and their bytes, by tenant. */
function sumsOf(gone: readonly AssetRecord[]): ReadonlyMap<string, ListUsage> {
  const sums = new Map<string, ListUsage>()
  for (const asset of gone) {
    const { assets, bytes } = sums.get(asset.tenant) ?? { assets: 0, bytes: 0 }
    sums.set(asset.tenant, { assets: assets + 1, bytes: bytes + bytesOf(asset) })
  }
  return sums
}

/** The rows of the ids, without those already purged. Throws the refusal. */
function trashedRows(
  sql: Sql,
  { doneWithin, ...request }: IdsRequest & { readonly doneWithin: number },
  now: Micros,
): readonly AssetRow[] {
  const { ids } = request
  const found = findRows(sql, request)
  const since = addMillis(now, -doneWithin)
  const unknown = ids.filter((id) => !found.has(id) && !wasPurged(sql, request, id, since))
  const untrashed = ids.filter((id) => found.get(id)?.trashed_at === null)
  const refusal = purgeRefusal(unknown, untrashed)
  if (refusal !== null) throw refusal
  return [...found.values()]
}

function longestTrashedRows(
  sql: Sql,
  { trashedFor, limit }: { readonly trashedFor: number; readonly limit: number },
  now: Micros,
): readonly AssetRow[] {
  const end = retentionEnd(trustedSweeps(sql), now, trashedFor)
  return end === null ? [] : sql<AssetRow>(LONGEST_TRASHED_SQL).all(end, limit)
}

/** None of these assets is attached: an attached asset is not pending. */
function expiredRows(sql: Sql, { limit }: { readonly limit: number }, now: Micros) {
  const end = pendingExpiry(trustedSweeps(sql), now)
  return end === null ? [] : sql<AssetRow>(LONGEST_EXPIRED_SQL).all(end, limit)
}

function wasPurged(sql: Sql, { tenant, scope }: IdsRequest, id: string, since: Micros): boolean {
  const tombstone = sql<{ createdBy: string | null }>(
    `SELECT created_by AS createdBy FROM tombstones WHERE tenant_id = (SELECT id FROM tenants WHERE name = ?)
      AND id = ? AND purged_at >= ?`,
  ).get(tenant, id, since)
  return tombstone !== undefined && isInScope(tombstone, scope)
}
