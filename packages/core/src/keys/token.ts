// `hash` and `crc32` are not named imports: an older Node lacks them, and must still report which Node is needed.
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

/** The prefix of a token: `stw` for an API key, `stt` for an upload ticket. */
export type TokenPrefix = 'stw' | 'stt'

/** The parts of a token. */
interface TokenParts {
  readonly id: string
  readonly secret: string
}

/**
 * Makes a token `<prefix>_<id>_<secret>`. The last six characters are a CRC-32 of the rest, so a typo is recognised
 * without a look-up. Prefix and fixed length let secret scanners recognise it.
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
 * Whether the secret of a token matches the stored hash. Takes as long when nothing is stored (`undefined`), so that
 * response times do not reveal whether an id exists.
 */
export function isSecretOf(secret: string, stored: string | undefined): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(stored ?? NO_HASH))
}

/** The stored form of a secret: its SHA-256. A slow hash would add nothing to 160 random bits. */
export function hashSecret(secret: string): string {
  return crypto.hash('sha256', secret)
}

function checksum(prefix: TokenPrefix, id: string, secret: string): string {
  return base62(zlib.crc32(`${prefix}_${id}_${secret}`), CHECKSUM_LENGTH)
}
