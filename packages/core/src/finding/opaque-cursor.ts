import { createHash } from 'node:crypto'

/** The most characters of a cursor: several times those of the longest name. */
const MOST = 4096
/** Digits of a digest: enough to notice a cursor of something else. */
const DIGITS = 16

/** Plain values as opaque text. */
export function encodeCursor(content: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(content)).toString('base64url')
}

/** The values; none when the text is no cursor. */
export function decodeCursor(cursor: unknown): readonly unknown[] {
  if (String(cursor).length > MOST) return []
  try {
    const content: unknown = JSON.parse(Buffer.from(String(cursor), 'base64url').toString())
    return Array.isArray(content) ? content : []
  } catch {
    return []
  }
}

/** A short digest, by which two texts are compared. */
export function shortDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, DIGITS)
}
