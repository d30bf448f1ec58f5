import { lastIsTrusted, nextSweepRecord, type SweepRecord } from '../../maintenance/sweep-record.ts'
import type { Micros } from '../../time/timestamp.ts'
import type { Sql } from '../driver/client.ts'
import type { Transaction } from '../tenants/transaction.ts'

/** `SweepRecords.record` */
export function recordSweep(
  { sql, now }: Transaction,
  { tolerance }: { readonly tolerance: number },
): boolean {
  const record = nextSweepRecord(sweepRecord(sql), now, tolerance)
  sql('REPLACE INTO sweeps (one, since, seen, trusted) VALUES (1, ?, ?, ?)').run(
    record.since,
    record.seen,
    record.trusted,
  )
  return lastIsTrusted(record)
}

/** When a sweep last trusted its clock; `null` when none did. */
export function trustedSweep(sql: Sql): Micros | null {
  return sweepRecord(sql)?.trusted ?? null
}

function sweepRecord(sql: Sql): SweepRecord | null {
  return sql<SweepRecord>('SELECT since, seen, trusted FROM sweeps').get() ?? null
}
