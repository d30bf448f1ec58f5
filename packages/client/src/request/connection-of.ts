import type { Connection } from './connection.ts'

/** The same in every copy of this module: each entry of the package is one file that holds its own. */
const CONNECTION = Symbol.for('@stowage/client connection')

/** Keeps the connection of a client where only this package finds it. */
export function keepConnection(client: object, connection: Connection): void {
  Object.defineProperty(client, CONNECTION, { value: connection })
}

/** The connection of a client. Throws a `TypeError` for anything that `createClient` did not make. */
export function connectionOf(client: object): Connection {
  const connection = (client as { readonly [CONNECTION]?: Connection })[CONNECTION]
  if (connection !== undefined) return connection
  throw new TypeError('client must be what createClient of @stowage/client returns.')
}
