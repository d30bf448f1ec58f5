import { invalidArgument, writesRefused } from '@stowage/core/internal'
import type { Sql } from '../connection/client-sql.ts'
import { isSqlState, toStoreError } from '../connection/failure.ts'
import { END_PAUSE } from '../transfer/serving.ts'

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const UNDEFINED_TABLE = '42P01'

/** The setting has no effect outside of a transaction. */
const MARK = `SET LOCAL stowage.entered = 'yes'`

interface Setting {
  /** The value that `MARK` set. */
  readonly entered: string | null
  readonly isolation: string
}

/**
 * Runs the checks with which a store's transaction begins, for one of the app. `invalid_argument` when there is no
 * transaction, when it would not see what others commit while it waits for a lock, or when no store has made its tables
 * yet. `unavailable` while the records move.
 */
async function enterTransaction(sql: Sql): Promise<void> {
  await sql(MARK)
  const [setting] = await sql<Setting>(
    `SELECT nullif(current_setting('stowage.entered', true), '') AS entered,
      current_setting('transaction_isolation') AS isolation`,
  )
  if (setting?.entered == null) {
    throw invalidArgument(
      'client',
      'This client is in no transaction. Run BEGIN first, and await this call before COMMIT.',
    )
  }
  if (setting.isolation !== 'read committed') {
    throw invalidArgument(
      'client',
      `The transaction is ${setting.isolation.toUpperCase()}. Begin it with ISOLATION LEVEL READ COMMITTED.`,
    )
  }
  const departure = await departureOf(sql).catch((error: unknown) => {
    throw isSqlState(error, UNDEFINED_TABLE) ? noStore(error) : error
  })
  if (departure?.moved) throw writesRefused('moved')
  if (departure?.paused) throw writesRefused('paused')
}

/** As `servingDatabase` does it: the lock lets a pause wait for this transaction. */
async function departureOf(sql: Sql) {
  await sql(END_PAUSE)
  const [departure] = await sql<{ moved: boolean; paused: boolean }>(
    'SELECT moved, paused_until IS NOT NULL AS paused FROM $schema.departure FOR SHARE',
  )
  return departure
}

function noStore(cause: unknown) {
  return invalidArgument(
    'schema',
    'There are no tables of a store here. Open the store once (openAssetStore), or pass `schema`.',
    cause,
  )
}

/** Runs a write as part of a transaction of the app. Rejects only with `StowageError`s. */
export async function writeInTransaction<Result>(
  sql: Sql,
  body: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  try {
    await enterTransaction(sql)
    return await body(sql)
  } catch (error) {
    throw toStoreError(error)
  }
}
