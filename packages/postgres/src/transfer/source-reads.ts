import type { TransferEntry } from '@stowage/core'
import { invalidArgument } from '@stowage/core/ports'
import type { Database, Sql } from '../connection/database.ts'
import { SOURCE_TABLES, type SourceTable } from './source-tables.ts'

/** A row of any of the tables, with what `select` adds. */
type Row = Readonly<Record<string, unknown>>

/** The table that comes next, and the row after which; `null` before the first. */
type Cursor = readonly [table: number, tenantId: number, key: string | null]

/** `TransferSource.entries`: one table after the other, each in the order of its key. */
export async function entriesAfter(
  sql: Sql,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<{ readonly entries: readonly TransferEntry[]; readonly next: string | null }> {
  const [index, tenantId, key] = after === null ? ([0, 0, null] as const) : parse(after)
  const table = SOURCE_TABLES[index]
  if (table === undefined) return { entries: [], next: null }
  const { scoped } = table
  const values = scoped ? [key, limit, tenantId] : [key, limit]
  const rows = await sql<Row>(PAGES[index] ?? '', values)
  const entries = rows.map((row) =>
    table.entryOf(scoped ? String(row.tenant) : null, String(row[table.key]), row),
  )
  const last = rows.at(-1)
  const next: Cursor =
    last === undefined || rows.length < limit
      ? [index + 1, 0, null]
      : [index, scoped ? Number(last.tenant_id) : 0, String(last[table.key])]
  return { entries, next: next[0] < SOURCE_TABLES.length ? JSON.stringify(next) : null }
}

const PAGES = SOURCE_TABLES.map(({ select, alias, key, type, scoped }) => {
  const columns = scoped ? `${alias}.tenant_id, ${alias}.${key}` : `${alias}.${key}`
  const after = scoped ? `($3::int, $1::${type})` : `$1::${type}`
  return `${select} WHERE $1::${type} IS NULL OR (${columns}) > ${after} ORDER BY ${columns} LIMIT $2`
})

function parse(after: string): Cursor {
  const cursor: unknown = JSON.parse(after)
  if (Array.isArray(cursor) && cursor.length === 3) return cursor as unknown as Cursor
  throw invalidArgument('after', 'The cursor must be one that was given with earlier entries.')
}

/** `TransferSource.changes` */
export async function changesAfter(
  database: Database,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<{ readonly entries: readonly TransferEntry[]; readonly last: number }> {
  await database.transaction((sql) => sql(NUMBER_CHANGES))
  const rows = await database.read<{
    readonly n: number
    readonly kind: string
    readonly key: string
    readonly tenant: string | null
    readonly row: unknown
  }>(CHANGES, [after, limit])
  const entries = rows.map(({ kind, key, tenant, row }) => {
    const table = SOURCE_TABLES.find((each) => each.kind === kind) as SourceTable
    return table.entryOf(table.scoped ? tenant : null, key, row)
  })
  return { entries, last: rows.at(-1)?.n ?? after }
}

/** What has changed again moves to the end, so what was read up to a number is complete up to there. */
const NUMBER_CHANGES = `WITH
  made AS (DELETE FROM $schema.changes_made RETURNING number, kind, tenant_id, key),
  fresh AS MATERIALIZED (SELECT kind, tenant_id, key, max(number) AS number
    FROM made GROUP BY kind, tenant_id, key),
  earlier AS (DELETE FROM $schema.changes c USING fresh f
    WHERE (c.kind, c.tenant_id, c.key) = (f.kind, f.tenant_id, f.key))
  INSERT INTO $schema.changes (kind, tenant_id, key)
    SELECT kind, tenant_id, key FROM fresh ORDER BY number`

/** One statement, hence one snapshot. */
const CHANGES = `WITH page AS MATERIALIZED (
    SELECT n, kind, tenant_id, key FROM $schema.changes WHERE n > $1 ORDER BY n LIMIT $2)
  SELECT page.n, page.kind, page.key, t.name AS tenant, CASE page.kind
    ${SOURCE_TABLES.map((table) => `WHEN '${table.kind}' THEN (${rowOf(table)})`).join('\n')}
    END AS row
  FROM page LEFT JOIN $schema.tenants t ON t.id = page.tenant_id ORDER BY page.n`

function rowOf({ select, alias, key, type, scoped }: SourceTable): string {
  const same = `${alias}.${key} = page.key::${type}`
  const condition = scoped ? `${same} AND ${alias}.tenant_id = page.tenant_id` : same
  return `SELECT row_to_json(found) FROM (${select} WHERE ${condition}) found`
}
