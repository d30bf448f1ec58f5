import { ManifestError } from './manifest-error.ts'

/** What a row may say. */
export const COLUMNS = [
  'path',
  'name',
  'folder',
  'tags',
  'title',
  'alt',
  'metadata',
  'sha256',
  'is_favourite',
] as const

/** What else a row may say of a file that keeps its ids and dates. */
export const KEPT_COLUMNS = [
  'id',
  'public_file_id',
  'external_id',
  'created_at',
  'updated_at',
  'trashed_at',
  'created_by',
] as const

/** Facts that an export writes beside them, and that the store finds out itself. */
const OF_EXPORTS = [
  ...KEPT_COLUMNS,
  'type',
  'mime_type',
  'size',
  'width',
  'height',
  'duration_seconds',
]

/** One language of `alt`, one member of `metadata`: for tables. */
const MEMBER = /^(alt|metadata)\..+$/

/** Refuses a column whose meaning is not known: a typing error would lose what it says. */
export function checkColumns(names: readonly string[], where: string): void {
  const known: readonly string[] = [...COLUMNS, ...OF_EXPORTS]
  const unknown = names.find((name) => !known.includes(name) && !MEMBER.test(name))
  if (unknown === undefined) return
  throw new ManifestError(
    `${where} has a column "${unknown}", which means nothing here. ` +
      `Known are ${COLUMNS.join(', ')}, alt.<language> and metadata.<name>.`,
  )
}
