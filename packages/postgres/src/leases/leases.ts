import { HOLD_PREFIX, type MetadataStore, parseTimestamp } from '@stowage/core'

import type { Sql } from '../connection/database.ts'

/** `MetadataStore.lease` */
export async function lease(
  sql: Sql,
  request: Parameters<MetadataStore['lease']>[0],
): Promise<boolean> {
  const { name, holder } = request
  const now = parseTimestamp(request.now)
  const until = parseTimestamp(request.until)
  if (until <= now) {
    await sql('DELETE FROM $schema.leases WHERE name = $1 AND holder = $2', [name, holder])
    return false
  }
  // Waits for the purges that did not see this hold; see `keepHoldsOut`.
  if (name.startsWith(HOLD_PREFIX)) {
    await sql('LOCK TABLE $schema.leases IN SHARE ROW EXCLUSIVE MODE')
  }
  const rows = await sql(
    `INSERT INTO $schema.leases AS l (name, holder, until) VALUES ($1, $2, $3)
      ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
      WHERE l.holder = excluded.holder OR l.until <= $4 RETURNING 1`,
    [name, holder, until, now],
  )
  return rows.length === 1
}

/** Whether a hold is in force at that time, so that no blob may be deleted. */
export async function isHeld(sql: Sql, at: number): Promise<boolean> {
  const rows = await sql(
    'SELECT 1 FROM $schema.leases WHERE starts_with(name, $1) AND until > $2 LIMIT 1',
    [HOLD_PREFIX, at],
  )
  return rows.length > 0
}

/**
 * No hold begins before this transaction ends: whoever copies the store after it took a hold must find
 * neither a record whose blob is deleted meanwhile, nor be overlooked.
 */
export async function keepHoldsOut(sql: Sql): Promise<void> {
  await sql('LOCK TABLE $schema.leases IN ROW EXCLUSIVE MODE')
}
