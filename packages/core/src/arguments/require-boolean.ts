import { mustBe } from './must-be.ts'

/** The same value; `invalid_argument` unless it is true or false. */
export function requireBoolean(argument: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value
  throw mustBe(argument, 'true or false', value)
}
