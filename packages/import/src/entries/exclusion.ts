import { composed } from './composed.ts'

/** Why a file or folder inside the imported folder is left out; `null` when it is not. */
export type Exclusion = (names: readonly string[]) => 'system' | 'pattern' | null

/**
 * Names that systems, file managers and network drives leave in folders, in lower case: thumbnails, indexes, trash, the
 * second halves of Mac files.
 */
const LEFT_BY_SYSTEMS: ReadonlySet<string> = new Set([
  '.ds_store',
  '.appledb',
  '.appledesktop',
  '.appledouble',
  '.apdisk',
  '.documentrevisions-v100',
  '.fseventsd',
  '.localized',
  '.spotlight-v100',
  '.temporaryitems',
  '.trashes',
  '.volumeicon.icns',
  '__macosx',
  'icon\r',
  'network trash folder',
  'temporary items',
  '$recycle.bin',
  'desktop.ini',
  'ehthumbs.db',
  'ehthumbs_vista.db',
  'system volume information',
  'thumbs.db',
  'thumbs.db:encryptable',
  '.directory',
  '.thumbnails',
  'lost+found',
  '@eadir',
  '@tmp',
  '#recycle',
  '#snapshot',
  '.@__thumb',
])
/** `._photo.jpg` from a Mac, `.Trash-1000`, `.nfs0000…`, and the lock files of open Office documents. */
const BEGINNINGS = /^(?:\._|\.trash-\d|\.nfs[0-9a-f]{8}|~\$)/

/** Whether a name is one of those that systems leave in folders. */
export function isLeftBySystems(name: string): boolean {
  const folded = name.toLowerCase()
  return LEFT_BY_SYSTEMS.has(folded) || BEGINNINGS.test(folded)
}

/**
 * Leaves out what systems leave behind, and what these patterns match. In a pattern `*` is any text without `/`, `?`
 * one character of such text, and `**` any text. A pattern without `/` matches names of files and folders anywhere; one
 * with `/` matches paths from the imported folder.
 */
export function createExclusion(patterns: readonly string[] = []): Exclusion {
  const all = patterns.map((pattern) => {
    const trimmed = pattern.replace(/\/$/, '')
    return { isOfNames: !trimmed.includes('/'), matches: matcherOf(trimmed.replace(/^\//, '')) }
  })
  return (names) => {
    const name = names.at(-1) ?? ''
    if (isLeftBySystems(name)) return 'system'
    const whole = names.join('/')
    const isMatched = all.some(({ isOfNames, matches }) => matches(isOfNames ? name : whole))
    return isMatched ? 'pattern' : null
  }
}

/** The wildcards of a pattern as regular expressions. */
const WILDCARDS: Readonly<Record<string, string>> = {
  '**/': '(?:[^]*/)?',
  '**': '[^]*',
  '*': '[^/]*',
  '?': '[^/]',
}

function matcherOf(pattern: string): (text: string) => boolean {
  const source = composed(pattern).replaceAll(
    /\*\*\/|\*\*|\*|\?|[\\^$+.()|[\]{}]/g,
    (token) => WILDCARDS[token] ?? `\\${token}`,
  )
  const expression = new RegExp(`^${source}$`, 'u')
  return (text) => expression.test(composed(text))
}
