import { TICKET_RETENTION } from '../../tickets/ticket-memory.ts'
import { latestLeaseEnd } from '../../time/lease-time.ts'
import { addMillis } from '../../time/timestamp.ts'
import type { Transaction } from '../tenants/transaction.ts'

/** `SweepRecords.pruneExpired`. Each statement finds its rows by an index, except the leases, which are few. */
export function pruneExpired(
  { sql, now }: Transaction,
  { purgedFor, limit }: { readonly purgedFor: number; readonly limit: number },
): boolean {
  const pruned = [
    sql(PRUNE_TOMBSTONES).run(addMillis(now, -purgedFor), limit),
    sql(PRUNE_IDEMPOTENCY_RECORDS).run(now, limit),
    sql(PRUNE_TICKETS).run(addMillis(now, -TICKET_RETENTION), limit),
    sql(PRUNE_LEASES).run(now, latestLeaseEnd(now), limit),
  ]
  return pruned.some(({ changes }) => changes === limit)
}

const PRUNE_TOMBSTONES = `DELETE FROM tombstones WHERE (tenant_id, id) IN (
  SELECT tenant_id, id FROM tombstones WHERE purged_at < ? ORDER BY purged_at LIMIT ?)`
const PRUNE_IDEMPOTENCY_RECORDS = `DELETE FROM idempotency_records WHERE (tenant_id, key) IN (
  SELECT tenant_id, key FROM idempotency_records WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`
const PRUNE_TICKETS = `DELETE FROM upload_tickets WHERE id IN (
  SELECT id FROM upload_tickets WHERE expires_at < ? ORDER BY expires_at LIMIT ?)`
const PRUNE_LEASES = `DELETE FROM leases WHERE name IN (
  SELECT name FROM leases WHERE until <= ? OR until > ? LIMIT ?)`
