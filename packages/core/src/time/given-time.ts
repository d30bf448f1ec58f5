import { types } from 'node:util'
import type { Timestamp } from '../assets/asset.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { formatTimestamp } from './timestamp.ts'

const ISO = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,9}))?(Z|[+-]\d\d(?::?\d\d)?)$/i
/** Before the first photographs. */
const BEGIN = Date.UTC(1800, 0) * 1000
/** 5 June 2255: from then on microseconds are not exact in a double. */
const END = Number.MAX_SAFE_INTEGER
/** Characters of a wrong time that an error shows. */
const MAX_SHOWN = 40

/**
 * A time that a caller gives, as records keep it. `invalid_argument` for what is not a time from 1800 to June 2255, or
 * a day that does not exist.
 */
export function requireTime(argument: string, value: unknown): Timestamp {
  const micros = microsOf(value)
  if (micros >= BEGIN && micros <= END) return formatTimestamp(micros)
  const shown =
    typeof value === 'string' ? `, not ${JSON.stringify(value.slice(0, MAX_SHOWN))}` : ''
  throw invalidArgument(
    argument,
    `${argument} must be a time from 1800 to 2255: a Date, or text with its offset such as 2026-01-31T09:05:00Z${shown}.`,
  )
}

/** `NaN` for what is not a time. Digits below a microsecond are cut off. */
function microsOf(value: unknown): number {
  if (types.isDate(value)) return value.getTime() * 1000
  const parts = typeof value === 'string' ? ISO.exec(value) : null
  if (parts === null) return Number.NaN
  const [, day = '', clock = '', fraction = '', zone = ''] = parts
  if (!isDay(day)) return Number.NaN
  const seconds = clock.length === 5 ? `${clock}:00` : clock
  const millis = Date.parse(`${day}T${seconds}${offsetOf(zone)}`)
  return millis * 1000 + Number(fraction.slice(0, 6).padEnd(6, '0'))
}

/** `Date.parse` takes 30 February for 2 March. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

/** `+02` and `+0200` as `+02:00`. */
function offsetOf(zone: string): string {
  if (zone.toUpperCase() === 'Z') return 'Z'
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0')
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`
}
