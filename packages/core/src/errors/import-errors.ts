import { isStowageError, StowageError } from './stowage-error.ts'

/**
 * The error to report when an item was not stored because of this error, and nothing that the caller may see is in its
 * way. For an id that is taken, the message names a way out, because the caller cannot look up the asset that has it.
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
