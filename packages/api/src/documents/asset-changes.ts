import { type AssetChanges, isStowageError } from '@stowage/core'
import { normalizeUuid } from '../http/uuid.ts'
import {
  assertNothingElse,
  assertSame,
  invalidMember,
  type JsonObject,
  objectAt,
  pointerTo,
} from './json-members.ts'

/**
 * Reads a JSON:API update `{ data: { type: 'assets', id, attributes } }`. Throws 422 with the pointer of
 * what is wrong, 409 `resource_mismatch` when it names another type or id than the URL.
 */
export function parseAssetChanges(body: JsonObject, assetId: string): AssetChanges {
  const data = objectAt(body.data, '/data')
  assertNothingElse(body, ['data'], '')
  assertNothingElse(data, ['type', 'id', 'attributes'], '/data')
  assertSame(data.type, 'assets', '/data/type')
  const { id } = data
  assertSame(typeof id === 'string' ? normalizeUuid(id) : id, assetId, '/data/id')
  const attributes =
    data.attributes === undefined ? {} : objectAt(data.attributes, '/data/attributes')
  let changes: AssetChanges = {}
  for (const [name, value] of Object.entries(attributes)) {
    changes = { ...changes, ...changeOf(name, value) }
  }
  return changes
}

/** Turns an error of the store's `update` into one for the client. Only the store knows what is left of a name. */
export function explainUpdate(error: unknown): unknown {
  const isAboutName = isStowageError(error, 'invalid_argument') && error.context.argument === 'name'
  return isAboutName ? invalidName() : error
}

function changeOf(name: string, value: unknown): AssetChanges {
  const pointer = pointerTo('/data/attributes', name)
  switch (name) {
    case 'name':
      if (typeof value === 'string') return { name: value }
      throw invalidName()
    case 'is_favourite':
      if (typeof value === 'boolean') return { isFavourite: value }
      throw invalidMember(pointer, '`is_favourite` is true or false.')
    default:
      throw invalidMember(
        pointer,
        'This attribute cannot be changed. Send only `name` and `is_favourite`.',
      )
  }
}

function invalidName() {
  return invalidMember('/data/attributes/name', 'A name is a string that can name a file.')
}
