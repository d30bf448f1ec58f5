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
  /** Those whose clock was trusted; `null` when none was. */
  readonly trusted: TrustedSweeps | null
}

/** The sweeps of a database whose clock was trusted. */
export interface TrustedSweeps {
  readonly first: Micros
  readonly last: Micros
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
  if (!lastIsTrusted(record)) return record
  return { ...record, trusted: { first: record.trusted?.first ?? now, last: now } }
}

/** Whether the clock of the last sweep is trusted: its run has lasted for a minute. */
export function lastIsTrusted({ since, seen }: SweepRecord): boolean {
  return seen >= addMillis(since, TRUSTED_AFTER)
}

/**
 * The time before which what is older than `age` (milliseconds) was dated; `null`: nothing is too old. What was dated
 * before a clock was trusted counts from then: the clock that dated it may have been days behind.
 */
export function retentionEnd(
  trusted: TrustedSweeps | null,
  now: Micros,
  age: number,
): Micros | null {
  if (trusted === null) return null
  const end = addMillis(Math.min(trusted.last, now), -age)
  return end < trusted.first ? null : end
}

/** Milliseconds after the first trusted sweep in which nothing pending expires: a day. */
const FIRST_DAY = 24 * 3_600_000

/**
 * The time before which what is pending has expired; `null`: nothing has. A record does not say by which clock its end
 * was reckoned, so nothing expires in the first day after a clock was trusted.
 */
export function pendingExpiry(trusted: TrustedSweeps | null, now: Micros): Micros | null {
  return retentionEnd(trusted, now, FIRST_DAY) === null ? null : retentionEnd(trusted, now, 0)
}

/** By which times `hasExpired` goes. */
export interface VersionExpiry {
  /** What expires before it has expired. */
  readonly end: Micros
  /** What was replaced before it counts from it. */
  readonly first: Micros
}

/** When versions have expired; `null`: none has. */
export function versionExpiry(trusted: TrustedSweeps | null, now: Micros): VersionExpiry | null {
  return trusted === null ? null : { end: Math.min(trusted.last, now), first: trusted.first }
}

/** Whether a version has expired. Databases say the same in SQL. */
export function hasExpired(
  { replacedAt, expiresAt }: { readonly replacedAt: Micros; readonly expiresAt: Micros },
  { end, first }: VersionExpiry,
): boolean {
  return expiresAt + Math.max(0, first - replacedAt) < end
}

/** `pendingUntil` of what is stored now; `null`: it stays. */
export function pendingEnd(
  trusted: TrustedSweeps | null,
  now: Micros,
  pendingFor: number | null | undefined,
): Micros | null {
  return pendingFor == null ? null : addMillis(trashTime(trusted, now), pendingFor)
}

/** `trashedAt` of what is trashed now. */
export function trashTime(trusted: TrustedSweeps | null, now: Micros): Micros {
  return Math.max(trusted?.last ?? now, now)
}
