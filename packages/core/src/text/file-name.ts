import { mustBe } from '../arguments/must-be.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { nfc } from './normal-forms.ts'

const MAX_BYTES = 255
/** An extension of more bytes is part of the name. */
const MAX_EXTENSION = 32
/** UTF-16 units of a name that are looked at. NFC shortens text at most sixfold, so more than 255 bytes are left. */
const MAX_UNITS = 2048
const FALLBACK = 'untitled'

/** Control and bidirectional characters, and line separators: they forge what a listing or a header shows. */
const FORGING = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu

/** A name of nothing but invisible characters. U+2800 is a Braille pattern without dots. */
const INVISIBLE = /^[\p{DI}\p{White_Space}\u2800]*$/u

/**
 * Cleans a client's file name. Keeps its last segment by either slash, without control and bidirectional characters, in
 * Unicode NFC. Cuts it to at most 255 bytes of UTF-8, between characters, and keeps the extension; a single character
 * longer than that is cut at a code point. `untitled` when nothing visible is left. Of a name of more than 2048 UTF-16
 * units, only the beginning and the extension count. Shown and sent to clients, never used as a path.
 */
export function sanitizeFileName(claimed: string): string {
  const segment = claimed.slice(Math.max(claimed.lastIndexOf('/'), claimed.lastIndexOf('\\')) + 1)
  return cleaned(segment) || FALLBACK
}

/**
 * Cleans a name that someone typed as `sanitizeFileName` does, but throws `invalid_argument` for a slash, and when
 * nothing visible is left. `thing`: what it names, such as `file`.
 */
export function requireTypedName(argument: string, name: unknown, thing: string): string {
  if (typeof name !== 'string') throw mustBe(argument, 'a string', name)
  const slash = slashIn(name)
  if (slash !== null) {
    throw invalidArgument(argument, `${argument} must be a name, not a path. Leave out ${slash}.`)
  }
  const clean = cleaned(name)
  if (clean !== '') return clean
  throw invalidArgument(
    argument,
    `${argument} must hold at least one visible character of a ${thing} name.`,
  )
}

/** The first slash of either kind in a name; `null`: there is none. */
export function slashIn(name: string): '/' | '\\' | null {
  const [slash = null] = /[/\\]/.exec(name) ?? []
  return slash as '/' | '\\' | null
}

/** Empty when nothing visible is left. */
function cleaned(segment: string): string {
  // Lone surrogates cannot be written as UTF-8.
  const kept = shortened(segment.trim()).toWellFormed().replace(FORGING, '')
  const name = nfc(kept).trim()
  return name === '.' || name === '..' || INVISIBLE.test(name) ? '' : truncate(name)
}

/** The beginning of a name that is too long to process, with its extension. */
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
