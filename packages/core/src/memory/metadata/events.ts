import type { AssetRecord } from '../../assets/asset.ts'
import { isInScope } from '../../assets/asset-scope.ts'
import type { Recorded } from '../../events/recorded.ts'
import { eventDataOf } from '../../feed/event-data.ts'
import { eventIdAt, lowestEventId } from '../../feed/event-id.ts'
import {
  type EventRecords,
  type FeedOf,
  type FeedPosition,
  NOTHING_PRUNED,
} from '../../feed/event-records.ts'
import type { EventRecord } from '../../feed/feed-event.ts'
import { retentionEnd } from '../../maintenance/sweep-record.ts'
import type { DoneWrite } from '../../ports/write-events.ts'
import { eventNotesOf, purgedBy } from '../../ports/write-notes.ts'
import { formatTimestamp } from '../../time/timestamp.ts'
import type { MemoryContext } from './context.ts'
import type { MemorySweeps } from './sweeps.ts'
import type { MemoryTable } from './transfer-tables.ts'

/** The change feed of a memory store, and what writes to it. */
interface MemoryEvents {
  readonly events: EventRecords
  /**
   * Adds what a write did, if its request asks for it, and deletes the data of purged assets. Returns the tenants that
   * have new events.
   */
  add(done: DoneWrite): ReadonlySet<string>
  /** What a transfer moves. */
  readonly table: MemoryTable<'event'>
}

export function createMemoryEvents(
  { clock, assertOpen, assertWritable }: MemoryContext,
  {
    sweeps,
    assets,
  }: { readonly sweeps: MemorySweeps; readonly assets: ReadonlyMap<string, AssetRecord> },
): MemoryEvents {
  const events = new Map<number, EventRecord>()
  let last = 0

  function feedOf({ tenant, scope }: FeedOf): readonly EventRecord[] {
    return [...events.values()]
      .filter((event) => tenant === null || event.tenant === tenant)
      .filter((event) => scope == null || (event.assetId !== null && isInScope(event, scope)))
      .sort((a, b) => a.number - b.number)
  }

  /** Deletes the data of the events of an asset from this one on. */
  function deleteDataFrom(number: number, tenant: string | null, assetId: string | null): void {
    for (const event of feedOf({ tenant })) {
      if (event.assetId !== assetId || event.number < number) continue
      if (event.type === 'asset.purged') continue
      events.set(event.number, { ...event, data: null, isPurged: false })
    }
  }

  const marks = () => [...events.values()].filter(({ isPurged }) => isPurged)

  return {
    events: {
      async since({ types, assetId, after, limit, ...feed }) {
        assertOpen()
        const found = feedOf(feed)
          .filter(({ number }) => number > Number(after ?? 0))
          .filter((event) => assetId === undefined || event.assetId === assetId)
        const wanted = found.filter(({ type }) => types?.includes(type) ?? true)
        const page = wanted.slice(0, limit)
        const isEnd = wanted.length < limit
        const marked = marks()
        return {
          events: page.map((event) => {
            const isLeft = marked.some(
              (mark) => mark.assetId === event.assetId && mark.number <= event.number,
            )
            return isLeft && event.type !== 'asset.purged' ? { ...event, data: null } : event
          }),
          last: positionOf(isEnd ? found.at(-1) : page.at(-1)),
          isEnd,
        }
      },
      async find({ id, ...feed }) {
        assertOpen()
        return positionOf(feedOf(feed).find((event) => event.id === id))
      },
      async latest(feed) {
        assertOpen()
        return positionOf(feedOf(feed).at(-1))
      },
      async prune({ olderThan, after, limit }) {
        assertWritable()
        const time = retentionEnd(sweeps.trusted(), clock(), olderThan)
        if (time === null) return NOTHING_PRUNED
        const end = lowestEventId(time)
        const old = [...events.values()]
          .filter(({ id }) => id > (after ?? '') && id < end)
          .sort((a, b) => (a.id < b.id ? -1 : 1))
          .slice(0, limit)
        const isGone = ({ tenant, number }: EventRecord) => {
          const later = [...events.values()].filter(
            (each) => each.tenant === tenant && each.number > number,
          )
          const [next] = later.sort((a, b) => a.number - b.number)
          return next !== undefined && next.id < end
        }
        const gone = old.filter(isGone)
        for (const event of old) {
          if (gone.includes(event)) events.delete(event.number)
          else events.set(event.number, { ...event, data: null })
        }
        return { pruned: gone.length, next: old.length < limit ? null : (old.at(-1)?.id ?? null) }
      },
      async tidy() {
        assertWritable()
        for (const { number, tenant, assetId } of marks()) deleteDataFrom(number, tenant, assetId)
        return false
      },
    },

    add(done) {
      const tenants = new Set<string>()
      const by = (done.request as Recorded | undefined)?.record
      const now = clock()
      for (const note of by?.events ? eventNotesOf(done) : []) {
        const { tenant, type, assetId, data } = note
        const asset = assetId === null ? undefined : assets.get(assetId)
        const { createdBy = asset?.createdBy ?? null } = note
        if (tenant !== null) tenants.add(tenant)
        last += 1
        events.set(last, {
          number: last,
          id: eventIdAt(now),
          type,
          at: formatTimestamp(now),
          tenant,
          assetId,
          createdBy,
          actor: by?.actor ?? null,
          data: eventDataOf(JSON.parse(data) as object),
          isPurged: false,
        })
      }
      for (const { id, tenant } of purgedBy(done)) deleteDataFrom(0, tenant, id)
      return tenants
    },

    table: {
      rows: () => [...events].map(([number, event]) => [null, String(number), event]),
      set(_tenant, key, event) {
        const number = Number(key)
        if (event === null) events.delete(number)
        else events.set(number, event)
        last = Math.max(last, number)
      },
    },
  }
}

function positionOf(event: EventRecord | undefined): FeedPosition | null {
  return event === undefined ? null : { id: event.id, position: String(event.number) }
}
