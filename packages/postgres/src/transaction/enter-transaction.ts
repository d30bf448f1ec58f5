import { invalidArgument, writesRefused } from '@stowage/core/ports'
import type { Sql } from '../connection/client-sql.ts'
import { NAME_WRITER } from '../connection/name-writer.ts'
import { END_PAUSE } from '../transfer/serving.ts'

interface Setting {
  /** What `NAME_WRITER` set: nothing is left of it outside of a transaction. */
  readonly writer: string | null
  readonly isolation: string
}

/**
 * Does for a transaction of the app what those of the store begin with. `invalid_argument` when it is none, or when it
 * would not see what others commit while it waits for a lock. `unavailable` while the records move.
 */
export async function enterTransaction(sql: Sql): Promise<void> {
  await sql(NAME_WRITER)
  const [setting] = await sql<Setting>(
    `SELECT nullif(current_setting('stowage.writer', true), '') AS writer,
      current_setting('transaction_isolation') AS isolation`,
  )
  if (setting?.writer == null) {
    throw invalidArgument('client', 'This client is in no transaction. Run BEGIN first.')
  }
  if (setting.isolation !== 'read committed') {
    throw invalidArgument(
      'client',
      `The transaction is ${setting.isolation.toUpperCase()}. Begin it with ISOLATION LEVEL READ COMMITTED.`,
    )
  }
  // As `servingDatabase` does it: the lock lets a pause wait for this transaction.
  await sql(END_PAUSE)
  const [departure] = await sql<{ moved: boolean; paused: boolean }>(
    'SELECT moved, paused_until IS NOT NULL AS paused FROM $schema.departure FOR SHARE',
  )
  if (departure?.moved) throw writesRefused('moved')
  if (departure?.paused) throw writesRefused('paused')
}
