import { type AssetChanges, isStowageError } from '@stowage/core'
import { blamedOwnData, OWN_DATA, OWN_NAMES } from '../http/own-data.ts'
import { normalizeUuid } from '../http/uuid.ts'
import { preconditionFailed } from './entity-tag.ts'
import { folderIdAt, pointing } from './folder-request.ts'
import {
  assertNothingElse,
  assertSame,
  invalidMember,
  type JsonObject,
  objectAt,
  pointerTo,
} from './json-members.ts'
import { invalidName, typedNameAt } from './typed-name.ts'

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
  assertNothingElse(body, ['data'], '')
  assertNothingElse(data, ['type', 'id', 'attributes', 'meta'], '/data')
  assertSame(data.type, 'assets', '/data/type')
  const { id } = data
  assertSame(typeof id === 'string' ? normalizeUuid(id) : id, assetId, '/data/id')
  const attributes = data.attributes === undefined ? {} : objectAt(data.attributes, ATTRIBUTES)
  let changes: AssetChanges = {}
  for (const [name, value] of Object.entries(attributes)) {
    changes = { ...changes, ...changeOf(name, value) }
  }
  if (data.meta === undefined) return changes
  const meta = objectAt(data.meta, META)
  assertNothingElse(meta, OWN_NAMES, META)
  return { ...changes, ...meta }
}

/** Turns an error of the store's `update` into one for the client. Only the store knows what is left of a name. */
export function explainUpdate(error: unknown): unknown {
  if (isStowageError(error, 'folder_not_found')) return pointing(error, FOLDER)
  if (isStowageError(error, 'changed_meanwhile')) return preconditionFailed()
  const blamed = blamedOwnData(error)
  if (blamed !== null) {
    const pointer = [blamed.name, ...blamed.within].reduce(pointerTo, META)
    return invalidMember(pointer, OWN_DATA[blamed.name])
  }
  const isAboutName = isStowageError(error, 'invalid_argument') && error.context.argument === 'name'
  return isAboutName ? invalidName(NAME, 'file') : error
}

function changeOf(name: string, value: unknown): AssetChanges {
  const pointer = pointerTo(ATTRIBUTES, name)
  switch (name) {
    case 'name':
      return { name: typedNameAt(value, pointer, 'file') }
    case 'is_favourite':
      if (typeof value === 'boolean') return { isFavourite: value }
      throw invalidMember(pointer, '`is_favourite` is true or false.')
    case 'folder_id':
      return { folderId: folderIdAt(value, FOLDER) }
    default:
      throw invalidMember(
        pointer,
        'This attribute cannot be changed. Send only `name`, `is_favourite` and `folder_id`.',
      )
  }
}
