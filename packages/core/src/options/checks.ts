import { assertInteger } from '../arguments/assert-integer.ts'
import { mustBe } from '../arguments/must-be.ts'
import { requirePath } from '../arguments/require-path.ts'
import { requireWord } from '../arguments/require-word.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import type { Check } from './check-options.ts'

/** The most milliseconds that a timer waits. */
export const MAX_TIMER: number = 2 ** 31 - 1

/** A whole number from `least` to `most`. Default of `most`: any safe integer. */
export function integer(least: number, most?: number): Check {
  return (value, name) => assertInteger(name, value, least, most)
}

/** A number from `least` to `most`, also one between whole numbers. */
export function numberBetween(least: number, most: number): Check {
  return check(
    `a number from ${least} to ${most}`,
    (value) => typeof value === 'number' && value >= least && value <= most,
  )
}

/** One of a few words. */
export function oneOf(...words: readonly string[]): Check {
  return (value, name) => void requireWord(name, words, value)
}

/** A string that passes a test. The error shows it, so it must not be a secret. `wanted` reads after "must be". */
export function stringThat(wanted: string, accepts: (value: string) => boolean): Check {
  return (value, name) => {
    if (typeof value !== 'string') throw mustBe(name, wanted, value)
    if (!accepts(value)) throw mustBe(name, wanted, value, JSON.stringify(value))
  }
}

/** `true` or `false`. */
export const flag: Check = check('true or false', (value) => typeof value === 'boolean')

/** A string with at least one character. */
export const text: Check = check(
  'a string with at least one character',
  (value) => typeof value === 'string' && value !== '',
)

/** A path of a file or folder. */
export const path: Check = (value, name) => void requirePath(name, value)

/** A function that the app passes in. */
export const callback: Check = (value, name) => {
  if (typeof value !== 'function') throw mustBe(name, 'a function', value)
}

/** What aborts a call. Checked by its members, so that a signal of another realm passes. */
export const abortSignal: Check = (value, name) => {
  const { aborted, addEventListener } = Object(value) as Partial<AbortSignal>
  if (typeof aborted === 'boolean' && typeof addEventListener === 'function') return
  throw invalidArgument(name, `${name} must be an AbortSignal. Pass controller.signal.`)
}

/** An object that has these methods. `wanted` says what kind of thing it is and what makes one. */
export function having(wanted: string, ...methods: readonly string[]): Check {
  return check(wanted, (value) => {
    if (typeof value !== 'object' || value === null) return false
    const members = value as Readonly<Record<string, unknown>>
    return methods.every((method) => typeof members[method] === 'function')
  })
}

/** `literal`, or what the other check accepts. */
export function either(literal: false | null, other: Check): Check {
  return (value, name) => {
    if (value !== literal) other(value, name)
  }
}

/** A check that calls a test. `wanted` reads after "must be". */
export function check(wanted: string, accepts: (value: unknown) => boolean): Check {
  return (value, name) => {
    if (!accepts(value)) throw mustBe(name, wanted, value)
  }
}
