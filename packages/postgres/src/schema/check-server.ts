import { StowageError } from '@stowage/core'
import type { Sql } from '../connection/database.ts'

/**
 * Refuses (`invalid_argument`) a server older than PostgreSQL 13, or a database whose encoding cannot hold every name.
 */
export async function checkServer(sql: Sql): Promise<void> {
  const [server] = await sql<{ version: string; encoding: string; fsync: string }>(
    `SELECT current_setting('server_version_num') AS version,
      current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync`,
  )
  if (Number(server?.version) < 130_000) throw unfit('The server must be PostgreSQL 13 or newer.')
  if (server?.encoding !== 'UTF8') throw unfit('The encoding of the database must be UTF-8.')
  if (server?.fsync !== 'on') {
    process.emitWarning(
      'PostgreSQL runs with fsync off: records may be lost when the power fails.',
      {
        code: 'STOWAGE',
      },
    )
  }
}

function unfit(message: string): StowageError {
  return new StowageError('invalid_argument', message, { context: { argument: 'pool' } })
}
