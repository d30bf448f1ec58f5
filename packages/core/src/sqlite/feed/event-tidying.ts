import { lowestEventId } from '../../feed/event-id.ts'
import type { EventRecords } from '../../feed/event-records.ts'
import { retentionEnd } from '../../maintenance/sweep-record.ts'
import { trustedSweeps } from '../leases/sweep-writes.ts'
import type { Transaction } from '../tenants/transaction.ts'
import { deleteDataFrom, type PurgedFrom } from './event-writes.ts'

/** `EventRecords.prune` */
export function pruneEvents(
  { sql, now }: Transaction,
  { olderThan, limit }: Parameters<EventRecords['prune']>[0],
): number {
  const end = retentionEnd(trustedSweeps(sql), now, olderThan)
  if (end === null) return 0
  return Number(sql(PRUNE).run(lowestEventId(end), limit).changes)
}

const PRUNE =
  'DELETE FROM events WHERE id IN (SELECT id FROM events WHERE id < ? ORDER BY id LIMIT ?)'

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
