import { apiError } from '../errors/api-error.ts'

/** Nested objects and arrays: more than any request of this API has. */
const MOST_NESTED = 64

/** Throws 400 `malformed_request` for JSON so deeply nested that to walk it could exhaust the stack. */
export function assertShallow(value: unknown, nested = 0): void {
  if (typeof value !== 'object' || value === null) return
  if (nested === MOST_NESTED) {
    throw apiError(
      'malformed_request',
      `The JSON is nested more than ${MOST_NESTED} deep. Send it flatter.`,
    )
  }
  for (const member of Object.values(value)) assertShallow(member, nested + 1)
}
