import pg from 'pg'
import type { PostgresPool } from './client.ts'

/** A pool that this package makes, and ends. */
export interface OwnPool extends PostgresPool {
  end(): Promise<void>
}

/** Idle connections do not keep the process alive. */
export function makePool(options: {
  readonly connectionString: string
  readonly connections: number
  /** Milliseconds. */
  readonly connectTimeout: number
  /** Settings of each session, in the form of PostgreSQL's command line. A pooler may refuse them. */
  readonly options?: string
}): OwnPool {
  return new pg.Pool({
    connectionString: options.connectionString,
    max: options.connections,
    connectionTimeoutMillis: options.connectTimeout,
    application_name: 'stowage',
    keepAlive: true,
    allowExitOnIdle: true,
    ...(options.options === undefined ? {} : { options: options.options }),
  })
}
