/** A value that SQLite takes as a parameter. Booleans are stored as 0 and 1. */
export type SqliteValue = string | number | null

/** Parameters by position, or by name (`:name`). */
type SqliteParameters = readonly SqliteValue[] | [Readonly<Record<string, SqliteValue>>]

/** A prepared statement. `Row` is what its SQL selects. */
interface SqliteStatement<Row> {
  run(...parameters: SqliteParameters): { readonly changes: number | bigint }
  get(...parameters: SqliteParameters): Row | undefined
  all(...parameters: SqliteParameters): Row[]
}

/** What better-sqlite3 also offers: rows as arrays, and the names of their columns. */
interface ArrayStatement {
  readonly reader: boolean
  raw(on: boolean): SqliteStatement<readonly SqliteValue[]>
  columns(): readonly { readonly name: string }[]
}

/** One connection: what `better-sqlite3` and `DatabaseSync` of `node:sqlite` have in common. */
export interface SqliteClient {
  exec(sql: string): unknown
  prepare(sql: string): SqliteStatement<unknown>
  close(): unknown
}

/** Prepares a statement the first time and reuses it afterwards. `Row` is what `text` selects. */
export type Sql = <Row = never>(text: string) => SqliteStatement<Row>

/**
 * The prepared statements of one connection. It keeps every statement, which is right for a fixed set of SQL texts.
 * With `most` it keeps at most that many and drops the oldest.
 */
export function statementsOf(client: SqliteClient, most: number = Number.POSITIVE_INFINITY): Sql {
  const statements = new Map<string, SqliteStatement<unknown>>()
  return <Row>(text: string) => {
    let statement = statements.get(text)
    if (statement === undefined) {
      statement = withFastRows(client.prepare(text))
      statements.set(text, statement)
      const [oldest] = statements.keys()
      if (statements.size > most && oldest !== undefined) statements.delete(oldest)
    }
    return statement as SqliteStatement<Row>
  }
}

/**
 * The same statement with faster rows. better-sqlite3 looks up every column's name for every row; reading arrays
 * and naming them here takes two thirds of the time.
 */
function withFastRows(statement: SqliteStatement<unknown>): SqliteStatement<unknown> {
  if (!hasArrays(statement) || !statement.reader) return statement
  const names = statement.columns().map(({ name }) => name)
  const arrays = statement.raw(true)
  // With its members in place from the start: V8 makes a slow dictionary of an object that gets more than 16 by name.
  const blank: Record<string, SqliteValue | undefined> = JSON.parse(
    JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))),
  )
  const rowOf = (values: readonly SqliteValue[]): unknown => {
    const row = { ...blank }
    for (let index = 0; index < names.length; index += 1) {
      row[names[index] as string] = values[index]
    }
    return row
  }
  return {
    run: (...parameters) => arrays.run(...parameters),
    get(...parameters) {
      const values = arrays.get(...parameters)
      return values === undefined ? undefined : rowOf(values)
    },
    all: (...parameters) => arrays.all(...parameters).map(rowOf),
  }
}

function hasArrays(statement: object): statement is ArrayStatement {
  return 'raw' in statement && 'columns' in statement && 'reader' in statement
}

/** Rolls back, unless SQLite already has, as it does after some errors. Never throws. */
export function rollBack(client: SqliteClient): void {
  try {
    client.exec('ROLLBACK')
  } catch {
    // "No transaction is active" is the wanted state; any other error shows with the next statement.
  }
}
