import { versionExpiry } from '../../maintenance/sweep-record.ts'
import type { Micros } from '../../time/timestamp.ts'
import type { VersionRecord } from '../../versions/asset-version.ts'
import type { VersionRecords } from '../../versions/version-records.ts'
import { addClaims } from '../blobs/blob-keys.ts'
import type { Sql } from '../driver/client.ts'
import { trustedSweeps } from '../leases/sweep-writes.ts'
import type { Transaction } from '../tenants/transaction.ts'
import { SELECT_VERSION, type VersionRow, versionOfRow } from './version-row.ts'

/** `VersionRecords.prune` */
export function pruneVersions(
  transaction: Transaction,
  which: Parameters<VersionRecords['prune']>[0],
): readonly VersionRecord[] {
  const { sql, now } = transaction
  const rows = 'ids' in which ? rowsOf(sql, which.ids) : expiredRows(transaction, which.limit)
  for (const row of rows) addBytes(sql, row.tenant_id, -forgetVersions(sql, [row], now))
  return rows.map(versionOfRow)
}

/** Deletes the versions of purged assets. Returns the keys of their blobs, which are due now. */
export function purgeVersions({ sql, now }: Transaction, assetIds: string): readonly string[] {
  const rows = sql<VersionRow>(
    `${SELECT_VERSION} WHERE x.asset_id IN (SELECT value FROM json_each(?))`,
  ).all(assetIds)
  for (const row of rows) addBytes(sql, row.tenant_id, -forgetVersions(sql, [row], now))
  return rows.map((row) => row.blob_key)
}

function rowsOf(sql: Sql, ids: readonly string[]): readonly VersionRow[] {
  const text = `${SELECT_VERSION} WHERE x.id IN (SELECT value FROM json_each(?))`
  return sql<VersionRow>(text).all(JSON.stringify(ids))
}

/** Expired versions, the earliest expired first. */
function expiredRows({ sql, now }: Transaction, limit: number): readonly VersionRow[] {
  const times = versionExpiry(trustedSweeps(sql), now)
  return times === null ? [] : sql<VersionRow>(EXPIRED).all({ ...times, limit })
}

/** As `hasExpired`. */
const EXPIRED = `${SELECT_VERSION}
  WHERE x.expires_at < :end AND x.expires_at + max(0, :first - x.replaced_at) < :end
  ORDER BY x.expires_at LIMIT :limit`

/** Deletes versions of one tenant, and claims their blobs from `due` on. Returns their bytes. */
export function forgetVersions(sql: Sql, rows: readonly VersionRow[], due: Micros): number {
  const [first] = rows
  if (first === undefined) return 0
  sql('DELETE FROM versions WHERE id IN (SELECT value FROM json_each(?))').run(
    JSON.stringify(rows.map(({ id }) => id)),
  )
  const keys = rows.map((row) => row.blob_key)
  addClaims(sql, { tenantId: first.tenant_id, keys }, due)
  return rows.reduce((sum, { size }) => sum + size, 0)
}

/** Adds bytes of a tenant that belong to no list. Returns its new total. */
export function addBytes(sql: Sql, tenantId: number, bytes: number): number {
  const row = sql<{ bytes: number }>(
    'UPDATE tenants SET bytes = bytes + ? WHERE id = ? RETURNING bytes',
  ).get(bytes, tenantId)
  return row?.bytes ?? 0
}
