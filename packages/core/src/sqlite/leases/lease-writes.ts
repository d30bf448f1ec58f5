import { HOLD_PREFIX, latestLeaseEnd, requireLeaseDuration } from '../../time/lease-time.ts'
import { addMillis, type Micros } from '../../time/timestamp.ts'
import type { Sql } from '../driver/client.ts'
import type { Transaction } from '../tenants/transaction.ts'

/** `LeaseRecords.acquire` */
export function acquireLease(
  { sql, now }: Transaction,
  request: { readonly name: string; readonly holder: string; readonly duration: number },
): boolean {
  const { name, holder } = request
  const duration = requireLeaseDuration(request.duration)
  const { changes } = sql(
    `INSERT INTO leases (name, holder, until) VALUES (:name, :holder, :until)
      ON CONFLICT DO UPDATE SET holder = :holder, until = :until
      WHERE holder = :holder OR until <= :now OR until > :latest`,
  ).run({ name, holder, until: addMillis(now, duration), now, latest: latestLeaseEnd(now) })
  return changes === 1
}

/** `LeaseRecords.release` */
export function releaseLease(
  { sql }: Transaction,
  { name, holder }: { readonly name: string; readonly holder: string },
): void {
  sql('DELETE FROM leases WHERE name = ? AND holder = ?').run(name, holder)
}

/** Whether a hold is in force now, so that no blob may be deleted. */
export function isHeld(sql: Sql, now: Micros): boolean {
  const hold = sql('SELECT 1 FROM leases WHERE name GLOB ? AND until > ? AND until <= ?').get(
    `${HOLD_PREFIX}*`,
    now,
    latestLeaseEnd(now),
  )
  return hold !== undefined
}
