import type { Sql } from '../connection/database.ts'
import { ASSET_COLUMNS, type AssetRow, assetOfRow, findingColumns } from './asset-row.ts'
import { FORGET_UNKNOWN_FOLDERS } from './folders.ts'
import type { FillBatch } from './migration.ts'

/** Rows of a batch. */
const BATCH = 5000

/**
 * Takes assets out of folders that do not exist, and writes what each asset is sorted by and found by. In the order of
 * the ids; the cursor is `id:rows done`. Instances of version 1 may write meanwhile.
 */
export async function fillFinding(sql: Sql, after: string | null): Promise<FillBatch> {
  const [id = null, before = '0'] = after?.split(':') ?? []
  const rows = await sql<AssetRow>(ROWS, [id, BATCH])
  const last = rows.at(-1)
  if (last === undefined) return { next: null, part: 1 }
  await fillRows(sql, rows)
  const done = Number(before) + rows.length
  const [all] = await sql<{ rows: number }>(ROWS_IN_ALL)
  return { next: `${last.id}:${done}`, part: done / Math.max(done, all?.rows ?? done) }
}

/** As `fillFinding`, for what instances of version 1 have written since. The cursor says nothing. */
export async function fillFindingAnew(sql: Sql): Promise<FillBatch> {
  const rows = await sql<AssetRow>(UNFOUND_ROWS, [BATCH])
  if (rows.length === 0) return { next: null, part: 1 }
  await fillRows(sql, rows)
  return { next: 'more', part: 0 }
}

async function fillRows(sql: Sql, rows: readonly AssetRow[]): Promise<void> {
  await sql(FORGET_UNKNOWN_FOLDERS, [rows.map(({ id }) => id)])
  const found = rows.map((row) => ({
    id: row.id,
    name: row.name,
    ...findingColumns(row.tenant_id, assetOfRow(row)),
  }))
  await sql(WRITE, [JSON.stringify(found)])
}

const SELECT = `SELECT '' AS tenant, ${ASSET_COLUMNS} FROM $schema.assets a`

const ROWS = `${SELECT} WHERE $1::uuid IS NULL OR a.id > $1::uuid ORDER BY a.id LIMIT $2`

const UNFOUND_ROWS = `${SELECT} WHERE a.name_key IS NULL ORDER BY a.id LIMIT $1`

/** Not when it was renamed since it was read: then it has no key, and is filled anew. */
const WRITE = `UPDATE $schema.assets a SET name_key = x.name_key, terms = x.terms
  FROM json_to_recordset($1) AS x (id uuid, name text, name_key text, terms tsvector)
  WHERE a.id = x.id AND a.name = x.name`

/** As the last ANALYZE found; 0 or less before there was one. */
const ROWS_IN_ALL = `SELECT reltuples AS rows FROM pg_class WHERE oid = '$schema.assets'::regclass`
