import {
  HOLD_PREFIX,
  type LeaseRecords,
  MAX_LEASE,
  requireLeaseDuration,
} from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'

/** Whether a row of `leases` is in force. A row from the future, written by a wrong clock, is not. */
const IN_FORCE = inForce('until')

/** Whether it is no longer in force. */
export const EXPIRED: string = `NOT (${IN_FORCE})`

function inForce(until: string): string {
  return `${until} > $now AND ${until} <= $now + ${MAX_LEASE * 1000}`
}

/** `LeaseRecords.acquire` */
export async function acquireLease(
  sql: Sql,
  request: Parameters<LeaseRecords['acquire']>[0],
): Promise<boolean> {
  const { name, holder } = request
  const duration = requireLeaseDuration(request.duration)
  // Waits for purges that do not see this hold; see `blockNewHolds`.
  if (name.startsWith(HOLD_PREFIX)) {
    await sql('LOCK TABLE $schema.leases IN SHARE ROW EXCLUSIVE MODE')
  }
  const rows = await sql(
    `INSERT INTO $schema.leases AS l (name, holder, until)
      VALUES ($1, $2, $now + ($3::float8 * 1000)::bigint)
      ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
      WHERE l.holder = excluded.holder OR NOT (${inForce('l.until')})
      RETURNING 1`,
    [name, holder, duration],
  )
  return rows.length === 1
}

/** `LeaseRecords.release` */
export async function releaseLease(
  sql: Sql,
  { name, holder }: Parameters<LeaseRecords['release']>[0],
): Promise<void> {
  await sql('DELETE FROM $schema.leases WHERE name = $1 AND holder = $2', [name, holder])
}

/** Whether a hold is in force now, so that no blob may be deleted. */
export async function isHeld(sql: Sql): Promise<boolean> {
  const rows = await sql(
    `SELECT 1 FROM $schema.leases WHERE starts_with(name, $1) AND ${IN_FORCE} LIMIT 1`,
    [HOLD_PREFIX],
  )
  return rows.length > 0
}

/**
 * Blocks new holds until this transaction ends. A copy made under a hold must not read a record whose blob
 * this transaction deletes.
 */
export async function blockNewHolds(sql: Sql): Promise<void> {
  await sql('LOCK TABLE $schema.leases IN ROW EXCLUSIVE MODE')
}
