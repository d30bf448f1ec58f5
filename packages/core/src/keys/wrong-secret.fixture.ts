import zlib from 'node:zlib'
import { base62 } from './base62.ts'
import { newToken, type TokenPrefix } from './token.ts'

/** The token of another key or ticket under this id: its checksum is right, its secret is not. */
export function withWrongSecret(prefix: TokenPrefix, id: string): string {
  const start = `${prefix}_${id}_${newToken(prefix).secret}`
  return `${start}${base62(zlib.crc32(start), 6)}`
}
