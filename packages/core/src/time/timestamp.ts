import type { Timestamp } from '../assets/asset.ts'

/** Microseconds since the Unix epoch; exact in a double until the year 2255. */
export type Micros = number

const MICROS_PER_DAY = 86_400_000_000
/** `00` … `99`. */
const TWO_DIGITS = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'))

/** Times that are formatted in a row are mostly of one day. */
let latestDay = { number: Number.NaN, text: '' }

/** `2026-01-31T09:05:00.123456Z`. */
export function formatTimestamp(micros: Micros): Timestamp {
  const day = Math.floor(micros / MICROS_PER_DAY)
  if (day !== latestDay.number) {
    const date = new Date(day * (MICROS_PER_DAY / 1000))
    latestDay = { number: day, text: date.toISOString().slice(0, -'00:00:00.000Z'.length) }
  }
  const rest = micros - day * MICROS_PER_DAY
  const seconds = Math.floor(rest / 1_000_000)
  const minutes = Math.floor(seconds / 60)
  const fraction = rest - seconds * 1_000_000
  return `${latestDay.text}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}.${two(
    Math.floor(fraction / 10_000),
  )}${two(Math.floor(fraction / 100) % 100)}${two(fraction % 100)}Z`
}

function two(number: number): string {
  return TWO_DIGITS[number] as string
}

/** The reverse of `formatTimestamp`. */
export function parseTimestamp(timestamp: Timestamp): Micros {
  return Date.parse(`${timestamp.slice(0, 23)}Z`) * 1000 + Number(timestamp.slice(23, 26))
}

/** `formatTimestamp`; `null` for `null`. */
export function formatTimestampOrNull(micros: Micros | null): Timestamp | null {
  return micros === null ? null : formatTimestamp(micros)
}

/** `parseTimestamp`; `null` for `null`. */
export function parseTimestampOrNull(timestamp: Timestamp | null): Micros | null {
  return timestamp === null ? null : parseTimestamp(timestamp)
}

/** The time that many milliseconds later; earlier when they are negative. */
export function addMillis(at: Micros, millis: number): Micros {
  return at + millis * 1000
}

/** Returns the time. */
export type Clock = () => Micros

/** The system's clock as it is, to the millisecond. */
export const wallClock: Clock = () => Date.now() * 1000

/** The most that readings of one millisecond are moved apart. */
const MAX_STEP = 999

/**
 * The system's clock, which may also go backwards. Up to 1000 readings within one millisecond differ: a counter
 * supplies their microseconds.
 */
export function systemClock(): Clock {
  let millis = Number.NaN
  let step = 0
  return () => {
    const now = Date.now()
    step = now === millis ? Math.min(step + 1, MAX_STEP) : 0
    millis = now
    return now * 1000 + step
  }
}
