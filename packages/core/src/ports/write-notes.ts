import type { Asset } from '../assets/asset.ts'
import { auditNoteOf } from '../audit/audit-details.ts'
import type { AuditNote } from '../audit/audit-entry.ts'
import type { StoreEvent } from '../events/store-events.ts'
import { type EventNote, eventNoteOf } from '../feed/event-note.ts'
import type { PortVerb } from './port-types.ts'
import { type DoneWrite, eventsOfWrite } from './write-events.ts'

/** What a write leaves in the audit trail, in the order of `eventsInOrder`. */
export function auditNotesOf(done: DoneWrite): readonly AuditNote[] {
  return eventsInOrder(done).flatMap((event) =>
    event.type === 'tenant.erased' ? [] : [auditNoteOf(event)],
  )
}

/** The writes that may purge assets. */
const PURGING: ReadonlySet<PortVerb> = new Set(['purge', 'detach', 'detachAll', 'setAttached'])

/** The assets that a write has purged, whether it is recorded or not. */
export function purgedBy(done: DoneWrite): readonly Pick<Asset, 'id' | 'tenant'>[] {
  if (!PURGING.has(done.verb)) return []
  return eventsOfWrite(done).flatMap((event) =>
    event.type === 'asset.purged' ? [event.data.asset] : [],
  )
}

/** What a write leaves in the change feed, in the order of `eventsInOrder`. */
export function eventNotesOf(done: DoneWrite): readonly EventNote[] {
  const events = eventsInOrder(done)
  const creators = new Map<string, string | null>()
  for (const { data } of events) {
    if ('asset' in data) creators.set(data.asset.id, data.asset.createdBy)
  }
  return events.map((event) => eventNoteOf(event, creators))
}

/**
 * The events of a write, in the same order in every database: by type, then by the id of what it was done to. Databases
 * return what they changed in orders of their own. Uploads keep the order of their files.
 */
function eventsInOrder(done: DoneWrite): readonly StoreEvent[] {
  const events = eventsOfWrite(done)
  if (done.verb === 'insert' || events.length < 2) return events
  const types = [...new Set(events.map(({ type }) => type))]
  return events.toSorted((a, b) => {
    const byType = types.indexOf(a.type) - types.indexOf(b.type)
    const [one, other] = [idOf(a), idOf(b)]
    if (byType !== 0 || one === other) return byType
    return one < other ? -1 : 1
  })
}

/** The id of what an event happened to. */
function idOf(event: StoreEvent): string {
  const { assetId, detail } = auditNoteOf(event)
  return assetId ?? String(detail.id ?? '')
}
