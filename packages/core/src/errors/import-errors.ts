import { isStowageError, StowageError } from './stowage-error.ts'

/**
 * What to say when an item was not stored because of this error and nothing that the caller may see is in its way.
 * `invalid_argument` of an id names a way out: the caller cannot look for the asset that has it.
 */
export function importRefusal(error: unknown): unknown {
  if (!isStowageError(error, 'invalid_argument')) return error
  const { argument } = error.context
  if (argument !== 'id' && argument !== 'publicFileId') return error
  return new StowageError(
    'invalid_argument',
    `This ${argument} exists already, and ids are unique over all tenants. Leave out \`id\` and \`publicFileId\` to get ` +
      "new ones; fromArchive does so with `ids: 'new'`.",
    { cause: error, context: { argument } },
  )
}
