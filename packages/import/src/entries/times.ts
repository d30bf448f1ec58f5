import { types } from 'node:util'
import { requireTime } from '@stowage/core/internal'
import { EntryError } from './refusal.ts'

const WITHOUT_ZONE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/
const DIGITS = /^-?\d{11,14}$/

/** The most characters of a wrong time that an error shows. */
const MAX_SHOWN = 40

/**
 * A time as databases give it: a `Date`, milliseconds since 1970, or text, which is UTC when it names no offset.
 * `undefined` for an empty value. An `EntryError` for anything else, and for a day that does not exist.
 */
export function timeOf(name: string, value: unknown): Date | string | undefined {
  if (value == null || value === '') return undefined
  const time = readTime(value)
  try {
    requireTime(name, time)
    return time
  } catch {
    const shown = typeof value === 'string' ? JSON.stringify(value.slice(0, MAX_SHOWN)) : value
    throw new EntryError(
      `${name} is no time from 1800 to June 2255: ${String(shown)}. ` +
        'Write 2026-01-31T09:05:00+02:00, or 2026-01-31 09:05:00 for UTC',
    )
  }
}

function readTime(value: unknown): Date | string {
  if (types.isDate(value)) return value
  if (typeof value === 'number' || typeof value === 'bigint') return new Date(Number(value))
  const text = String(value).trim()
  if (DIGITS.test(text)) return new Date(Number(text))
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return `${text}T00:00:00Z`
  return WITHOUT_ZONE.test(text) ? `${text}Z` : text
}
