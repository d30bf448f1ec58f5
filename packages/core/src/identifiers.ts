import { randomBytes } from 'node:crypto'

const BASE32 = '0123456789abcdefghijklmnopqrstuv'
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** `length` characters of base62 from a CSPRNG: 5.95 bits each, unbiased. */
export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 in a byte: what lies above would favour the first digits.
      if (byte < 248 && text.length < length) text += BASE62[byte % 62]
    }
  }
  return text
}

/** A whole number in base62, padded with zeros to `length`. */
export function base62(value: number, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62)) {
    text = `${BASE62[rest % 62]}${text}`
  }
  return text
}

/**
 * A new key for a blob, as the blob port describes it: six characters of time (steps of 2^20 ms), then
 * 130 random bits, in base32 with lower-case letters, so that it is safe as a file or object name.
 */
export function newBlobKey(millis: number): string {
  let text = Math.floor(millis / 2 ** 20)
    .toString(32)
    .padStart(6, '0')
  for (const byte of randomBytes(26)) text += BASE32[byte & 31]
  return text
}
