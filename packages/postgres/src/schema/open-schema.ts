import { createMigrationWarning } from '@stowage/core/internal'
import type { PostgresPool } from '../connection/client.ts'
import { createDatabase, type Database } from '../connection/database.ts'
import { QueryFailure } from '../connection/failure.ts'
import { ignoreIdleErrors } from '../connection/ignore-idle-errors.ts'
import { makePool } from '../connection/own-pool.ts'
import { takeConnection } from '../connection/take-connection.ts'
import { isNewest, migrate } from './migrate.ts'

/**
 * Makes or migrates the schema. With a `url` it uses a direct connection, which it opens only when there is
 * something to do.
 */
export async function openSchema(options: {
  readonly database: Database
  readonly pool: PostgresPool
  /** Quoted. */
  readonly schema: string
  /** Milliseconds. */
  readonly statementTimeout: number
  readonly url: string | undefined
}): Promise<void> {
  const { database, pool, schema, statementTimeout, url } = options
  if (await isNewest(database.read)) return
  if (url === undefined) {
    await migrate({
      database,
      runLong: (text) => runLong(pool, text, statementTimeout),
      schema,
      report: createMigrationWarning(),
    })
    return
  }
  // One connection builds an index, which may take long; the other renews the lease meanwhile.
  const direct = makePool({
    connectionString: url,
    connections: 2,
    connectTimeout: statementTimeout,
    options: '-c statement_timeout=0 -c lock_timeout=0',
  })
  ignoreIdleErrors(direct)
  try {
    await migrate({
      database: createDatabase({ pool: direct, schema, statementTimeout }),
      runLong: (text) => runLong(direct, text, statementTimeout),
      schema,
      report: createMigrationWarning(),
    })
  } finally {
    await direct.end()
  }
}

async function runLong(pool: PostgresPool, text: string, connectTimeout: number): Promise<void> {
  const { client, giveBack } = await takeConnection(pool, connectTimeout)
  let usable = false
  try {
    await client.query({ text })
    usable = true
  } catch (error) {
    throw new QueryFailure(error)
  } finally {
    giveBack(usable)
  }
}
