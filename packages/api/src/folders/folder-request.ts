import { isStowageError } from '@stowage/core'
import type { CreateFolderOptions, FolderChanges } from '@stowage/core/types'
import { preconditionFailed } from '../documents/entity-tag.ts'
import { assertSame, attributesIn, type JsonObject, objectAt } from '../documents/json-members.ts'
import { invalidName, typedNameAt } from '../documents/typed-name.ts'
import { type ApiError, apiError } from '../errors/api-error.ts'
import { detailOf } from '../errors/detail.ts'
import { invalidMember } from '../errors/invalid-member.ts'
import { toApiError } from '../errors/to-api-error.ts'
import { isUuid, normalizeUuid } from '../http/urls/uuid.ts'

const ATTRIBUTES = '/data/attributes'
const NAME = `${ATTRIBUTES}/name`
const PARENT = `${ATTRIBUTES}/parent_id`

/**
 * Reads `{ data: { type: 'folders', attributes: { name, parent_id } } }`. Throws 422 with the pointer of what is wrong,
 * 409 `resource_mismatch` for another type.
 */
export function parseNewFolder(body: JsonObject): CreateFolderOptions {
  const { name, ...others } = attributesOf(body)
  if (name === undefined) throw invalidName(NAME, 'folder')
  return { name, ...others }
}

/** Reads `{ data: { type: 'folders', id, attributes } }`. Throws like `parseNewFolder`, and 409 for another id. */
export function parseFolderChanges(body: JsonObject, folderId: string): FolderChanges {
  const changes = attributesOf(body)
  const { id } = objectAt(body.data, '/data')
  assertSame(typeof id === 'string' ? normalizeUuid(id) : id, folderId, '/data/id')
  return changes
}

/** Turns an error of the store about a folder into one that points to the attribute to blame. */
export function explainFolder(error: unknown, { id = '' }: { readonly id?: string } = {}): unknown {
  if (isStowageError(error, 'invalid_argument')) {
    return error.context.argument === 'name' ? invalidName(NAME, 'folder') : error
  }
  if (isStowageError(error, 'changed_meanwhile')) return preconditionFailed()
  const isOfParent = isStowageError(error, 'folder_not_found') && !error.context.ids.includes(id)
  if (isOfParent || isStowageError(error, 'folder_cycle', 'folder_too_deep')) {
    return pointing(error, PARENT)
  }
  return isStowageError(error, 'folder_exists') ? pointing(error, NAME) : error
}

/** The same error, pointing to this location in the body. */
export function pointing(error: unknown, pointer: string): ApiError {
  const { code, detail, meta } = toApiError(error).problems[0]
  return apiError(code, detail, { source: { pointer }, ...(meta && { meta }) })
}

function attributesOf(body: JsonObject): FolderChanges {
  const { name, parent_id: parentId } = attributesIn(body, 'folders')
  return {
    ...(name !== undefined && { name: typedNameAt(name, NAME, 'folder') }),
    ...(parentId !== undefined && { parentId: folderIdAt(parentId, PARENT) }),
  }
}

/**
 * The id of a folder at this location in the body, or `null`. Throws 404 for a string that is no UUID, because no
 * folder has such an id, and 422 for any other value.
 */
export function folderIdAt(value: unknown, pointer: string): string | null {
  if (value === null) return null
  if (typeof value === 'string' && isUuid(value)) return normalizeUuid(value)
  if (typeof value === 'string') {
    throw apiError('folder_not_found', detailOf('folder_not_found'), { source: { pointer } })
  }
  throw invalidMember(pointer, 'Send the id of a folder, or null for none.')
}
