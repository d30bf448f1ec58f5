import { invalidArgument, type TransferEntry } from '@stowage/core/internal'
import type { Database, Sql } from '../connection/database.ts'
import { createNumbering } from './changes.ts'
import { TRANSFER_TABLES, type TransferTable, tableOf } from './transfer-tables.ts'

/** A row of any of the tables, with the columns that `select` adds. */
type Row = Readonly<Record<string, unknown>>

/** The next table, and the row after which to continue; `null` before the first. */
type Cursor = readonly [table: number, tenantId: number, key: string | null]

/** `TransferSource.entries`: one table after the other, each in the order of its key. */
export async function entriesAfter(
  sql: Sql,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<{ readonly entries: readonly TransferEntry[]; readonly next: string | null }> {
  const [index, tenantId, key] = after === null ? ([0, 0, null] as const) : parse(after)
  const table = TRANSFER_TABLES[index]
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
  return { entries, next: next[0] < TRANSFER_TABLES.length ? JSON.stringify(next) : null }
}

const PAGES = TRANSFER_TABLES.map(({ select, alias, key, type, scoped }) => {
  const columns = scoped ? `${alias}.tenant_id, ${alias}.${key}` : `${alias}.${key}`
  const after = scoped ? `($3::int, $1::${type})` : `$1::${type}`
  return `${select} WHERE $1::${type} IS NULL OR (${columns}) > ${after} ORDER BY ${columns} LIMIT $2`
})

function parse(after: string): Cursor {
  const cursor: unknown = JSON.parse(after)
  if (Array.isArray(cursor) && cursor.length === 3) return cursor as unknown as Cursor
  throw invalidArgument('after', 'The cursor must be one that was given with earlier entries.')
}

type Changes = { readonly entries: readonly TransferEntry[]; readonly last: number }

/** `TransferSource.changes` */
export function createChangeReader(
  database: Database,
): (query: { readonly after: number; readonly limit: number }) => Promise<Changes> {
  const numbering = createNumbering(database)
  return async ({ after, limit }) => {
    for (;;) {
      const more = await numbering.next()
      const page = await numberedChanges(database.read, after, limit)
      // Less than a page means that there are no further changes, numbered or not.
      if (page.entries.length === limit || !more) return page
    }
  }
}

async function numberedChanges(sql: Sql, after: number, limit: number): Promise<Changes> {
  const rows = await sql<{
    readonly n: number
    readonly kind: string
    readonly key: string
    readonly tenant: string | null
    readonly row: unknown
  }>(CHANGES, [after, limit])
  const entries = rows.map(({ kind, key, tenant, row }) => {
    const table = tableOf({ kind })
    return table.entryOf(table.scoped ? tenant : null, key, row)
  })
  return { entries, last: rows.at(-1)?.n ?? after }
}

/** One statement, so one snapshot. */
const CHANGES = `WITH page AS MATERIALIZED (
    SELECT n, kind, tenant_id, key FROM $schema.changes WHERE n > $1 ORDER BY n LIMIT $2)
  SELECT page.n, page.kind, page.key, t.name AS tenant, CASE page.kind
    ${TRANSFER_TABLES.map((table) => `WHEN '${table.kind}' THEN (${rowOf(table)})`).join('\n')}
    END AS row
  FROM page LEFT JOIN $schema.tenants t ON t.id = page.tenant_id ORDER BY page.n`

function rowOf({ select, alias, key, type, scoped }: TransferTable): string {
  const same = `${alias}.${key} = page.key::${type}`
  const condition = scoped ? `${same} AND ${alias}.tenant_id = page.tenant_id` : same
  return `SELECT row_to_json(found) FROM (${select} WHERE ${condition}) found`
}
