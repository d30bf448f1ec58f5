import { reservationLost } from '../../errors/metadata-errors.ts'
import {
  CLAIMED,
  DELETED_ONCE,
  LAST_DELETION,
  OF_A_RECORD,
  RESERVED,
} from '../../model/blob-state.ts'
import { addMillis, type Micros } from '../../model/timestamp.ts'
import type { Sql } from '../engine/client.ts'
import { isHeld } from '../leases/lease-writes.ts'
import type { Transaction } from '../tenants/transaction.ts'

/** The record takes the blob over. `reservation_lost` */
export function takeReservation(sql: Sql, key: string): void {
  const { changes } = sql(
    `UPDATE blobs SET state = ${OF_A_RECORD}, delete_after = NULL WHERE key = ? AND state = ${RESERVED}`,
  ).run(key)
  if (changes !== 1) throw reservationLost()
}

/** The records are gone, their blobs are to be deleted from `due` on. */
export function addClaims(sql: Sql, keys: readonly string[], due: Micros): void {
  sql(
    `UPDATE blobs SET state = ${CLAIMED}, delete_after = ? WHERE key IN (SELECT value FROM json_each(?))`,
  ).run(due, JSON.stringify(keys))
}

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
  which: { readonly keys: readonly string[] } | { readonly due: true; readonly limit: number },
): readonly string[] {
  const isDue = 'due' in which
  const keys = isDue ? dueKeys(sql, now, which.limit) : which.keys
  // Only what has fallen due a second time is deleted for the last time.
  const afterFirst = isDue ? LAST_DELETION : DELETED_ONCE
  return keys.filter((key) => {
    const { changes } = sql(
      `UPDATE blobs SET state = CASE state
        WHEN ${RESERVED} THEN ${CLAIMED} WHEN ${DELETED_ONCE} THEN ? ELSE state END
        WHERE key = ? AND state <> ${OF_A_RECORD}`,
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
    if (move(key, CLAIMED, DELETED_ONCE)) continue
    sql('DELETE FROM blobs WHERE key = ? AND state = ?').run(key, LAST_DELETION)
  }
  for (const key of failed) {
    move(key, CLAIMED, CLAIMED)
    move(key, LAST_DELETION, DELETED_ONCE)
  }
}

function dueKeys(sql: Sql, now: Micros, limit: number): string[] {
  if (isHeld(sql, now)) return []
  return sql<{ key: string }>(
    'SELECT key FROM blobs WHERE delete_after <= ? ORDER BY delete_after LIMIT ?',
  )
    .all(now, limit)
    .map(({ key }) => key)
}

/** `BlobLedger.filterOrphans` */
export function filterOrphans(sql: Sql, keys: readonly string[]): readonly string[] {
  return keys.filter((key) => sql('SELECT 1 FROM blobs WHERE key = ?').get(key) === undefined)
}
