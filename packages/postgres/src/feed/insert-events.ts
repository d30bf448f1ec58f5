import {
  type DoneWrite,
  type EventNote,
  eventIdTail,
  eventNotesOf,
  type Recorded,
} from '@stowage/core/internal'
import { EVENT_RANK } from '../schema/tables/past.ts'

/** An event to store, and who caused it. */
export interface NotedEvent extends EventNote {
  readonly actor: string | null
}

/** The events of writes whose requests ask for it, in this order. */
export function notedEvents(writes: readonly DoneWrite[]): readonly NotedEvent[] {
  return writes.flatMap((done) => {
    const by = (done.request as Recorded | undefined)?.record
    if (!by?.events) return []
    return eventNotesOf(done).map((note) => Object.assign({}, note, { actor: by.actor }))
  })
}

/** The number of a tenant that has endpoints to be told of its new events. */
export interface ToldTenant {
  readonly tenant_id: number
}

/**
 * The parameters of `insertEventsSql`. For the events of new assets, whose creators and tenants are known: `tenants` has
 * the numbers of theirs, by name.
 */
export function insertedEvents(
  events: readonly NotedEvent[],
  tenants: ReadonlyMap<string, { readonly id: number }>,
): readonly (readonly unknown[])[] {
  const tenantIds = events.map(({ tenant }) => tenants.get(tenant ?? '')?.id)
  return [
    events.map(() => eventIdTail()),
    tenantIds,
    events.map(({ type }) => type),
    events.map(({ assetId }) => assetId),
    events.map(({ createdBy }) => createdBy ?? null),
    events.map(({ actor }) => actor),
    events.map(({ data }) => data),
  ]
}

/**
 * A step of a `WITH` that stores events, whose parameters begin with `$first`, and the query of the `ToldTenant`s among
 * their tenants, which may name one several times. As `storeEvents` does, without anything to look up:
 * planning the look-ups would cost a batch of uploads more than the events. Columns are arrays, which are parsed once.
 */
export function insertEventsSql(first: number): { readonly step: string; readonly select: string } {
  const types = ['text', 'int', 'text', 'uuid', 'text', 'text', 'json']
  const columns = types.map((type, index) => `$${first + index}::${type}[]`).join(', ')
  return {
    step: `told AS (
    INSERT INTO $schema.events (rank, id, tenant_id, at, type, asset_id, created_by, actor, data)
    SELECT ${EVENT_RANK}, (lpad(to_hex(clock.now / 1000), 12, '0') || x.tail)::uuid, x.tenant_id, clock.now, x.type,
        x.asset_id, x.created_by, x.actor, x.data
      FROM (SELECT $now AS now) AS clock, unnest(${columns}) WITH ORDINALITY
        AS x (tail, tenant_id, type, asset_id, created_by, actor, data, position) ORDER BY x.position)`,
    select: `SELECT w.tenant_id FROM $schema.webhooks w
    WHERE w.tenant_id = ANY($${first + 1}::int[]) AND w.state = 'enabled'`,
  }
}
