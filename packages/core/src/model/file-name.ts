const MAX_BYTES = 255
/** An extension of more bytes is part of the name. */
const MAX_EXTENSION = 32
/**
 * UTF-16 units of a name that are looked at: NFC takes quadratic time for marks out of order. It shortens text at
 * most threefold, so far more than 255 bytes are left.
 */
const MAX_UNITS = 2048
const FALLBACK = 'untitled'

/**
 * What is kept of a client's file name: its last segment by either slash, without control characters,
 * in Unicode NFC, at most 255 bytes of UTF-8 cut between characters with the extension kept;
 * `untitled` when nothing is left. A single character longer than that is cut at a code point. Of a name of
 * more than 2048 UTF-16 units, only the beginning and the extension count. Shown and sent to clients, never
 * used as a path.
 */
export function sanitizeFileName(claimed: string): string {
  return cleanFileName(claimed) || FALLBACK
}

/** The same, but empty when nothing is left. */
export function cleanFileName(claimed: string): string {
  const segment = claimed.slice(Math.max(claimed.lastIndexOf('/'), claimed.lastIndexOf('\\')) + 1)
  const name = shortened(segment.trim())
    // Lone surrogates cannot be written as UTF-8; format and separator characters turn names around.
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .normalize('NFC')
    .trim()
  return name === '.' || name === '..' ? '' : truncate(name)
}

/** The beginning of a name that is too long to be worked on, with its extension. */
function shortened(name: string): string {
  if (name.length <= MAX_UNITS) return name
  const end = name.slice(-MAX_EXTENSION)
  const dot = end.lastIndexOf('.')
  return name.slice(0, MAX_UNITS) + (dot === -1 ? '' : end.slice(dot))
}

function truncate(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name
  const dot = name.lastIndexOf('.')
  const hasExtension = dot > 0 && Buffer.byteLength(name.slice(dot)) <= MAX_EXTENSION
  const extension = hasExtension ? name.slice(dot) : ''
  const room = MAX_BYTES - Buffer.byteLength(extension)
  const stem = name.slice(0, name.length - extension.length)
  return (cut(characters(stem.slice(0, room)), room) || cut(stem, room)) + extension
}

function* characters(text: string): Generator<string> {
  for (const { segment } of new Intl.Segmenter().segment(text)) yield segment
}

/** The longest run of whole parts from the front that fits into `room` bytes. */
function cut(parts: Iterable<string>, room: number): string {
  let kept = ''
  let used = 0
  for (const part of parts) {
    used += Buffer.byteLength(part)
    if (used > room) break
    kept += part
  }
  return kept
}
