import { setImmediate as nextTurn } from 'node:timers/promises'
import { findDriver, invalidArgument, openerOf } from '@stowage/core/internal'
import { assertFile, namingTables, requireRows } from './database-faults.ts'
import { isMissingColumn, isMissingTable } from './missing-table.ts'

/** A row of the other system's database. */
export type DatabaseRow = Readonly<Record<string, unknown>>

/** Runs SQL that reads, and resolves to its rows, like `async (sql) => (await pool.query(sql)).rows`. */
export type Query = (sql: string) => Promise<readonly DatabaseRow[]>

/** The database of another system: a function that queries it, or the file of an SQLite database. */
export type SourceDatabase = { readonly query: Query } | { readonly database: string }

/** Rows that one query reads. */
const PAGE = 1000

/**
 * Does the work with the database, and closes what it opened. `invalid_argument` when the database does not exist, and
 * when it lacks a table; `hint` then says what to do.
 */
export async function* withDatabase<Item>(
  given: SourceDatabase,
  work: (query: Query) => AsyncGenerator<Item>,
  hint: string,
): AsyncGenerator<Item> {
  if ('query' in given && typeof given.query === 'function') {
    const { query } = given
    yield* namingTables(
      work(async (sql) => requireRows(await query(sql))),
      'query',
      hint,
    )
    return
  }
  if (!('database' in given) || typeof given.database !== 'string') {
    throw invalidArgument(
      'query',
      'Pass `query`, a function, or `database`, the path of an SQLite file.',
    )
  }
  await assertFile(given.database)
  const client = openerOf(await findDriver('auto'))(given.database, { readOnly: true })
  const rows = work(async (sql) => client.prepare(sql).all() as DatabaseRow[])
  try {
    yield* namingTables(rows, 'database', hint)
  } finally {
    client.close()
  }
}

/** All rows of a table, the oldest first, with those of `columns` that it has. */
export async function* rowsOf(
  query: Query,
  table: string,
  columns: readonly string[],
): AsyncGenerator<DatabaseRow> {
  const [first] = await query(`SELECT * FROM ${table} LIMIT 1`)
  if (first === undefined) return
  const present = columns.filter((column) => column in first)
  yield* pagesOf(query, `SELECT ${present.join(', ')} FROM ${table} ORDER BY created_at, id`)
}

/** All rows of a statement whose `ORDER BY` gives every row a definite position. */
export async function* pagesOf(query: Query, sql: string): AsyncGenerator<DatabaseRow> {
  for (let offset = 0; ; offset += PAGE) {
    const rows = await query(`${sql} LIMIT ${PAGE} OFFSET ${offset}`)
    yield* rows
    if (rows.length < PAGE) return
    // SQLite answers in the same turn of the event loop, so an abort would go unnoticed.
    await nextTurn()
  }
}

/**
 * Like `pagesOf`, but yields nothing when the table or a column of the statement is missing: not every app has them.
 */
export async function* pagesIfThere(query: Query, sql: string): AsyncGenerator<DatabaseRow> {
  try {
    yield* pagesOf(query, sql)
  } catch (error) {
    if (!isMissingTable(error) && !isMissingColumn(error)) throw error
  }
}

/** A member of a row as text; `undefined` when it is empty. */
export function textOfRow(row: DatabaseRow, name: string): string | undefined {
  const value = row[name]
  return value == null || value === '' ? undefined : String(value)
}
