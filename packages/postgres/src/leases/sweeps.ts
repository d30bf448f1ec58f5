import {
  lastIsTrusted,
  nextSweepRecord,
  type SweepRecord,
  type SweepRecords,
} from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'

/** `SweepRecords.record`. The migration makes the row; its lock keeps sweeps apart. */
export async function recordSweep(
  sql: Sql,
  { tolerance }: Parameters<SweepRecords['record']>[0],
): Promise<boolean> {
  const [last] = await sql<SweepRow>(
    'SELECT since, seen, trusted FROM $schema.sweeps FOR NO KEY UPDATE',
  )
  const [time] = await sql<{ now: number }>('SELECT $now AS now')
  const record = nextSweepRecord(recordOf(last), time?.now ?? 0, tolerance)
  await sql('UPDATE $schema.sweeps SET since = $1, seen = $2, trusted = $3', [
    record.since,
    record.seen,
    record.trusted,
  ])
  return lastIsTrusted(record)
}

interface SweepRow {
  readonly since: number | null
  readonly seen: number | null
  readonly trusted: number | null
}

function recordOf(row: SweepRow | undefined): SweepRecord | null {
  if (row === undefined || row.since === null || row.seen === null) return null
  return { since: row.since, seen: row.seen, trusted: row.trusted }
}

/** When a sweep last trusted its clock; `null` when none did. */
export async function trustedSweep(sql: Sql): Promise<number | null> {
  const [row] = await sql<{ trusted: number | null }>('SELECT trusted FROM $schema.sweeps')
  return row?.trusted ?? null
}

/** The new `trashed_at`; as `trashTime` of the core. */
export const TRASH_TIME = 'greatest($now, (SELECT trusted FROM $schema.sweeps))'
