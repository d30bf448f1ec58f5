import { addMillis, type Micros } from '../time/timestamp.ts'

/** Milliseconds for which sweeps must have followed each other before their clock is trusted: a minute. */
export const TRUSTED_AFTER = 60_000

/**
 * What a database keeps about its sweeps. One reading of a clock cannot show whether time passed or the clock
 * leapt. Sweeps that follow each other at their interval can.
 */
export interface SweepRecord {
  /** The first sweep of the run to which the last one belongs. */
  readonly since: Micros
  /** The last sweep. */
  readonly seen: Micros
  /** The last sweep whose clock was trusted; `null` when none was. */
  readonly trusted: Micros | null
}

/**
 * The record after a sweep now. The run goes on when the clock went forward since the last sweep, by
 * `tolerance` milliseconds at most; else a new one begins.
 */
export function nextSweepRecord(
  last: SweepRecord | null,
  now: Micros,
  tolerance: number,
): SweepRecord {
  const goesOn = last !== null && now >= last.seen && now <= addMillis(last.seen, tolerance)
  const since = goesOn ? last.since : now
  const record = { since, seen: now, trusted: last?.trusted ?? null }
  return lastIsTrusted(record) ? { ...record, trusted: now } : record
}

/** Whether the clock of the last sweep is trusted: its run has lasted for a minute. */
export function lastIsTrusted({ since, seen }: SweepRecord): boolean {
  return seen >= addMillis(since, TRUSTED_AFTER)
}

/** The time before which `AssetRecords.purge` purges what was trashed; `null`: nothing may be purged by its age. */
export function retentionEnd(
  trusted: Micros | null,
  now: Micros,
  trashedFor: number,
): Micros | null {
  return trusted === null ? null : addMillis(Math.min(trusted, now), -trashedFor)
}

/** `pendingUntil` of what is stored now; `null`: it stays. */
export function pendingEnd(
  trusted: Micros | null,
  now: Micros,
  pendingFor: number | null | undefined,
): Micros | null {
  return pendingFor == null ? null : addMillis(trashTime(trusted, now), pendingFor)
}

/** `trashedAt` of what is trashed now. */
export function trashTime(trusted: Micros | null, now: Micros): Micros {
  return Math.max(trusted ?? now, now)
}
