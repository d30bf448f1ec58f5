import { usageError } from '../../exit/cli-error.ts'

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
  'external_id',
  'is_favourite',
] as const

/** Facts that an export writes beside them, and that the store finds out itself. */
const OF_EXPORTS = [
  'id',
  'public_file_id',
  'type',
  'mime_type',
  'size',
  'created_at',
  'created_by',
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
  throw usageError(
    `${where} has a column "${unknown}", which means nothing here. ` +
      `Known are ${COLUMNS.join(', ')}, alt.<language> and metadata.<name>.`,
  )
}
