/** What SQLite takes as a parameter. Booleans are stored as 0 and 1. */
export type SqliteValue = string | number | null

/** Parameters by position, or by name (`:name`). */
export type SqliteParameters = readonly SqliteValue[] | [Readonly<Record<string, SqliteValue>>]

/** A prepared statement. `Row` is what its SQL selects. */
export interface SqliteStatement<Row> {
  run(...parameters: SqliteParameters): { readonly changes: number | bigint }
  get(...parameters: SqliteParameters): Row | undefined
  all(...parameters: SqliteParameters): Row[]
}

/** One connection: what `better-sqlite3` and `DatabaseSync` of `node:sqlite` have in common. */
export interface SqliteClient {
  exec(sql: string): unknown
  prepare(sql: string): SqliteStatement<unknown>
  close(): unknown
}

/** Prepares a statement the first time and finds it again afterwards. `Row` is what `text` selects. */
export type Sql = <Row = never>(text: string) => SqliteStatement<Row>

/** The prepared statements of one connection. For a closed set of SQL texts: none is ever let go. */
export function statementsOf(client: SqliteClient): Sql {
  const statements = new Map<string, SqliteStatement<unknown>>()
  return <Row>(text: string) => {
    const statement = statements.get(text) ?? client.prepare(text)
    statements.set(text, statement)
    return statement as SqliteStatement<Row>
  }
}

/** Rolls back, also when SQLite has done so by itself, as it does after some errors. Never throws. */
export function rollBack(client: SqliteClient): void {
  try {
    client.exec('ROLLBACK')
  } catch {
    // "No transaction is active" is what was wanted; any other trouble shows with the next statement.
  }
}
