import { types } from 'node:util'
import type { Timestamp } from '../assets/asset.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { formatTimestamp, type Micros } from './timestamp.ts'

const ISO = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,9}))?(Z|[+-]\d\d(?::?\d\d)?)$/i
/** A day, or a time of RFC 3339, whose seconds are optional. */
const MOMENT = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d))?$/
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

function microsOf(value: unknown): Micros {
  if (types.isDate(value)) return value.getTime() * 1000
  return typeof value === 'string' ? microsOfText(value, ISO) : Number.NaN
}

/**
 * The time of a text; `NaN` for what the form does not take, and for a day that does not exist. The groups of the form
 * are day, clock, fraction and offset. A day alone is its midnight in UTC. Digits below a microsecond are cut off.
 *
 * No other file reads times that people and clients write: `Date.parse` takes 30 February for 2 March.
 */
export function microsOfText(text: string, form: RegExp = MOMENT): Micros {
  const parts = form.exec(text)
  if (parts === null) return Number.NaN
  const [, day = '', clock = '00:00', fraction = '', zone = 'Z'] = parts
  if (!isDay(day)) return Number.NaN
  const seconds = clock.length === 5 ? `${clock}:00` : clock
  const millis = Date.parse(`${day}T${seconds}${offsetOf(zone)}`)
  return millis * 1000 + Number(fraction.slice(0, 6).padEnd(6, '0'))
}

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
