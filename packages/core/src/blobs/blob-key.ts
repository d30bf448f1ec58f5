import { StowageError } from '../errors.ts'

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
