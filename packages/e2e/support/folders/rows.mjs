import path from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import { recountText } from './recount.mjs'

const FOLDERS = 'SELECT id, tenant_id, parent_id, created_by, name, height FROM'
const VERSIONS = 'SELECT tenant_id, asset_id, size FROM'
const TENANTS = 'SELECT * FROM'
/** Of a row of SQLite. */
const BYTES = `size + CASE WHEN variants IS NULL THEN 0
  ELSE (SELECT sum(value ->> 'size') FROM json_each(variants)) END`

/** `size` is of the original and the variants. */
const tablesOf = (bytes) =>
  Object.entries({
    folders: FOLDERS,
    assets: `SELECT id, tenant_id, folder_id, type, created_by, ${bytes} AS size, trashed_at FROM`,
    versions: VERSIONS,
    tenants: TENANTS,
  })

/**
 * All rows of a database that no process has open, and how many counts differ from a recount of its assets. On PostgreSQL
 * without variants.
 */
export async function readRows({ directory, url, schema }) {
  return url === undefined ? readSqlite(directory) : readPostgres(url, schema)
}

function readSqlite(directory) {
  const database = new Database(path.join(directory, 'stowage.db'), { readonly: true })
  const read = (text) => database.prepare(text).all()
  const rows = tablesOf(BYTES).map(([table, select]) => [table, read(`${select} ${table}`)])
  const text = recountText({ bytes: BYTES, list: '(trashed_at IS NOT NULL)' })
  const [{ wrong }] = read(text)
  database.close()
  return { ...Object.fromEntries(rows), wrong }
}

async function readPostgres(url, schema) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const read = async (text) => (await client.query(text)).rows
  const rows = {}
  for (const [table, select] of tablesOf('size'))
    rows[table] = await read(`${select} ${schema}.${table}`)
  const list = '(trashed_at IS NOT NULL)::int'
  const [{ wrong }] = await read(recountText({ bytes: 'size', list, schema: `${schema}.` }))
  await client.end()
  return { ...rows, wrong: Number(wrong) }
}
