import type { Timestamp } from '../asset/asset.ts'
import { type Micros, parseTimestamp } from '../asset/timestamp.ts'
import { CLAIMED, DELETED_ONCE, LAST_DELETION, OF_A_RECORD, RESERVED } from '../ports/blob-state.ts'
import { reservationLost } from '../ports/metadata-errors.ts'
import type { Sql } from './client.ts'
import { isHeld } from './lease-writes.ts'
import type { Transaction } from './transaction.ts'

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

/** `MetadataStore.reserve` */
export function reserve(
  { sql }: Transaction,
  { keys, deleteAfter }: { readonly keys: readonly string[]; readonly deleteAfter: Timestamp },
): void {
  const due = parseTimestamp(deleteAfter)
  const statement = sql('INSERT INTO blobs (key, state, delete_after) VALUES (?, ?, ?)')
  for (const key of keys) statement.run(key, RESERVED, due)
}

/** `MetadataStore.claim` */
export function claim(
  { sql }: Transaction,
  which:
    | { readonly keys: readonly string[] }
    | { readonly dueAt: Timestamp; readonly limit: number },
): readonly string[] {
  const isDue = 'dueAt' in which
  const keys = isDue ? dueKeys(sql, parseTimestamp(which.dueAt), which.limit) : which.keys
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

/** `MetadataStore.settle` */
export function settle(
  { sql }: Transaction,
  request: {
    readonly deleted: readonly string[]
    readonly failed?: readonly string[]
    readonly again: Timestamp
  },
): void {
  const { deleted, failed = [] } = request
  const again = parseTimestamp(request.again)
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

function dueKeys(sql: Sql, dueAt: Micros, limit: number): string[] {
  if (isHeld(sql, dueAt)) return []
  return sql<{ key: string }>(
    'SELECT key FROM blobs WHERE delete_after <= ? ORDER BY delete_after LIMIT ?',
  )
    .all(dueAt, limit)
    .map(({ key }) => key)
}

/** `MetadataStore.unowned` */
export function unowned(sql: Sql, keys: readonly string[]): readonly string[] {
  return keys.filter((key) => sql('SELECT 1 FROM blobs WHERE key = ?').get(key) === undefined)
}
