import type { Timestamp } from '../asset/asset.ts'
import { type Micros, parseTimestamp } from '../asset/timestamp.ts'
import { reservationLost } from '../ports/metadata-errors.ts'
import type { Sql } from './client.ts'
import type { Transaction } from './transaction.ts'

/** `reservations.state` */
const RESERVED = 0
const CLAIMED = 1
const DELETED_ONCE = 2

/** The record takes the blob over. `reservation_lost` */
export function takeReservation(sql: Sql, key: string): void {
  const { changes } = sql('DELETE FROM reservations WHERE key = ? AND state = ?').run(key, RESERVED)
  if (changes !== 1) throw reservationLost()
}

/** The record is gone, its blob is to be deleted from `due` on. */
export function addClaim(sql: Sql, key: string, due: Micros): void {
  sql('INSERT INTO reservations (key, state, delete_after) VALUES (?, ?, ?)').run(key, CLAIMED, due)
}

/** `MetadataStore.reserve` */
export function reserve(
  { sql }: Transaction,
  { keys, deleteAfter }: { readonly keys: readonly string[]; readonly deleteAfter: Timestamp },
): void {
  const due = parseTimestamp(deleteAfter)
  const statement = sql('INSERT INTO reservations (key, state, delete_after) VALUES (?, ?, ?)')
  for (const key of keys) statement.run(key, RESERVED, due)
}

/** `MetadataStore.claim` */
export function claim(
  { sql }: Transaction,
  which:
    | { readonly keys: readonly string[] }
    | { readonly dueAt: Timestamp; readonly limit: number },
): readonly string[] {
  const keys = 'keys' in which ? which.keys : dueKeys(sql, parseTimestamp(which.dueAt), which.limit)
  return keys.filter((key) => {
    // A row that was claimed before stays as it is, and still counts.
    const { changes } = sql('UPDATE reservations SET state = max(state, ?) WHERE key = ?').run(
      CLAIMED,
      key,
    )
    return changes === 1
  })
}

/** `MetadataStore.settle` */
export function settle(
  { sql }: Transaction,
  { keys, again }: { readonly keys: readonly string[]; readonly again: Timestamp },
): void {
  const due = parseTimestamp(again)
  for (const key of keys) {
    const forgotten = sql('DELETE FROM reservations WHERE key = ? AND state = ?').run(
      key,
      DELETED_ONCE,
    )
    if (forgotten.changes === 1) continue
    sql('UPDATE reservations SET state = ?, delete_after = ? WHERE key = ? AND state = ?').run(
      DELETED_ONCE,
      due,
      key,
      CLAIMED,
    )
  }
}

function dueKeys(sql: Sql, dueAt: Micros, limit: number): string[] {
  return sql<{ key: string }>(
    'SELECT key FROM reservations WHERE delete_after <= ? ORDER BY delete_after LIMIT ?',
  )
    .all(dueAt, limit)
    .map(({ key }) => key)
}
