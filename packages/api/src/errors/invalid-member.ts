import { type ApiError, apiError } from './api-error.ts'

/** Characters of a pointer, and of a name in it. A name that a client made up may be as long as its body. */
export const MOST_OF_POINTER = 256

/** The location of a member in the body (RFC 6901), of at most 256 characters. */
export function pointerTo(parent: string, name: string): string {
  const escaped = name.slice(0, MOST_OF_POINTER).replaceAll('~', '~0').replaceAll('/', '~1')
  return `${parent}/${escaped}`.slice(0, MOST_OF_POINTER)
}

/** 422 `invalid_body` about this location of the body. */
export function invalidMember(pointer: string, detail: string): ApiError {
  return apiError('invalid_body', detail, { source: { pointer } })
}
