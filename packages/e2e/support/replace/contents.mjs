import { createHash } from 'node:crypto'

/** Bytes of a piece: the number of the content, then the place of the piece within it. */
const PIECE = 16
/** Small ones, which servers keep, and some that are sent in many steps. */
const PIECES = [40, 2_500, 40_000, 700, 12_000]
const known = new Map()

/**
 * The content of this number: `{ number, bytes, etag, thumbnail }`. Each piece of it says which content it belongs to, and
 * where, so that any range of it can be judged.
 */
export function contentOf(number) {
  let content = known.get(number)
  if (content === undefined) {
    const count = PIECES[number % PIECES.length] + (number % 37)
    const piece = (_, at) => `${String(number).padStart(7)}:${String(at).padStart(7)}\n`
    const bytes = Buffer.from(Array.from({ length: count }, piece).join(''))
    const thumbnail = Buffer.concat([Buffer.from('thumbnail of '), bytes.subarray(0, 100)])
    content = { number, bytes, etag: etagOf(bytes), thumbnail }
    // The oldest are made anew when a reader still asks about them.
    if (known.size > 200) known.delete(known.keys().next().value)
    known.set(number, content)
  }
  return content
}

/** What the ETag of these bytes must be. */
export function etagOf(bytes) {
  return `"${createHash('sha256').update(bytes).digest('hex')}"`
}

/** Bytes at the start that say the number. */
export const HEAD = PIECE
