import { invalidArgument } from './invalid-argument.ts'

/** The same path; `invalid_argument` unless it is a string that can name a file or a directory. */
export function requirePath(argument: string, value: unknown): string {
  if (typeof value === 'string' && value !== '' && !value.includes('\0')) return value
  throw invalidArgument(argument, `${argument} must be a path: a string, not empty, without NUL.`)
}
