import { lowestEventId } from '../../feed/event-id.ts'
import {
  type EventRecords,
  NOTHING_PRUNED,
  type PrunedEvents,
  type PruneEventsRequest,
} from '../../feed/event-records.ts'
import { retentionEnd } from '../../maintenance/sweep-record.ts'
import { trustedSweeps } from '../leases/sweep-writes.ts'
import type { Transaction } from '../tenants/transaction.ts'
import { deleteDataFrom, type PurgedFrom } from './event-writes.ts'

interface OldEvent {
  readonly n: number
  readonly id: string
  /** The id of the next event of its tenant. */
  readonly next_id: string | null
  readonly has_data: 0 | 1
}

/** `EventRecords.prune` */
export function pruneEvents(
  { sql, now }: Transaction,
  { olderThan, after, limit }: PruneEventsRequest,
): PrunedEvents {
  const time = retentionEnd(trustedSweeps(sql), now, olderThan)
  if (time === null) return NOTHING_PRUNED
  const end = lowestEventId(time)
  const old = sql<OldEvent>(OLD).all(after ?? '', end, limit)
  const isGone = ({ next_id: next }: OldEvent) => next !== null && next < end
  const gone = old.filter(isGone)
  for (const { n } of gone) sql('DELETE FROM events WHERE n = ?').run(n)
  for (const event of old) {
    if (event.has_data === 1 && !isGone(event)) sql(EMPTY).run(event.n)
  }
  return { pruned: gone.length, next: old.length < limit ? null : (old.at(-1)?.id ?? null) }
}

const OLD = `SELECT e.n, e.id, e.data IS NOT NULL AS has_data, (
    SELECT m.id FROM events m INDEXED BY events_tenant WHERE m.tenant_id IS e.tenant_id AND m.n > e.n
      ORDER BY m.n LIMIT 1) AS next_id
  FROM events e INDEXED BY events_id WHERE e.id > ? AND e.id < ? ORDER BY e.id LIMIT ?`
const EMPTY = 'UPDATE events SET data = NULL WHERE n = ?'

/** Assets of which one call deletes the data of events. */
const ASSETS = 100

/** `EventRecords.tidy` */
export function tidyEvents(
  { sql }: Transaction,
  { limit }: Parameters<EventRecords['tidy']>[0],
): boolean {
  const purged = sql<PurgedFrom>(
    `SELECT asset_id, tenant_id, n FROM events
      WHERE is_purged = 1 AND asset_id > '' ORDER BY asset_id LIMIT ?`,
  ).all(ASSETS)
  let left = limit
  for (const from of purged) {
    if (left > 0) left -= deleteDataFrom(sql, from, left)
  }
  return purged.length === ASSETS || left === 0
}
