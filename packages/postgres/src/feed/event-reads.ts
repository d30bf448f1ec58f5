import {
  type EventCells,
  type EventQuery,
  type EventRecord,
  type EventRecords,
  type EventsRead,
  eventLooks,
  eventOfCells,
  type FeedOf,
  type FeedPosition,
} from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { isUuid } from '../schema/asset-id.ts'

/** A row of `events` with the name of its tenant. */
export interface EventRow extends EventCells {
  readonly rank: number
  readonly data: object | null
  readonly is_purged: boolean
}

type Narrow = Pick<EventRow, 'n' | 'rank' | 'id' | 'type'>

/** Not the data that a purge has left for now. */
const COLUMNS = `x.n, x.rank, x.id, t.name AS tenant, x.at, x.type, x.asset_id, x.created_by, x.actor, x.is_purged,
  CASE WHEN x.type = 'asset.purged' OR NOT EXISTS (SELECT FROM $schema.events m WHERE m.is_purged
    AND m.asset_id = x.asset_id AND m.tenant_id = x.tenant_id AND m.n <= x.n) THEN x.data END AS data`
const JOINED = 'LEFT JOIN $schema.tenants t ON t.id = x.tenant_id'

/** Selects an `EventRow`; a `WHERE` follows. */
export const SELECT_EVENT: string = `SELECT t.name AS tenant, x.* FROM $schema.events x ${JOINED}`

/** `EventRecords.since`. Each query reads a range of one index, in its order. */
export async function listEvents(sql: Sql, query: EventQuery): Promise<EventsRead> {
  const { types, assetId, limit } = query
  if (assetId !== undefined && !isUuid(assetId)) return { events: [], last: null, isEnd: true }
  if (types === undefined) {
    const { text, values } = selection(COLUMNS, JOINED, query)
    const rows = await sql<EventRow>(text, [...values, limit])
    return readOf(query, rows, rows.at(-1), rows.length < limit)
  }
  const { wanted, last, isEnd } = await walk(sql, { ...query, types })
  const found =
    wanted.length === 0
      ? []
      : await sql<EventRow>(
          `SELECT ${COLUMNS} FROM $schema.events x ${JOINED} WHERE x.n = ANY($1::bigint[])`,
          [wanted.map(({ n }) => n)],
        )
  const byNumber = new Map(found.map((row) => [row.n, row]))
  const rows = wanted.flatMap(({ n }) => byNumber.get(n) ?? [])
  return readOf(query, rows, last, isEnd)
}

/** Finds the events of some types. */
async function walk(sql: Sql, query: EventQuery & Required<Pick<EventQuery, 'types'>>) {
  const { types, limit } = query
  const wanted: Narrow[] = []
  let last: Narrow | undefined
  for (const count of eventLooks(limit)) {
    const after = positionOf(query, last)?.position ?? query.after
    const { text, values } = selection('x.n, x.rank, x.id, x.type', '', { ...query, after })
    const seen = await sql<Narrow>(text, [...values, count])
    for (const event of seen) {
      last = event
      if (types.includes(event.type) && wanted.push(event) === limit) {
        return { wanted, last, isEnd: event === seen.at(-1) && seen.length < count }
      }
    }
    if (seen.length < count) return { wanted, last, isEnd: true }
  }
  return { wanted, last, isEnd: false }
}

/** The text that selects events in the order of a feed. The last parameter is how many at most. */
function selection(columns: string, joined: string, query: EventQuery) {
  const { where, order, values } = rangeOf(query)
  const sorted = order.map((column) => `x.${column}`).join(', ')
  const text = `SELECT ${columns} FROM $schema.events x ${joined} WHERE ${where} ORDER BY ${sorted} LIMIT $${values.length + 1}`
  return { text, values }
}

function readOf(
  feed: FeedOf,
  rows: readonly EventRow[],
  last: Narrow | undefined,
  isEnd: boolean,
): EventsRead {
  return { events: rows.map(eventOfRow), last: positionOf(feed, last), isEnd }
}

/** In the feed of all tenants the transaction comes first. */
function positionOf(
  { tenant }: FeedOf,
  row: Omit<Narrow, 'type'> | undefined,
): FeedPosition | null {
  if (row === undefined) return null
  const { id, n, rank } = row
  return { id, position: tenant === null ? `${rank} ${n}` : String(n) }
}

/** `EventRecords.find` */
export async function findEvent(
  sql: Sql,
  { id, ...feed }: Parameters<EventRecords['find']>[0],
): Promise<FeedPosition | null> {
  if (!isUuid(id)) return null
  const { conditions, values } = conditionsOf(feed)
  const where = [...conditions, `x.id = $${values.length + 1}::uuid`].join(' AND ')
  const text = `SELECT x.n, x.rank, x.id FROM $schema.events x WHERE ${where}`
  const [row] = await sql<Narrow>(text, [...values, id])
  return positionOf(feed, row)
}

/** `EventRecords.latest` */
export async function latestEvent(sql: Sql, feed: FeedOf): Promise<FeedPosition | null> {
  const { where, order, values } = rangeOf({ ...feed, after: null })
  const sorted = order.map((column) => `x.${column} DESC`).join(', ')
  const text = `SELECT x.n, x.rank, x.id FROM $schema.events x WHERE ${where} ORDER BY ${sorted} LIMIT 1`
  const [row] = await sql<Narrow>(text, values)
  return positionOf(feed, row)
}

/** Transactions that are over, as are all that began to write before them. */
const OVER = 'x.rank < pg_snapshot_xmin(pg_current_snapshot())::text::bigint'

/** The conditions of a query, and the columns of the index that has its events together. */
function rangeOf(query: Pick<EventQuery, 'tenant' | 'scope' | 'assetId' | 'after'>) {
  const { tenant, scope = null, assetId, after } = query
  const { conditions, values } = conditionsOf(query)
  const add = (value: unknown): string => `$${values.push(value)}`
  if (assetId !== undefined) conditions.push(`x.asset_id = ${add(assetId)}::uuid`)
  if (tenant === null) {
    const [rank = 0, n = 0] = after?.split(' ').map(Number) ?? []
    conditions.push(OVER, `(x.rank, x.n) > (${add(rank)}::bigint, ${add(n)}::bigint)`)
  } else conditions.push(`x.n > ${add(Number(after ?? 0))}::bigint`)
  return { where: conditions.join(' AND '), order: orderOf({ tenant, scope, assetId }), values }
}

function orderOf({
  tenant,
  scope,
  assetId,
}: Pick<EventQuery, 'tenant' | 'scope'> & {
  readonly assetId: string | undefined
}): readonly string[] {
  if (tenant === null) return ['rank', 'n']
  if (assetId !== undefined) return ['asset_id', 'n']
  return scope === null ? ['tenant_id', 'n'] : ['tenant_id', 'created_by', 'n']
}

function conditionsOf({ tenant, scope = null }: FeedOf) {
  const conditions: string[] = []
  const values: unknown[] = []
  if (tenant !== null) {
    conditions.push(
      `x.tenant_id = (SELECT id FROM $schema.tenants WHERE name = $${values.push(tenant)})`,
    )
  }
  if (scope !== null) {
    conditions.push('x.asset_id IS NOT NULL')
    if (scope.createdBy === null) conditions.push('x.created_by IS NULL')
    else conditions.push(`x.created_by = $${values.push(scope.createdBy)}`)
  }
  return { conditions, values }
}

/** The event of a row. */
export function eventOfRow(row: EventRow): EventRecord {
  return eventOfCells(row, { data: row.data, isPurged: row.is_purged })
}
