import type { AssetRecord } from '@stowage/core/internal'
import {
  type AssetRecords,
  type AssetScope,
  blobKeysOf,
  bytesOf,
  countChange,
  type Purged,
  pendingExpiry,
  purgeRefusal,
  retentionEnd,
} from '@stowage/core/internal'
import { addClaims } from '../blobs/blob-keys.ts'
import type { Database, Sql } from '../connection/database.ts'
import { onWrite } from '../hook/on-write.ts'
import { blockNewHolds, isHeld } from '../leases/leases.ts'
import { timeAndSweeps } from '../leases/sweeps.ts'
import { isUuid } from '../schema/asset-id.ts'
import { type AssetRow, assetOfRow, SELECT_ASSET } from '../schema/asset-row.ts'
import { grow, lockTenant, lockTenants } from '../tenants/tenants.ts'
import { purgeVersions } from '../versions/forget-versions.ts'
import { lockRows } from './asset-locks.ts'
import { listOf } from './asset-writes.ts'
import { inScope, scopeValues } from './scope-condition.ts'

type PurgeRequest = Parameters<AssetRecords['purge']>[0]

/** `AssetRecords.purge` */
export async function purge(database: Database, request: PurgeRequest): Promise<Purged> {
  for (;;) {
    try {
      return await database.transaction(async (sql) => {
        const value = await purgeOnce(sql, request)
        await onWrite(sql, [{ verb: 'purge', request, value }])
        return value
      })
    } catch (error) {
      if (error !== OVERTAKEN) throw error
    }
  }
}

/**
 * Other transactions have restored or purged all found assets. There may be more, but their tenants must be locked
 * first.
 */
const OVERTAKEN = new Error('Others were faster.')

async function purgeOnce(sql: Sql, request: PurgeRequest): Promise<Purged> {
  await blockNewHolds(sql)
  return removeAssets(sql, await rowsToPurge(sql, request))
}

async function rowsToPurge(sql: Sql, request: PurgeRequest): Promise<readonly AssetRow[]> {
  if ('ids' in request) return trashedRows(sql, request)
  const { now, trusted } = await timeAndSweeps(sql)
  const { limit } = request
  if ('expired' in request) {
    const end = pendingExpiry(trusted, now)
    return longestPassedRows(sql, { time: 'pending_until', end, limit })
  }
  const end = retentionEnd(trusted, now, request.trashedFor)
  return longestPassedRows(sql, { time: 'trashed_at', end, limit })
}

/**
 * Deletes assets for good, in the trash or not, and claims their blob keys. The caller has blocked new holds, and
 * locked the tenants and the rows.
 */
export async function removeAssets(sql: Sql, rows: readonly AssetRow[]): Promise<Purged> {
  const assets = rows.map(assetOfRow)
  const versionKeys: string[] = []
  if (rows.length > 0) {
    await sql('DELETE FROM $schema.attachments WHERE asset_id = ANY($1::uuid[])', [
      rows.map(({ id }) => id),
    ])
    await sql('DELETE FROM $schema.assets WHERE id = ANY($1::uuid[])', [rows.map(({ id }) => id)])
    await sql(
      `INSERT INTO $schema.tombstones (tenant_id, id, purged_at, created_by)
        SELECT tenant_id, id, $now, created_by
          FROM unnest($1::int[], $2::uuid[], $3::text[]) AS gone (tenant_id, id, created_by)
        ON CONFLICT (tenant_id, id) DO UPDATE SET purged_at = excluded.purged_at`,
      [
        rows.map(({ tenant_id }) => tenant_id),
        rows.map(({ id }) => id),
        rows.map(({ created_by }) => created_by),
      ],
    )
    await addClaims(
      sql,
      rows.map(({ tenant_id: tenantId }, index) => {
        return { tenantId, keys: blobKeysOf(assets[index] as AssetRecord) }
      }),
    )
    const ids = rows.map(({ id }) => id)
    versionKeys.push(...(await purgeVersions(sql, ids)))
    const bytes = new Map<number, number>()
    const counts = rows.map((row, index) => {
      const { tenant_id: tenantId, seq } = row
      const asset = assets[index] as AssetRecord
      bytes.set(tenantId, (bytes.get(tenantId) ?? 0) - bytesOf(asset))
      return countChange(asset, { tenantId, list: listOf(row), seq, by: -1 })
    })
    await grow(sql, { counts, bytes })
  }
  const held = await isHeld(sql)
  return { assets, held, ...(versionKeys.length > 0 && { versionKeys }) }
}

/** The rows of the ids, without those already purged. Rejects with the refusal. */
async function trashedRows(
  sql: Sql,
  { tenant, ids, scope = null, doneWithin }: Extract<PurgeRequest, { ids: readonly string[] }>,
): Promise<readonly AssetRow[]> {
  const owner = await lockTenant(sql, tenant)
  const found = new Map(owner === null ? [] : await lockRows(sql, owner.id, { ids, scope }))
  const missing = ids.filter((id) => !found.has(id))
  const done = new Set(
    owner === null ? [] : await purgedWithin(sql, owner.id, { ids: missing, scope }, doneWithin),
  )
  const unknown = missing.filter((id) => !done.has(id))
  const untrashed = ids.filter((id) => found.get(id)?.trashed_at === null)
  const refusal = purgeRefusal(unknown, untrashed)
  if (refusal !== null) throw refusal
  return [...found.values()]
}

async function purgedWithin(
  sql: Sql,
  tenantId: number,
  { ids, scope }: { readonly ids: readonly string[]; readonly scope: AssetScope | null },
  millis: number,
): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const rows = await sql<{ id: string }>(
    `SELECT id FROM $schema.tombstones t WHERE tenant_id = $1 AND id = ANY($2::uuid[])
      AND purged_at >= $now - $3::bigint * 1000 AND ${inScope('t', '$4', '$5')}`,
    [tenantId, ids.filter(isUuid), millis, ...scopeValues(scope)],
  )
  return rows.map(({ id }) => id)
}

/**
 * Assets whose time of this name is before `end`, the earliest first. The partial indexes `assets_trashed_at` and
 * `assets_pending` serve it. No pending asset is attached.
 */
async function longestPassedRows(
  sql: Sql,
  {
    time,
    end,
    limit,
  }: {
    readonly time: 'trashed_at' | 'pending_until'
    readonly end: number | null
    readonly limit: number
  },
): Promise<readonly AssetRow[]> {
  if (end === null) return []
  const candidates = await sql<Pick<AssetRow, 'id' | 'tenant_id'>>(
    `SELECT id, tenant_id FROM $schema.assets WHERE ${time} < $1 ORDER BY ${time} LIMIT $2`,
    [end, limit],
  )
  if (candidates.length === 0) return []
  await lockTenants(sql, { ids: [...new Set(candidates.map(({ tenant_id }) => tenant_id))] })
  const rows = await sql<AssetRow>(
    `${SELECT_ASSET} WHERE a.id = ANY($1::uuid[]) AND a.${time} < $2
      ORDER BY a.${time} FOR NO KEY UPDATE OF a`,
    [candidates.map(({ id }) => id), end],
  )
  // Locking further tenants now, out of order, could cause a deadlock.
  if (rows.length === 0) throw OVERTAKEN
  return rows
}
