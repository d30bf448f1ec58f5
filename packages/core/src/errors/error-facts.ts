import { inspect } from 'node:util'

/**
 * Reads a fact of a thrown value from its members. `instanceof` fails where a test runner or a framework runs this code
 * in a realm of its own, because Node, engines and clients throw errors of another realm. A fact whose getter or proxy
 * throws is missing: nothing here throws.
 */
function factOf(thrown: unknown, name: string): unknown {
  try {
    return typeof thrown === 'object' && thrown !== null && name in thrown
      ? (thrown as Readonly<Record<string, unknown>>)[name]
      : undefined
  } catch {
    return undefined
  }
}

/** The `name` of an error, such as `RangeError`; `undefined` for anything without one. */
export function errorName(thrown: unknown): string | undefined {
  const name = factOf(thrown, 'name')
  return typeof name === 'string' ? name : undefined
}

/** The `code` of an error, such as `ENOENT`; `undefined` for anything without one. */
export function errorCode(thrown: unknown): string | undefined {
  const code = factOf(thrown, 'code')
  return typeof code === 'string' ? code : undefined
}

/** The `cause` of an error; `undefined` for anything without one. */
export function errorCause(thrown: unknown): unknown {
  return factOf(thrown, 'cause')
}

/** The `message` of an error; for anything without one, the value as text. */
export function errorMessage(thrown: unknown): string {
  const message = factOf(thrown, 'message')
  if (typeof message === 'string') return message
  try {
    return inspect(thrown)
  } catch {
    return 'A value that cannot be shown.'
  }
}

/** The failure that stands for all: that of the first address, where a connection tried several (`AggregateError`). */
export function firstFailure(thrown: unknown): unknown {
  const failures = factOf(thrown, 'errors')
  return Array.isArray(failures) && failures.length > 0 ? failures[0] : thrown
}
