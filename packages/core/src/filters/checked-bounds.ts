import { isDate } from 'node:util/types'
import { assertInteger } from '../arguments/assert-integer.ts'
import { mustBe } from '../arguments/must-be.ts'
import { assertKnown, knownOptions } from '../options/known-options.ts'
import { microsOfText } from '../time/given-time.ts'
import type { Micros } from '../time/timestamp.ts'
import type { Bounds } from './filter-values.ts'

const SIDES = ['gte', 'lte', 'gt', 'lt'] as const
const KNOWN = knownOptions<Bounds<unknown>>('filter', { gte: true, lte: true, gt: true, lt: true })
const MOMENT = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,6}))?(Z|[+-]\d\d:\d\d))?$/

/** The bounds, each checked; `invalid_argument` that names the wrong bound, or when there is none. */
export function requireBounds<Value>(
  argument: string,
  value: unknown,
  requireValue: (argument: string, value: unknown) => Value,
): Bounds<Value> {
  const wanted = `an object with ${SIDES.join(', ')}`
  if (typeof value !== 'object' || value === null || isDate(value)) {
    throw mustBe(argument, wanted, value)
  }
  assertKnown(KNOWN, value)
  const given = value as Bounds<unknown>
  const sides = SIDES.filter((side) => given[side] !== undefined)
  if (sides.length === 0) throw mustBe(argument, wanted, value, 'one without any')
  return Object.fromEntries(
    sides.map((side) => [side, requireValue(`${argument}.${side}`, given[side])]),
  )
}

/** A whole number from 0. */
export function requireWhole(argument: string, value: unknown): number {
  assertInteger(argument, value, 0)
  return value
}

/** A number from 0. */
export function requireNumber(argument: string, value: unknown): number {
  if (typeof value === 'number' && value >= 0 && Number.isFinite(value)) return value
  throw mustBe(argument, 'a number from 0', value)
}

/** A `Date`, or a text such as `2026-01-31T09:05:00.123456Z`. A day alone is its midnight in UTC. */
export function requireMoment(argument: string, value: unknown): Micros {
  const micros = isDate(value) ? value.getTime() * 1000 : microsOf(value)
  const most = Number.MAX_SAFE_INTEGER
  if (!Number.isNaN(micros)) return Math.min(Math.max(micros, -most), most)
  const wanted = "a Date or a time such as '2026-01-31' or '2026-01-31T09:05:00Z'"
  const shown = typeof value === 'string' ? JSON.stringify(value.slice(0, 64)) : undefined
  throw mustBe(argument, wanted, value, shown)
}

function microsOf(value: unknown): Micros {
  return typeof value === 'string' ? microsOfText(value, MOMENT) : Number.NaN
}
