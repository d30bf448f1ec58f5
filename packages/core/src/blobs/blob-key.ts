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

/** Characters of a key that are its time; the first six are the same for 2^20 ms. */
const TIME = 10

const BASE32 = '0123456789abcdefghijklmnopqrstuv'

/**
 * A new key, as the blob port describes it: ten characters of time in milliseconds, then 110 random bits. Keys of one
 * time are neighbours in the indexes of databases, so that an upload writes few of their pages. It is in base32 with
 * lower-case letters, so it is safe as a file or object name.
 */
export function newBlobKey(millis: number): string {
  let text = Math.floor(millis).toString(32).padStart(TIME, '0')
  for (const byte of randomBytes(32 - TIME)) text += BASE32[byte & 31]
  return text
}

/** When a key was made, in milliseconds. */
export function timeOfBlobKey(key: string): number {
  return Number.parseInt(key.slice(0, TIME), 32)
}
