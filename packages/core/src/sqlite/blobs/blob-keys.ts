import type { BlobLedger } from '../../blobs/blob-ledger.ts'
import {
  ATTACHED,
  CLAIMED,
  DELETED_FIRST,
  LAST_DELETION,
  RESERVED,
} from '../../blobs/blob-state.ts'
import { reservationLost } from '../../errors/metadata-errors.ts'
import { addMillis, type Micros } from '../../time/timestamp.ts'
import type { Sql } from '../driver/client.ts'
import { isHeld } from '../leases/lease-writes.ts'
import { findTenant } from '../tenants/tenants.ts'
import type { Transaction } from '../tenants/transaction.ts'

/** The record takes the blob over. `reservation_lost` */
export function takeReservation(sql: Sql, key: string): void {
  const { changes } = sql(
    `UPDATE blobs SET state = ${ATTACHED}, delete_after = NULL WHERE key = ? AND state = ${RESERVED}`,
  ).run(key)
  if (changes !== 1) throw reservationLost()
}

/** Makes a reservation last until then, if it does not already; `reservation_lost`. `null`: there is none. */
export function extendReservation(sql: Sql, key: string | null, until: Micros): void {
  if (key === null) return
  const { changes } = sql(
    `UPDATE blobs SET delete_after = max(delete_after, ?) WHERE key = ? AND state = ${RESERVED}`,
  ).run(until, key)
  if (changes !== 1) throw reservationLost()
}

/** Blobs that no record of the tenant names any more. */
interface FreedBlobs {
  readonly tenantId: number
  readonly keys: readonly string[]
}

/** Claims the blobs of deleted records for deletion from `due` on. */
export function addClaims(sql: Sql, { tenantId, keys }: FreedBlobs, due: Micros): void {
  sql(
    `UPDATE blobs SET state = ${CLAIMED}, delete_after = ?, tenant_id = ?
      WHERE key IN (SELECT value FROM json_each(?))`,
  ).run(due, tenantId, JSON.stringify(keys))
}

/** Makes claimed blobs that are, or may be, this tenant's and could not be deleted yet due now. */
export function makeClaimsDue({ sql, now }: Transaction, tenantId: number | null): void {
  sql(
    `UPDATE blobs SET delete_after = ? WHERE delete_after > ? AND state = ${CLAIMED} AND ${MAY_BE_OF}`,
  ).run(now, now, tenantId)
}

/** Whether a blob of this tenant is claimed and was not deleted yet. */
export function hasClaims(sql: Sql, tenantId: number | null): boolean {
  const text = `SELECT 1 FROM blobs WHERE state = ${CLAIMED} AND ${OF_TENANT} LIMIT 1`
  return sql(text).get(tenantId) !== undefined
}

/**
 * The tenant is gone, and its number may go to another. Clears it from its remaining claims, which wait for their
 * second deletion.
 */
export function clearClaimTenant(sql: Sql, tenantId: number | null): void {
  sql(`UPDATE blobs SET tenant_id = NULL WHERE ${OF_TENANT}`).run(tenantId)
}

/** The partial index `blobs_due` serves it. Takes the number of a tenant, or `NULL`. */
const OF_TENANT = 'delete_after IS NOT NULL AND tenant_id = ?'

/** Takes the number of a tenant, or `NULL` for one that has none. */
const MAY_BE_OF = '(tenant_id IS NULL OR tenant_id = ?)'

/** `BlobLedger.reserve` */
export function reserve(
  { sql, now }: Transaction,
  { keys, lifetime }: { readonly keys: readonly string[]; readonly lifetime: number },
): void {
  const due = addMillis(now, lifetime)
  const statement = sql('INSERT INTO blobs (key, state, delete_after) VALUES (?, ?, ?)')
  for (const key of keys) statement.run(key, RESERVED, due)
}

/** `BlobLedger.claim` */
export function claim(
  { sql, now }: Transaction,
  which: Parameters<BlobLedger['claim']>[0],
): readonly string[] {
  const isDue = 'due' in which
  const keys = isDue ? dueKeys(sql, now, which) : which.keys
  // A claim gets its last deletion only when it is due a second time.
  const afterFirst = isDue ? LAST_DELETION : DELETED_FIRST
  return keys.filter((key) => {
    const { changes } = sql(
      `UPDATE blobs SET state = CASE state
        WHEN ${RESERVED} THEN ${CLAIMED} WHEN ${DELETED_FIRST} THEN ? ELSE state END
        WHERE key = ? AND state <> ${ATTACHED}`,
    ).run(afterFirst, key)
    return changes === 1
  })
}

/** `BlobLedger.recordDeletions` */
export function recordDeletions(
  { sql, now }: Transaction,
  request: {
    readonly deleted: readonly string[]
    readonly failed?: readonly string[]
    readonly retryAfter: number
  },
): void {
  const { deleted, failed = [], retryAfter } = request
  const again = addMillis(now, retryAfter)
  const update = sql('UPDATE blobs SET state = ?, delete_after = ? WHERE key = ? AND state = ?')
  const move = (key: string, from: number, to: number): boolean =>
    update.run(to, again, key, from).changes === 1
  for (const key of deleted) {
    if (move(key, CLAIMED, DELETED_FIRST)) continue
    sql('DELETE FROM blobs WHERE key = ? AND state = ?').run(key, LAST_DELETION)
  }
  for (const key of failed) {
    move(key, CLAIMED, CLAIMED)
    move(key, LAST_DELETION, DELETED_FIRST)
  }
}

function dueKeys(
  sql: Sql,
  now: Micros,
  { limit, tenant }: { readonly limit: number; readonly tenant?: string },
): readonly string[] {
  if (isHeld(sql, now)) return []
  const due = (condition: string): string =>
    `SELECT key FROM blobs WHERE delete_after <= ? ${condition} ORDER BY delete_after LIMIT ?`
  const rows =
    tenant === undefined
      ? sql<{ key: string }>(due('')).all(now, limit)
      : sql<{ key: string }>(due(`AND ${MAY_BE_OF}`)).all(now, findTenant(sql, tenant), limit)
  return rows.map(({ key }) => key)
}

/** `BlobLedger.filterOrphans` */
export function filterOrphans(sql: Sql, keys: readonly string[]): readonly string[] {
  return keys.filter((key) => sql('SELECT 1 FROM blobs WHERE key = ?').get(key) === undefined)
}
