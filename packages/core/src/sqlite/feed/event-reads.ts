import { type EventCells, eventOfCells } from '../../feed/event-cells.ts'
import {
  type EventQuery,
  type EventRecords,
  type EventsRead,
  eventLooks,
  type FeedOf,
  type FeedPosition,
} from '../../feed/event-records.ts'
import type { EventRecord } from '../../feed/feed-event.ts'
import type { Sql, SqliteValue } from '../driver/client.ts'

/** A row of `events` with the name of its tenant. */
export interface EventRow extends EventCells {
  readonly data: string | null
  readonly is_purged: number
}

interface Narrow {
  readonly n: number
  readonly id: string
  readonly type: string
}

/** Not the data that a purge has left for now. */
const COLUMNS = `x.n, x.id, t.name AS tenant, x.at, x.type, x.asset_id, x.created_by, x.actor, x.is_purged,
  CASE WHEN x.type = 'asset.purged' OR NOT EXISTS (SELECT 1 FROM events m WHERE m.is_purged = 1
    AND m.asset_id = x.asset_id AND m.tenant_id = x.tenant_id AND m.n <= x.n) THEN x.data END AS data`
const JOINED = 'LEFT JOIN tenants t ON t.id = x.tenant_id'

/** `EventRecords.since`. Each query reads a range of one index, in its order. */
export function listEvents(sql: Sql, query: EventQuery): EventsRead {
  const { types, limit } = query
  if (types === undefined) {
    const { from, values } = rangeOf(query)
    const rows = sql<EventRow>(
      `SELECT ${COLUMNS} FROM events x ${from.index} ${JOINED} WHERE ${from.where} ORDER BY x.n LIMIT ?`,
    ).all(...values, limit)
    return readOf(rows, rows.at(-1), rows.length < limit)
  }
  const { wanted, last, isEnd } = walk(sql, { ...query, types })
  const rows = sql<EventRow>(
    `SELECT ${COLUMNS} FROM events x ${JOINED}
      WHERE x.n IN (SELECT value FROM json_each(?)) ORDER BY x.n`,
  ).all(JSON.stringify(wanted.map(({ n }) => n)))
  return readOf(rows, last, isEnd)
}

/** Finds the events of some types. */
function walk(sql: Sql, query: EventQuery & Required<Pick<EventQuery, 'types'>>) {
  const { types, limit } = query
  const wanted: Narrow[] = []
  let last: Narrow | undefined
  for (const count of eventLooks(limit)) {
    const { from, values } = rangeOf({ ...query, after: positionOf(last)?.position ?? query.after })
    const seen = sql<Narrow>(
      `SELECT x.n, x.id, x.type FROM events x ${from.index} WHERE ${from.where} ORDER BY x.n LIMIT ?`,
    ).all(...values, count)
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

function readOf(rows: readonly EventRow[], last: Narrow | undefined, isEnd: boolean): EventsRead {
  return { events: rows.map(eventOfRow), last: positionOf(last), isEnd }
}

function positionOf(row: Pick<Narrow, 'n' | 'id'> | undefined): FeedPosition | null {
  return row === undefined ? null : { id: row.id, position: String(row.n) }
}

/** `EventRecords.find` */
export function findEvent(
  sql: Sql,
  { id, ...feed }: Parameters<EventRecords['find']>[0],
): FeedPosition | null {
  const { conditions, values } = conditionsOf(feed)
  const where = ['x.id = ?', ...conditions].join(' AND ')
  return positionOf(sql<Narrow>(`SELECT x.n, x.id FROM events x WHERE ${where}`).get(id, ...values))
}

/** `EventRecords.latest` */
export function latestEvent(sql: Sql, feed: FeedOf): FeedPosition | null {
  const { from, values } = rangeOf({ ...feed, after: null })
  const text = `SELECT x.n, x.id FROM events x ${from.index} WHERE ${from.where} ORDER BY x.n DESC LIMIT 1`
  return positionOf(sql<Narrow>(text).get(...values))
}

/** The index that has the events of a query together, and its conditions. */
function rangeOf(query: Pick<EventQuery, 'tenant' | 'scope' | 'assetId' | 'after'>) {
  const { tenant, scope = null, assetId, after } = query
  const { conditions, values } = conditionsOf(query)
  if (assetId !== undefined) {
    conditions.push('x.asset_id = ?')
    values.push(assetId)
  }
  conditions.push('x.n > ?')
  values.push(Number(after ?? 0))
  return {
    from: { index: indexOf({ tenant, scope, assetId }), where: conditions.join(' AND ') },
    values,
  }
}

function indexOf({
  tenant,
  scope,
  assetId,
}: Pick<EventQuery, 'tenant' | 'scope'> & { readonly assetId: string | undefined }): string {
  if (assetId !== undefined) return 'INDEXED BY events_asset'
  if (tenant === null) return 'NOT INDEXED'
  return scope === null ? 'INDEXED BY events_tenant' : 'INDEXED BY events_creator'
}

function conditionsOf({ tenant, scope = null }: FeedOf) {
  const conditions: string[] = []
  const values: SqliteValue[] = []
  if (tenant !== null) {
    conditions.push('x.tenant_id = (SELECT id FROM tenants WHERE name = ?)')
    values.push(tenant)
  }
  if (scope !== null) {
    conditions.push('x.created_by IS ?', 'x.asset_id IS NOT NULL')
    values.push(scope.createdBy)
  }
  return { conditions, values }
}

/** The event of a row. */
export function eventOfRow(row: EventRow): EventRecord {
  const data = row.data === null ? null : (JSON.parse(row.data) as object)
  return eventOfCells(row, { data, isPurged: row.is_purged === 1 })
}
