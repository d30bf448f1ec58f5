import { type ApiError, apiError } from '../errors/api-error.ts'

/** An object of a JSON body. */
export type JsonObject = Readonly<Record<string, unknown>>

/** The object in this place of the body; 422 when there is something else. */
export function objectAt(value: unknown, pointer: string): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as JsonObject
  }
  throw invalidMember(pointer, 'Send an object here.')
}

/** Throws 422 for a member that is not known: if it was passed over, it would look as if it had been used. */
export function assertNothingElse(
  object: JsonObject,
  known: readonly string[],
  pointer: string,
): void {
  const unknown = Object.keys(object).find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw invalidMember(
    pointerTo(pointer, unknown),
    `This member cannot be set. Send only ${known.map((name) => `\`${name}\``).join(', ')} here.`,
  )
}

/** Throws 422 unless the member is a string, and 409 `resource_mismatch` when it is not the one of the URL. */
export function assertSame(value: unknown, expected: string, pointer: string): void {
  if (typeof value !== 'string') throw invalidMember(pointer, `Send the string "${expected}" here.`)
  if (value === expected) return
  throw apiError('resource_mismatch', `The URL is of "${expected}". Send the same here.`, {
    source: { pointer },
  })
}

/**
 * The attributes of a body `{ data: { type, attributes } }`, `data` having these members at most. 422 with the pointer
 * of what is wrong, 409 `resource_mismatch` for another type.
 */
export function attributesIn(
  body: JsonObject,
  type: string,
  { members, attributes }: Record<'members' | 'attributes', readonly string[]>,
): JsonObject {
  const data = objectAt(body.data, '/data')
  assertNothingElse(body, ['data'], '')
  assertNothingElse(data, members, '/data')
  assertSame(data.type, type, '/data/type')
  const given = data.attributes === undefined ? {} : objectAt(data.attributes, '/data/attributes')
  assertNothingElse(given, attributes, '/data/attributes')
  return given
}

/** The place of a member in the body (RFC 6901). */
export function pointerTo(parent: string, name: string): string {
  return `${parent}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** 422 `invalid_body` about this place of the body. */
export function invalidMember(pointer: string, detail: string): ApiError {
  return apiError('invalid_body', detail, { source: { pointer } })
}
