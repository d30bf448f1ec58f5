import { cursorExpired } from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'

type Events = MetadataStore['events']
type Position = Awaited<ReturnType<Events['find']>>

/** The change feed of two databases, of which a move makes one. */
interface SwitchingEvents {
  readonly from: MetadataStore
  /** A read of whichever database is in use. */
  read<Result>(call: (metadata: MetadataStore) => Promise<Result>): Promise<Result>
}

/**
 * The reads of events of a store that moves. A position in the feed of a tenant is the same in both databases. That in the
 * feed of all tenants is not: it names its database and its event, and the new database finds the event again.
 * `cursor_expired` when that one has forgotten it meanwhile.
 */
export function switchingEvents({
  from,
  read,
}: SwitchingEvents): Pick<Events, 'since' | 'find' | 'latest'> {
  const sideOf = (metadata: MetadataStore): string => (metadata === from ? 'from' : 'to')

  function told(metadata: MetadataStore, found: Position): Position {
    if (found === null) return null
    const { id, position } = found
    return { id, position: `${sideOf(metadata)} ${id} ${position}` }
  }

  async function positionIn(metadata: MetadataStore, after: string): Promise<string> {
    const [side, id = '', ...position] = after.split(' ')
    if (side === sideOf(metadata)) return position.join(' ')
    const found = await metadata.events.find({ tenant: null, id })
    if (found === null) throw cursorExpired()
    return found.position
  }

  return {
    since: (query) =>
      read(async (metadata) => {
        const { events } = metadata
        if (query.tenant !== null) return events.since(query)
        const { after } = query
        const position = after === null ? null : await positionIn(metadata, after)
        const found = await events.since(Object.assign({}, query, { after: position }))
        return { ...found, last: told(metadata, found.last) }
      }),
    find: (query) =>
      read(async (metadata) => {
        const found = await metadata.events.find(query)
        return query.tenant === null ? told(metadata, found) : found
      }),
    latest: (query) =>
      read(async (metadata) => {
        const found = await metadata.events.latest(query)
        return query.tenant === null ? told(metadata, found) : found
      }),
  }
}
