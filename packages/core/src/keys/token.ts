// Not by name: an older Node lacks `hash` and `crc32`, and must get to say which Node is needed.
import crypto from 'node:crypto'
import zlib from 'node:zlib'
import { base62, randomBase62 } from './base62.ts'

const ID_LENGTH = 12
/** 27 base62 characters hold 160.7 bits. */
const SECRET_LENGTH = 27
const CHECKSUM_LENGTH = 6
const TOKEN = /^stw_([0-9A-Za-z]{12})_([0-9A-Za-z]{27})([0-9A-Za-z]{6})$/

/** A token taken apart. */
interface TokenParts {
  readonly id: string
  readonly secret: string
}

/**
 * Makes a token `stw_<id>_<secret>`. The last six characters are a CRC-32 of what stands before them,
 * so a typo is recognised without a look-up; prefix and fixed length make it recognisable to secret scanners.
 */
export function newToken(): TokenParts & { readonly token: string } {
  const id = randomBase62(ID_LENGTH)
  const secret = randomBase62(SECRET_LENGTH)
  return { id, secret, token: `stw_${id}_${secret}${checksum(id, secret)}` }
}

/** The parts of a well-formed token whose checksum is right, else `null`. */
export function parseToken(token: string): TokenParts | null {
  const match = TOKEN.exec(token)
  if (match === null) return null
  const [, id = '', secret = '', sum] = match
  return sum === checksum(id, secret) ? { id, secret } : null
}

/** What is stored of a secret: its SHA-256. A slow hash would add nothing to 160 random bits. */
export function hashSecret(secret: string): string {
  return crypto.hash('sha256', secret)
}

function checksum(id: string, secret: string): string {
  return base62(zlib.crc32(`stw_${id}_${secret}`), CHECKSUM_LENGTH)
}
