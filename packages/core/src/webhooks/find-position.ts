import { cursorExpired } from '../errors/feed-errors.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import { parseTimestamp } from '../time/timestamp.ts'

type Events = MetadataStore['events']

/** The position of the event of this id in the feed of the tenant. `cursor_expired`. */
export async function positionOfEvent(events: Events, tenant: string, id: string): Promise<string> {
  const found = await events.find({ tenant, id })
  if (found === null) throw cursorExpired()
  return found.position
}

/**
 * The position before the first event of the tenant at this moment or later; `null`: before all that are kept. Halves
 * the feed until it is found, by the numbers of the events.
 */
export async function positionBefore(
  events: Events,
  tenant: string,
  moment: Date,
): Promise<string | null> {
  const wanted = moment.getTime() * 1000
  const latest = await events.latest({ tenant })
  const oldest = await numberAfter(null)
  if (latest === null || oldest === null) return null
  // Every event up to `low` is earlier, and the first one after `high` is not.
  let [low, high] = [oldest.number - 1, Number(latest.position)]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const next = await numberAfter(String(middle))
    if (next !== null && parseTimestamp(next.at) < wanted) low = next.number
    else high = middle
  }
  return String(low)

  async function numberAfter(after: string | null) {
    return (await events.since({ tenant, after, limit: 1 })).events[0] ?? null
  }
}
