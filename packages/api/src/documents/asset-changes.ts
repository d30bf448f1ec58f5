import { type AssetChanges, isStowageError } from '@stowage/core'
import { apiError } from '../errors/api-error.ts'
import { normalizeUuid } from '../http/uuid.ts'

type JsonObject = Readonly<Record<string, unknown>>

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
      throw invalid(pointer, '`is_favourite` is true or false.')
    default:
      throw invalid(
        pointer,
        'This attribute cannot be changed. Send only `name` and `is_favourite`.',
      )
  }
}

/** Members that are passed over would look as if they had been changed. */
function assertNothingElse(object: JsonObject, known: readonly string[], pointer: string): void {
  const unknown = Object.keys(object).find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw invalid(
    pointerTo(pointer, unknown),
    `This member cannot be changed. Send only ${known.map((name) => `\`${name}\``).join(', ')} here.`,
  )
}

/** The place of a member in the body (RFC 6901). */
function pointerTo(parent: string, name: string): string {
  return `${parent}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

function assertSame(value: unknown, expected: string, pointer: string): void {
  if (typeof value !== 'string') throw invalid(pointer, `Send the string "${expected}" here.`)
  if (value === expected) return
  throw apiError('resource_mismatch', `The URL is of "${expected}". Send the same here.`, {
    source: { pointer },
  })
}

function objectAt(value: unknown, pointer: string): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as JsonObject
  }
  throw invalid(pointer, 'Send an object here.')
}

function invalidName() {
  return invalid('/data/attributes/name', 'A name is a string that can name a file.')
}

function invalid(pointer: string, detail: string) {
  return apiError('invalid_body', detail, { source: { pointer } })
}
