import {
  lastIsTrusted,
  nextSweepRecord,
  type SweepRecord,
  type TrustedSweeps,
} from '../../maintenance/sweep-record.ts'
import type { Micros } from '../../time/timestamp.ts'
import type { Sql } from '../driver/client.ts'
import type { Transaction } from '../tenants/transaction.ts'

/** `SweepRecords.record` */
export function recordSweep(
  { sql, now }: Transaction,
  { tolerance }: { readonly tolerance: number },
): boolean {
  const record = nextSweepRecord(sweepRecord(sql), now, tolerance)
  sql('REPLACE INTO sweeps (one, since, seen, first_trusted, trusted) VALUES (1, ?, ?, ?, ?)').run(
    record.since,
    record.seen,
    record.trusted?.first ?? null,
    record.trusted?.last ?? null,
  )
  return lastIsTrusted(record)
}

/** The sweeps that trusted their clock; `null` when none did. */
export function trustedSweeps(sql: Sql): TrustedSweeps | null {
  return sweepRecord(sql)?.trusted ?? null
}

interface SweepRow {
  readonly since: Micros
  readonly seen: Micros
  readonly first_trusted: Micros | null
  readonly trusted: Micros | null
}

function sweepRecord(sql: Sql): SweepRecord | null {
  const row = sql<SweepRow>('SELECT since, seen, first_trusted, trusted FROM sweeps').get()
  if (row === undefined) return null
  const { since, seen, first_trusted: first, trusted: last } = row
  return { since, seen, trusted: first === null || last === null ? null : { first, last } }
}
