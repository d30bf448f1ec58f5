import type { Timestamp } from '../asset/asset.ts'
import { type Micros, parseTimestamp } from '../asset/timestamp.ts'
import { HOLD_PREFIX } from '../ports/metadata-store.ts'
import type { Sql } from './client.ts'
import type { Transaction } from './transaction.ts'

/** `MetadataStore.lease` */
export function lease(
  { sql }: Transaction,
  request: {
    readonly name: string
    readonly holder: string
    readonly now: Timestamp
    readonly until: Timestamp
  },
): boolean {
  const { name, holder } = request
  const now = parseTimestamp(request.now)
  const until = parseTimestamp(request.until)
  if (until <= now) {
    sql('DELETE FROM leases WHERE name = ? AND holder = ?').run(name, holder)
    return false
  }
  const { changes } = sql(
    `INSERT INTO leases (name, holder, until) VALUES (:name, :holder, :until)
      ON CONFLICT DO UPDATE SET holder = :holder, until = :until
      WHERE holder = :holder OR until <= :now`,
  ).run({ name, holder, until, now })
  return changes === 1
}

/** Whether a hold is in force at that time, so that no blob may be deleted. */
export function isHeld(sql: Sql, at: Micros): boolean {
  const hold = sql('SELECT 1 FROM leases WHERE name GLOB ? AND until > ?').get(
    `${HOLD_PREFIX}*`,
    at,
  )
  return hold !== undefined
}
