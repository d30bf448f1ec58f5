import { openSqliteMetadata } from '@stowage/core/sqlite'
import { openPostgresMetadata } from '@stowage/postgres'
import Database from 'better-sqlite3'
import { createFindingTruth } from './finding.mjs'

const COLUMNS =
  'tenant_id, seq, name, mime_type, extension, sha256, trashed_at, folder_id, name_key'
/** Rows that are read at a time. */
const PAGE = 20_000
/** Of more assets than this, one of 20 is compared term by term. */
const ALL = 50_000

/** What assets are found and sorted by although it follows from no asset, or the other way round. */
export async function wrongFindingsOfSqlite(file) {
  const truth = createFindingTruth()
  const database = new Database(file, { readonly: true })
  for (const row of database.prepare(`SELECT ${COLUMNS} FROM assets`).iterate()) truth.add(row)
  database.close()
  return truth.compare(await openSqliteMetadata({ file }), countTerms(file))
}

/** In a table of this connection alone. */
function countTerms(file) {
  const database = new Database(file)
  database.exec('CREATE VIRTUAL TABLE temp.each_term USING fts5vocab (main, terms, row)')
  const { n } = database.prepare('SELECT sum(doc) AS n FROM each_term').get()
  database.close()
  return n
}

/** As `wrongFindingsOfSqlite`; also compares the terms of each asset, which PostgreSQL keeps in its row. */
export async function wrongFindingsOfPostgres(pool, { url, schema }) {
  const truth = createFindingTruth()
  const [{ rows, terms }] = await query(
    `SELECT count(*) AS rows, sum(length(terms)) AS terms FROM ${schema}.assets`,
  )
  const sampled = Number(rows) > ALL ? 'seq % 20 = 0' : 'true'
  for (let id = '00000000-0000-0000-0000-000000000000'; id !== undefined; ) {
    const page = await query(
      `SELECT id, ${COLUMNS}, CASE WHEN ${sampled} THEN tsvector_to_array(terms) END AS kept
        FROM ${schema}.assets WHERE id > $1 ORDER BY id LIMIT ${PAGE}`,
      [id],
    )
    for (const { kept, ...row } of page) {
      truth.add(kept === null ? row : { ...row, terms: kept.map(withoutTenant) })
    }
    id = page.at(-1)?.id
  }
  return truth.compare(await openPostgresMetadata({ connectionString: url, schema }), terms)

  async function query(text, values) {
    return (await pool.query(text, values)).rows
  }
}

function withoutTenant(term) {
  return term.slice(term.indexOf('.') + 1)
}
