import type { Timestamp } from './asset.ts'

/** Microseconds since the Unix epoch; exact in a double until the year 2255. */
export type Micros = number

/** `2026-01-31T09:05:00.123456Z`. */
export function formatTimestamp(micros: Micros): Timestamp {
  const millis = Math.floor(micros / 1000)
  const rest = String(micros - millis * 1000).padStart(3, '0')
  return `${new Date(millis).toISOString().slice(0, 23)}${rest}Z`
}

/** The reverse of `formatTimestamp`. */
export function parseTimestamp(timestamp: Timestamp): Micros {
  return Date.parse(`${timestamp.slice(0, 23)}Z`) * 1000 + Number(timestamp.slice(23, 26))
}

/** Tells the time. Never twice the same, never backwards within a process. */
export type Clock = () => Micros

/** The system's clock; readings within one millisecond are told apart by counting. */
export function systemClock(): Clock {
  let last = 0
  return () => {
    last = Math.max(last + 1, Date.now() * 1000)
    return last
  }
}
