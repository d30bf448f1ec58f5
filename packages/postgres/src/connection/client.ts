/** A query; a `QueryConfig` of `pg`. */
export interface PostgresQuery {
  readonly text: string
  readonly values?: unknown[]
  /** How each column's text becomes a value, by the type's OID. */
  readonly types?: { getTypeParser(oid: number): (text: string) => unknown }
  /** Milliseconds until the client stops waiting for a result. */
  readonly query_timeout?: number
}

/** The result of a statement; a `QueryResult` of `pg`. */
export interface PostgresResult {
  readonly command: string
  readonly rows: readonly unknown[]
}

/** A connection taken from a pool; a `PoolClient` of `pg` is one. */
export interface PostgresClient {
  /** Runs one statement. */
  query(query: PostgresQuery): Promise<PostgresResult | readonly PostgresResult[]>
  /** `true` closes the connection instead of giving it back. */
  release(destroy?: boolean): void
  /** Adds a listener for a connection that breaks. */
  on(event: 'error', listener: (error: Error) => void): unknown
  /** Removes it. */
  removeListener(event: 'error', listener: (error: Error) => void): unknown
}

/** Where connections come from; a `Pool` of `pg` is one. */
export interface PostgresPool {
  /** A connection of the pool, once one is free. */
  connect(): Promise<PostgresClient>
  /** Adds a listener: for connections that break while they are idle, or for each new connection. */
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'connect', listener: (client: PostgresClient) => void): unknown
  /** Removes a listener. */
  removeListener(event: 'error', listener: (error: Error) => void): unknown
  removeListener(event: 'connect', listener: (client: PostgresClient) => void): unknown
}
