import { type AssetChanges, isStowageError } from '@stowage/core'
import { preconditionFailed } from '../documents/entity-tag.ts'
import { assertSame, type JsonObject, objectAt } from '../documents/json-members.ts'
import { invalidName, typedNameAt } from '../documents/typed-name.ts'
import { invalidMember, pointerTo } from '../errors/invalid-member.ts'
import { folderIdAt, pointing } from '../folders/folder-request.ts'
import { blamedOwnData } from '../http/query/own-data.ts'
import { normalizeUuid } from '../http/urls/uuid.ts'

const ATTRIBUTES = '/data/attributes'
const META = '/data/meta'
const NAME = `${ATTRIBUTES}/name`
const FOLDER = `${ATTRIBUTES}/folder_id`

/**
 * Reads a JSON:API update `{ data: { type: 'assets', id, attributes, meta } }`. Throws 422 with the pointer of
 * what is wrong, 409 `resource_mismatch` when it names another type or id than the URL.
 */
export function parseAssetChanges(body: JsonObject, assetId: string): AssetChanges {
  const data = objectAt(body.data, '/data')
  assertSame(data.type, 'assets', '/data/type')
  const { id } = data
  assertSame(typeof id === 'string' ? normalizeUuid(id) : id, assetId, '/data/id')
  const attributes = data.attributes === undefined ? {} : objectAt(data.attributes, ATTRIBUTES)
  const meta = data.meta === undefined ? {} : objectAt(data.meta, META)
  return Object.assign(changesIn(attributes), meta)
}

/** Turns an error of the store's `update` into one for the client. Only the store knows what is left of a name. */
export function explainUpdate(error: unknown): unknown {
  if (isStowageError(error, 'folder_not_found')) return pointing(error, FOLDER)
  if (isStowageError(error, 'changed_meanwhile')) return preconditionFailed()
  const blamed = blamedOwnData(error)
  if (blamed !== null) {
    const pointer = [blamed.name, ...blamed.within].reduce(pointerTo, META)
    return invalidMember(pointer, blamed.detail)
  }
  const isAboutName = isStowageError(error, 'invalid_argument') && error.context.argument === 'name'
  return isAboutName ? invalidName(NAME, 'file') : error
}

function changesIn({ name, is_favourite: mark, folder_id: folder }: JsonObject): AssetChanges {
  if (mark !== undefined && typeof mark !== 'boolean') {
    throw invalidMember(`${ATTRIBUTES}/is_favourite`, '`is_favourite` is true or false.')
  }
  return {
    ...(name !== undefined && { name: typedNameAt(name, NAME, 'file') }),
    ...(mark !== undefined && { isFavourite: mark }),
    ...(folder !== undefined && { folderId: folderIdAt(folder, FOLDER) }),
  }
}
