import { FACT_ENTRIES, similarName } from '@stowage/core/internal'
import { ManifestError } from './manifest-error.ts'

/** Columns that a row may have. */
const COLUMNS = [
  'path',
  'name',
  'folder',
  'tags',
  'title',
  'alt',
  'metadata',
  'focus',
  'sha256',
  'is_favourite',
  'external_id',
] as const

/** More columns, for a file that keeps its ids and dates. */
export const KEPT_COLUMNS = [
  'id',
  'public_file_id',
  'created_at',
  'updated_at',
  'trashed_at',
  'created_by',
  'folder_created_by',
] as const

const NAMED: readonly string[] = [...COLUMNS, ...KEPT_COLUMNS]
/** Also the facts that an export writes: the store finds them out itself. */
const KNOWN: ReadonlySet<string> = new Set([
  ...NAMED,
  'facts',
  ...FACT_ENTRIES.map(([, { column }]) => column),
])

/** The most characters of a name that an error shows. */
const MAX_SHOWN = 100

/** One language of `alt`, one member of `metadata`: for tables. */
const MEMBER = /^(alt|metadata)\.(.+)$/i

/**
 * The columns by their proper names, whatever their case. Refuses an unknown column, since a typo would lose its
 * values, and a duplicate column.
 */
export function columnNames(given: readonly string[], where: string): string[] {
  const names = given.map((name) => nameOf(name.trim(), where))
  const seen = new Set<string>()
  const twice = names.find((name) => seen.size === seen.add(name).size)
  if (twice === undefined) return names
  throw new ManifestError(`${where} has the column "${twice}" twice. Leave one out.`)
}

function nameOf(given: string, where: string): string {
  const [, outer, inner] = MEMBER.exec(given) ?? []
  if (outer !== undefined) return `${outer.toLowerCase()}.${inner}`
  const name = given.toLowerCase()
  if (KNOWN.has(name)) return name
  const shown = given.length <= MAX_SHOWN ? given : `${given.slice(0, MAX_SHOWN)}…`
  const meant = similarName(shown, NAMED)
  const hint =
    meant === null
      ? `Known are ${NAMED.join(', ')}, alt.<language> and metadata.<name>.`
      : `Did you mean ${meant}?`
  throw new ManifestError(`${where} has a column "${shown}", which means nothing here. ${hint}`)
}
