import { latestLeaseEnd, requireLeaseDuration } from '../../model/lease-time.ts'
import type { Micros } from '../../model/timestamp.ts'
import { HOLD_PREFIX } from '../../ports/metadata-store.ts'
import type { Transaction } from '../connection/transaction.ts'
import type { Sql } from '../writer/client.ts'

/** `MetadataStore.lease` */
export function lease(
  { sql, now }: Transaction,
  request: { readonly name: string; readonly holder: string; readonly duration: number },
): boolean {
  const { name, holder } = request
  const duration = requireLeaseDuration(request.duration)
  if (duration === 0) {
    sql('DELETE FROM leases WHERE name = ? AND holder = ?').run(name, holder)
    return false
  }
  const { changes } = sql(
    `INSERT INTO leases (name, holder, until) VALUES (:name, :holder, :until)
      ON CONFLICT DO UPDATE SET holder = :holder, until = :until
      WHERE holder = :holder OR until <= :now OR until > :latest`,
  ).run({ name, holder, until: now + duration * 1000, now, latest: latestLeaseEnd(now) })
  return changes === 1
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
