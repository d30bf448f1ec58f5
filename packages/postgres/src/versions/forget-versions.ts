import { type VersionRecord, type VersionRecords, versionExpiry } from '@stowage/core/internal'
import { addClaims } from '../blobs/blob-keys.ts'
import type { Sql } from '../connection/database.ts'
import { timeAndSweeps } from '../leases/sweeps.ts'
import { isUuid } from '../schema/asset-id.ts'
import { grow, lockTenants } from '../tenants/tenants.ts'
import { deletionOfVersions, type VersionRow, versionOfRow } from './version-row.ts'

const DELETE_VERSIONS = deletionOfVersions('id = ANY($1::uuid[])')
const DELETE_OF_ASSETS = deletionOfVersions('asset_id = ANY($1::uuid[])')

/** `VersionRecords.prune` */
export async function pruneVersions(
  sql: Sql,
  which: Parameters<VersionRecords['prune']>[0],
): Promise<readonly VersionRecord[]> {
  const ids = 'ids' in which ? which.ids.filter(isUuid) : await expiredIds(sql, which.limit)
  if (ids.length === 0) return []
  const tenants = await sql<{ tenant_id: number }>(
    'SELECT DISTINCT tenant_id FROM $schema.versions WHERE id = ANY($1::uuid[])',
    [ids],
  )
  await lockTenants(sql, { ids: tenants.map(({ tenant_id }) => tenant_id) })
  const rows = await sql<VersionRow>(DELETE_VERSIONS, [ids])
  await freeBlobs(sql, rows)
  return rows.map(versionOfRow)
}

/**
 * Deletes the versions of purged assets, whose tenants are locked. Resolves to the keys of their blobs, which are due
 * now.
 */
export async function purgeVersions(
  sql: Sql,
  assetIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await sql<VersionRow>(DELETE_OF_ASSETS, [assetIds])
  await freeBlobs(sql, rows)
  return rows.map((row) => row.blob_key)
}

/** Deletes versions whose tenant is locked. Resolves to the deleted rows. */
export function deleteVersions(sql: Sql, ids: readonly string[]): Promise<readonly VersionRow[]> {
  return sql<VersionRow>(DELETE_VERSIONS, [ids])
}

async function freeBlobs(sql: Sql, rows: readonly VersionRow[]): Promise<void> {
  if (rows.length === 0) return
  await addClaims(
    sql,
    rows.map((row) => ({ tenantId: row.tenant_id, keys: [row.blob_key] })),
  )
  const bytes = new Map<number, number>()
  for (const { tenant_id: id, size } of rows) bytes.set(id, (bytes.get(id) ?? 0) - size)
  await grow(sql, { counts: [], bytes })
}

/** The ids of expired versions, the earliest expired first. */
async function expiredIds(sql: Sql, limit: number): Promise<readonly string[]> {
  const { now, trusted } = await timeAndSweeps(sql)
  const times = versionExpiry(trusted, now)
  if (times === null) return []
  // As `hasExpired` of the core.
  const rows = await sql<{ id: string }>(
    `SELECT id FROM $schema.versions
      WHERE expires_at < $1 AND expires_at + greatest(0, $2::bigint - replaced_at) < $1
      ORDER BY expires_at LIMIT $3`,
    [times.end, times.first, limit],
  )
  return rows.map(({ id }) => id)
}
