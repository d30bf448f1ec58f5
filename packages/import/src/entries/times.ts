import { types } from 'node:util'
import { EntryError } from './refusal.ts'

const WITHOUT_ZONE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/
const DIGITS = /^\d{11,14}$/

/**
 * A time as databases give it: a `Date`, milliseconds since 1970, or text, which is UTC when it names no offset.
 * `undefined` for nothing. An `EntryError` for what is no time.
 */
export function timeOf(name: string, value: unknown): Date | string | undefined {
  if (value == null || value === '') return undefined
  if (types.isDate(value) || typeof value === 'number' || typeof value === 'bigint') {
    return dateOf(name, Number(value))
  }
  if (typeof value !== 'string') throw new EntryError(`${name} is no time`)
  const text = value.trim()
  if (DIGITS.test(text)) return dateOf(name, Number(text))
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return `${text}T00:00:00Z`
  return WITHOUT_ZONE.test(text) ? `${text}Z` : text
}

function dateOf(name: string, millis: number): Date {
  const date = new Date(millis)
  if (Number.isNaN(date.getTime())) throw new EntryError(`${name} is no time`)
  return date
}
