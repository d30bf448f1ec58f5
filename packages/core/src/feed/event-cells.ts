import type { StoreEventType } from '../events/store-events.ts'
import { formatTimestamp, type Micros } from '../time/timestamp.ts'
import { eventDataOf } from './event-data.ts'
import type { EventRecord } from './feed-event.ts'

/** A row of `events` with the name of its tenant, without the columns that each database keeps in its own way. */
export interface EventCells {
  readonly n: number
  readonly id: string
  readonly tenant: string | null
  readonly at: Micros
  readonly type: string
  readonly asset_id: string | null
  readonly created_by: string | null
  readonly actor: string | null
}

/** The event of a row, and of the columns that each database keeps in its own way, parsed. */
export function eventOfCells(
  row: EventCells,
  { data, isPurged }: Pick<EventRecord, 'data' | 'isPurged'>,
): EventRecord {
  return {
    number: row.n,
    id: row.id,
    tenant: row.tenant,
    at: formatTimestamp(row.at),
    type: row.type as StoreEventType,
    assetId: row.asset_id,
    createdBy: row.created_by,
    actor: row.actor,
    data: data && eventDataOf(data),
    isPurged,
  }
}
