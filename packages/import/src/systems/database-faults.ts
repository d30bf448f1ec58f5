import { stat } from 'node:fs/promises'
import { invalidArgument } from '@stowage/core/internal'
import { systemReason } from '../entries/system-reason.ts'
import { isMissingTable } from './missing-table.ts'

/** `invalid_argument` unless the database is a file: SQLite's own error would say less. */
export async function assertFile(database: string): Promise<void> {
  const facts = await stat(database).catch((error: unknown) => {
    const message = `database: ${database} ${systemReason(error)}. Check the path.`
    throw invalidArgument('database', message, error)
  })
  if (!facts.isFile()) throw invalidArgument('database', `database: ${database} is no file.`)
}

/** The rows from the app's function. Drivers wrap them in various ways. */
export function requireRows<Row>(answer: readonly Row[]): readonly Row[] {
  if (Array.isArray(answer) && !Array.isArray(answer[0])) return answer
  throw invalidArgument(
    'query',
    'query must resolve to rows: `async (sql) => (await pool.query(sql)).rows` with pg, `(await pool.query(sql))[0]` with mysql2.',
  )
}

const NO_DATABASE = ['SQLITE_NOTADB']

/** Yields the same items. A missing table, or a file that is not a database, is `invalid_argument` with a hint. */
export async function* namingTables<Item>(
  items: AsyncGenerator<Item>,
  argument: 'query' | 'database',
  hint: string,
): AsyncGenerator<Item> {
  try {
    yield* items
  } catch (error) {
    const { code, message } = Object(error) as {
      readonly code?: unknown
      readonly message?: unknown
    }
    const isOther = NO_DATABASE.includes(String(code)) || /is not a database/.test(String(message))
    if (isMissingTable(error))
      throw invalidArgument(argument, `${hint}: ${String(message)}.`, error)
    if (isOther) throw invalidArgument(argument, 'database must be an SQLite database.', error)
    throw error
  }
}
