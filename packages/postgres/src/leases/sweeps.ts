import {
  lastIsTrusted,
  nextSweepRecord,
  type SweepRecord,
  type SweepRecords,
  type TrustedSweeps,
} from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'

/** `SweepRecords.record`. The migration makes the row; its lock keeps sweeps apart. */
export async function recordSweep(
  sql: Sql,
  { tolerance }: Parameters<SweepRecords['record']>[0],
): Promise<boolean> {
  const [last] = await sql<SweepRow>(
    'SELECT since, seen, first_trusted, trusted FROM $schema.sweeps FOR NO KEY UPDATE',
  )
  const [time] = await sql<{ now: number }>('SELECT $now AS now')
  const record = nextSweepRecord(recordOf(last), time?.now ?? 0, tolerance)
  await sql('UPDATE $schema.sweeps SET since = $1, seen = $2, first_trusted = $3, trusted = $4', [
    record.since,
    record.seen,
    record.trusted?.first ?? null,
    record.trusted?.last ?? null,
  ])
  return lastIsTrusted(record)
}

interface TrustedRow {
  readonly first_trusted: number | null
  readonly trusted: number | null
}

interface SweepRow extends TrustedRow {
  readonly since: number | null
  readonly seen: number | null
}

function recordOf(row: SweepRow | undefined): SweepRecord | null {
  if (row === undefined || row.since === null || row.seen === null) return null
  return { since: row.since, seen: row.seen, trusted: trustedOf(row) }
}

function trustedOf({ first_trusted: first, trusted: last }: TrustedRow): TrustedSweeps | null {
  return first === null || last === null ? null : { first, last }
}

/** The time of the transaction, and the sweeps that trusted their clock; `null` when none did. */
export async function timeAndSweeps(
  sql: Sql,
): Promise<{ readonly now: number; readonly trusted: TrustedSweeps | null }> {
  const [row] = await sql<TrustedRow & { readonly now: number }>(
    'SELECT $now AS now, first_trusted, trusted FROM $schema.sweeps',
  )
  return row === undefined ? { now: 0, trusted: null } : { now: row.now, trusted: trustedOf(row) }
}

/** The new `trashed_at`; as `trashTime` of the core. */
export const TRASH_TIME = 'greatest($now, (SELECT trusted FROM $schema.sweeps))'
