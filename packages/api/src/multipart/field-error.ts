import { isStowageError } from '@stowage/core'
import { type ApiError, apiError } from '../errors/api-error.ts'
import { blamedOwnData } from '../http/query/own-data.ts'

/**
 * An error of the store about what a field says of the file at this position, unless the error itself has a position;
 * `null` for every other error.
 */
export function fieldErrorOf(error: unknown, position: number): ApiError | null {
  if (!isStowageError(error, 'invalid_argument')) return null
  const { argument, index = position } = error.context
  const meta = { index }
  if (argument === 'folderId') {
    const detail = 'The upload ticket says in which folder the files lie. Leave this field out.'
    return apiError('invalid_body', detail, { source: { parameter: 'folder_id' }, meta })
  }
  if (argument === 'externalId') {
    const detail =
      '`external_id` has 1 to 255 printable characters, and is not for who sees a part of the tenant: with a ticket, or within a scope.'
    return apiError('invalid_body', detail, { source: { parameter: 'external_id' }, meta })
  }
  const blamed = blamedOwnData(error)
  if (blamed === null) return null
  const { name, detail } = blamed
  return apiError('invalid_body', detail, { source: { parameter: name }, meta })
}
