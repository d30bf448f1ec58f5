import { latestLeaseEnd } from '../../model/lease-time.ts'
import type { Transaction } from '../connection/transaction.ts'

/** `MetadataStore.forget`. Each statement finds its rows by an index, except the leases, which are few. */
export function pruneExpired(
  { sql, now }: Transaction,
  { purgedFor, limit }: { readonly purgedFor: number; readonly limit: number },
): boolean {
  const forgotten = [
    sql(FORGET_TOMBSTONES).run(now - purgedFor * 1000, limit),
    sql(FORGET_MARKS).run(now, limit),
    sql(FORGET_LEASES).run(now, latestLeaseEnd(now), limit),
  ]
  return forgotten.some(({ changes }) => changes === limit)
}

const FORGET_TOMBSTONES = `DELETE FROM tombstones WHERE (tenant_id, id) IN (
  SELECT tenant_id, id FROM tombstones WHERE purged_at < ? ORDER BY purged_at LIMIT ?)`
const FORGET_MARKS = `DELETE FROM upload_marks WHERE (tenant_id, key) IN (
  SELECT tenant_id, key FROM upload_marks WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`
const FORGET_LEASES = `DELETE FROM leases WHERE name IN (
  SELECT name FROM leases WHERE until <= ? OR until > ? LIMIT ?)`
