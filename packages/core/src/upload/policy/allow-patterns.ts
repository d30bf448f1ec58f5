import { mustBe } from '../../arguments/must-be.ts'
import { invalidArgument } from '../../errors/invalid-argument.ts'
import type { Check } from '../../options/check-options.ts'
import { similarName } from '../../options/similar-name.ts'

const TOP_LEVEL = [
  'application',
  'audio',
  'chemical',
  'font',
  'haptics',
  'image',
  'message',
  'model',
  'multipart',
  'text',
  'video',
]
const REST = '[a-z0-9!#$&^_.+-]*'
const PATTERN = new RegExp(`^([a-z0-9]${REST})/(?:\\*|[a-z0-9]${REST})$`)
/** The patterns that `allow` accepts, except `MISNOMERS`, as a regular expression. */
export const ALLOW_PATTERN: string = `^(?:${TOP_LEVEL.join('|')}|x-${REST})/(?:\\*|[a-z0-9]${REST})$`

/** Common wrong names of types, which analysis never returns. */
export const MISNOMERS: Readonly<Record<string, string>> = {
  'application/x-zip-compressed': 'application/zip',
  'audio/m4a': 'audio/mp4',
  'audio/mp3': 'audio/mpeg',
  'audio/x-wav': 'audio/wav',
  'image/jpg': 'image/jpeg',
  'image/svg': 'image/svg+xml',
  'image/tif': 'image/tiff',
  'text/json': 'application/json',
  'video/avi': 'video/x-msvideo',
  'video/mkv': 'video/x-matroska',
  'video/mov': 'video/quicktime',
}

/** The `allow` option: a function, or patterns that can each match a detected type. */
export const allowPolicy: Check = (value, name) => {
  if (typeof value === 'function') return
  if (!Array.isArray(value)) {
    throw mustBe(name, "an array of media types, such as ['image/*'], or a function", value)
  }
  allowPatterns(value, name)
}

/** Patterns that can each match a detected type. */
export const allowPatterns: Check = (value, name) => {
  if (!Array.isArray(value)) {
    throw mustBe(name, "an array of media types, such as ['image/*']", value)
  }
  for (const [index, pattern] of value.entries()) checkPattern(`${name}[${index}]`, pattern)
}

/** Whether a detected media type matches one of the patterns. */
export function matchesAny(patterns: readonly string[], mimeType: string): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith('/*') ? mimeType.startsWith(pattern.slice(0, -1)) : mimeType === pattern,
  )
}

function checkPattern(argument: string, pattern: unknown): void {
  const wanted = "a media type, such as 'image/jpeg', or 'image/*' for all of a kind"
  if (typeof pattern !== 'string') throw mustBe(argument, wanted, pattern)
  const remedy = remedyFor(pattern)
  if (remedy === null) return
  throw invalidArgument(
    argument,
    `${argument} is '${pattern}', which no file can match: it must be ${wanted}. ${remedy}`,
  )
}

/** The advice what to write instead; `null` when a file can match. */
function remedyFor(pattern: string): string | null {
  const lower = pattern.trim().toLowerCase()
  if (lower === '*' || lower === '*/*') return 'Leave allow out to store every type.'
  const known = MISNOMERS[lower] ?? lower
  const [, top] = PATTERN.exec(known) ?? []
  if (top === undefined) return 'Types are detected from the bytes, never from file extensions.'
  if (!TOP_LEVEL.includes(top) && !top.startsWith('x-')) {
    return `Did you mean '${similarName(top, TOP_LEVEL) ?? 'image'}/…'?`
  }
  return known === pattern ? null : `Did you mean '${known}'?`
}
