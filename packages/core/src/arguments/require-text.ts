import { mustBe } from './must-be.ts'

/**
 * The same text, when every database can hold it: a string of well-formed Unicode without NUL characters.
 * Else `invalid_argument`. All text of callers comes through here before it reaches a database.
 */
export function requireText(argument: string, value: unknown): string {
  if (isStorableText(value)) return value
  const wanted = 'a string of well-formed Unicode without NUL characters'
  throw mustBe(argument, wanted, value, typeof value === 'string' ? faultOf(value) : undefined)
}

/** Whether every database can hold it as text, and return exactly the same text. */
export function isStorableText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0')
}

function faultOf(value: string): string {
  return value.includes('\0') ? 'one with a NUL character' : 'one with a lone surrogate'
}
