import { invalidArgument } from '../../errors/invalid-argument.ts'
import { recordingEnded } from '../../errors/metadata-errors.ts'
import type { TransferEntry } from '../../ports/transfer.ts'
import type { Sql } from '../driver/client.ts'
import { sourceRow } from './transfer-state.ts'
import { TRANSFER_TABLES, tableOf } from './transfer-tables.ts'

/** A row of any of the tables, with the columns that `select` adds. */
type Row = Readonly<Record<string, string | number | null>>

/** The next table, and the row after which to continue. */
type Cursor = readonly [table: number, tenantId: number, key: string]

/** `TransferSource.entries`: one table after the other, each in the order of its key. */
export function entriesAfter(
  sql: Sql,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): { readonly entries: readonly TransferEntry[]; readonly next: string | null } {
  const [index, tenantId, key] = after === null ? ([0, 0, ''] as const) : parse(after)
  const table = TRANSFER_TABLES[index]
  if (table === undefined) return { entries: [], next: null }
  const rows = table.scoped
    ? sql<Row>(
        `${table.select} WHERE (x.tenant_id, x.${table.key}) > (?, ?)
          ORDER BY x.tenant_id, x.${table.key} LIMIT ?`,
      ).all(tenantId, key, limit)
    : sql<Row>(
        `${table.select} WHERE x.${table.key} > ${table.parameter}
          ORDER BY x.${table.key} LIMIT ?`,
      ).all(key, limit)
  const entries = rows.map((row) =>
    table.entryOf(table.scoped ? String(row.tenant) : null, String(row[table.key]), row),
  )
  const last = rows.at(-1)
  const next: Cursor =
    last === undefined || rows.length < limit
      ? [index + 1, 0, '']
      : [index, table.scoped ? Number(last.tenant_id) : 0, String(last[table.key])]
  return { entries, next: next[0] < TRANSFER_TABLES.length ? JSON.stringify(next) : null }
}

function parse(after: string): Cursor {
  const cursor: unknown = JSON.parse(after)
  if (Array.isArray(cursor) && cursor.length === 3) return cursor as unknown as Cursor
  throw invalidArgument('after', 'The cursor must be one that was given with earlier entries.')
}

/** `TransferSource.changes` */
export function changesAfter(
  sql: Sql,
  { after, limit }: { readonly after: number; readonly limit: number },
): { readonly entries: readonly TransferEntry[]; readonly last: number } {
  assertRecorded(sql)
  const changes = sql<{ n: number; kind: string; tenant_id: number; key: string }>(
    'SELECT n, kind, tenant_id, key FROM changes WHERE n > ? ORDER BY n LIMIT ?',
  ).all(after, limit)
  const entries = changes.map(({ kind, tenant_id, key }) => {
    const table = tableOf({ kind })
    if (!table.scoped) {
      const row = sql<Row>(`${table.select} WHERE x.${table.key} = ?`).get(key)
      return table.entryOf(null, key, row)
    }
    const tenant = sql<{ name: string }>('SELECT name FROM tenants WHERE id = ?').get(tenant_id)
    const text = `${table.select} WHERE x.tenant_id = ? AND x.${table.key} = ?`
    return table.entryOf(tenant?.name ?? '', key, sql<Row>(text).get(tenant_id, key))
  })
  return { entries, last: changes.at(-1)?.n ?? after }
}

/** Approximate bytes of a row of `changes` and its index entry. */
const BYTES_PER_CHANGE = 200

/**
 * `TransferSource.recordedBytes`. Estimates by the first and the last number, although some between them may
 * be gone.
 */
export function recordedBytes(sql: Sql): number {
  if (!isRecorded(sql)) return 0
  const text = `SELECT coalesce((SELECT max(n) FROM changes) - (SELECT min(n) FROM changes) + 1, 0) AS changes`
  return (sql<{ changes: number }>(text).get()?.changes ?? 0) * BYTES_PER_CHANGE
}

function isRecorded(sql: Sql): boolean {
  return sourceRow(sql)?.moved === 0
}

function assertRecorded(sql: Sql): void {
  if (!isRecorded(sql)) throw recordingEnded()
}
