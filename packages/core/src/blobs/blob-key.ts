import { randomBytes } from 'node:crypto'
import { StowageError } from '../errors/stowage-error.ts'

const BLOB_KEY = /^[0-9a-z]{32}$/

/** Whether this may be the key of a blob: 32 digits and lower-case letters, so safe as a file or object name. */
export function isBlobKey(text: string): boolean {
  return BLOB_KEY.test(text)
}

/** Refuses what is not a blob key, with `invalid_argument`: no path is ever made of anything else. */
export function requireBlobKey(key: string): void {
  if (isBlobKey(key)) return
  throw new StowageError('invalid_argument', 'A blob key is 32 digits and lower-case letters.', {
    context: { argument: 'key' },
  })
}

/** Milliseconds whose keys share their first six characters. */
const SPAN = 2 ** 20

const BASE32 = '0123456789abcdefghijklmnopqrstuv'

/**
 * A new key, as the blob port describes it: six characters of time (steps of 2^20 ms), then 130 random bits.
 * It is in base32 with lower-case letters, so it is safe as a file or object name.
 */
export function newBlobKey(millis: number): string {
  let text = Math.floor(millis / SPAN)
    .toString(32)
    .padStart(6, '0')
  for (const byte of randomBytes(26)) text += BASE32[byte & 31]
  return text
}

/** When a key was made, in milliseconds, to about 17 minutes. */
export function timeOfBlobKey(key: string): number {
  return Number.parseInt(key.slice(0, 6), 32) * SPAN
}
