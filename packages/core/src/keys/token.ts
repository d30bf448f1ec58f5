// `hash` and `crc32` not by name: an older Node lacks them, and must get to say which Node is needed.
import crypto, { timingSafeEqual } from 'node:crypto'
import zlib from 'node:zlib'
import { base62, randomBase62 } from './base62.ts'

const ID_LENGTH = 12
/** 27 base62 characters hold 160.7 bits. */
const SECRET_LENGTH = 27
const CHECKSUM_LENGTH = 6
/** Compared against when an id is unknown. No SHA-256 of a secret is all zeros. */
const NO_HASH = '0'.repeat(64)
const TOKEN = /^(st[wt])_([0-9A-Za-z]{12})_([0-9A-Za-z]{27})([0-9A-Za-z]{6})$/

/** What a token begins with: `stw` is that of an API key, `stt` that of an upload ticket. */
export type TokenPrefix = 'stw' | 'stt'

/** A token taken apart. */
interface TokenParts {
  readonly id: string
  readonly secret: string
}

/**
 * Makes a token `<prefix>_<id>_<secret>`. The last six characters are a CRC-32 of what stands before them,
 * so a typo is recognised without a look-up; prefix and fixed length make it recognisable to secret scanners.
 */
export function newToken(prefix: TokenPrefix): TokenParts & { readonly token: string } {
  const id = randomBase62(ID_LENGTH)
  const secret = randomBase62(SECRET_LENGTH)
  return { id, secret, token: `${prefix}_${id}_${secret}${checksum(prefix, id, secret)}` }
}

/** The parts of a well-formed token with this prefix whose checksum is right, else `null`. */
export function parseToken(prefix: TokenPrefix, token: string): TokenParts | null {
  const match = TOKEN.exec(token)
  if (match?.[1] !== prefix) return null
  const [, , id = '', secret = '', sum] = match
  return sum === checksum(prefix, id, secret) ? { id, secret } : null
}

/**
 * Whether the secret of a token is the one whose hash is stored. Takes as long when nothing is stored (`undefined`), so
 * that the time of an answer does not tell whether an id is known.
 */
export function isSecretOf(secret: string, stored: string | undefined): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(stored ?? NO_HASH))
}

/** What is stored of a secret: its SHA-256. A slow hash would add nothing to 160 random bits. */
export function hashSecret(secret: string): string {
  return crypto.hash('sha256', secret)
}

function checksum(prefix: TokenPrefix, id: string, secret: string): string {
  return base62(zlib.crc32(`${prefix}_${id}_${secret}`), CHECKSUM_LENGTH)
}
