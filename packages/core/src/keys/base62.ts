import { randomBytes } from 'node:crypto'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** `length` characters of base62 from a CSPRNG: 5.95 bits each, unbiased. */
export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 in a byte: bytes above it would favour the first digits.
      if (byte < 248 && text.length < length) text += DIGITS[byte % 62]
    }
  }
  return text
}

/** A whole number in base62, padded with zeros to `length`. */
export function base62(value: number, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62)) {
    text = `${DIGITS[rest % 62]}${text}`
  }
  return text
}
