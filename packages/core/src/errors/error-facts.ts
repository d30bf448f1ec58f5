import { inspect } from 'node:util'

/**
 * Facts of a thrown value. They are read from its members: `instanceof` fails where a test runner or a
 * framework gives this code a realm of its own, because Node, engines and clients throw errors of another
 * realm.
 */
function factOf(thrown: unknown, name: string): unknown {
  return typeof thrown === 'object' && thrown !== null && name in thrown
    ? (thrown as Readonly<Record<string, unknown>>)[name]
    : undefined
}

/** The `name` of an error, such as `RangeError`; `undefined` of anything without one. */
export function errorName(thrown: unknown): string | undefined {
  const name = factOf(thrown, 'name')
  return typeof name === 'string' ? name : undefined
}

/** The `code` of an error, such as `ENOENT`; `undefined` of anything without one. */
export function errorCode(thrown: unknown): string | undefined {
  const code = factOf(thrown, 'code')
  return typeof code === 'string' ? code : undefined
}

/** The `message` of an error; anything without one as text. */
export function errorMessage(thrown: unknown): string {
  const message = factOf(thrown, 'message')
  return typeof message === 'string' ? message : inspect(thrown)
}
