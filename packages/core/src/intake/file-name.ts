const MAX_BYTES = 255
const FALLBACK = 'untitled'

/**
 * What is kept of a client's file name: its last segment by either slash, without control characters,
 * in Unicode NFC, at most 255 bytes of UTF-8 cut between characters with the extension kept;
 * `untitled` when nothing is left. Shown and sent to clients, never used as a path.
 */
export function sanitizeFileName(claimed: string): string {
  return cleanFileName(claimed) || FALLBACK
}

/** The same, but empty when nothing is left. */
export function cleanFileName(claimed: string): string {
  const segment = claimed.slice(Math.max(claimed.lastIndexOf('/'), claimed.lastIndexOf('\\')) + 1)
  const name = segment
    // Lone surrogates cannot be written as UTF-8; format and separator characters turn names around.
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .normalize('NFC')
    .trim()
  return name === '.' || name === '..' ? '' : truncate(name)
}

function truncate(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && Buffer.byteLength(name.slice(dot)) <= 32 ? name.slice(dot) : ''
  const room = MAX_BYTES - Buffer.byteLength(extension)
  return (cut(name.slice(0, name.length - extension.length), room) || FALLBACK) + extension
}

/** The longest run of whole characters from the front that fits into `room` bytes. */
function cut(text: string, room: number): string {
  let kept = ''
  let used = 0
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, room))) {
    used += Buffer.byteLength(segment)
    if (used > room) break
    kept += segment
  }
  return kept
}
