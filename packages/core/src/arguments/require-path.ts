import { mustBe } from './must-be.ts'

const WANTED = 'a path: a string, not empty, without NUL'

/** The same path; `invalid_argument` unless it is a string that can name a file or a directory. */
export function requirePath(argument: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') throw mustBe(argument, WANTED, value)
  if (value.includes('\0')) throw mustBe(argument, WANTED, value, 'one with a NUL character')
  return value
}
