import { invalidArgument } from '../errors/invalid-argument.ts'

const SHA256 = /^[0-9a-f]{64}$/

/** The argument `sha256`; `invalid_argument` for anything but 64 lower-case hexadecimal digits. */
export function requireSha256(value: unknown): string {
  if (typeof value === 'string' && SHA256.test(value)) return value
  throw invalidArgument('sha256', 'sha256 must be 64 lower-case hexadecimal digits.')
}
