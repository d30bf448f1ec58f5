import { apiError } from '../errors/api-error.ts'
import { invalidMember } from '../errors/invalid-member.ts'

/** An object of a JSON body. */
export type JsonObject = Readonly<Record<string, unknown>>

/** The object at this location in the body. Throws 422 for anything else. */
export function objectAt(value: unknown, pointer: string): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as JsonObject
  }
  throw invalidMember(pointer, 'Send an object here.')
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
 * The attributes of a body `{ data: { type, attributes } }`. Throws 422 with the pointer of what is wrong, 409
 * `resource_mismatch` for another type.
 */
export function attributesIn(body: JsonObject, type: string): JsonObject {
  const data = objectAt(body.data, '/data')
  assertSame(data.type, type, '/data/type')
  return data.attributes === undefined ? {} : objectAt(data.attributes, '/data/attributes')
}
