import type { AssetScope } from '../assets/asset-scope.ts'
import type { EventRecord } from './feed-event.ts'

/** Which feed: that of a tenant, or of all tenants (`null`). */
export interface FeedOf {
  readonly tenant: string | null
  /** Only events of assets within it. Default: all. */
  readonly scope?: AssetScope | null
}

/** Which part of which feed. */
export interface EventQuery extends FeedOf {
  /** Default: of every type. */
  readonly types?: readonly string[]
  /** Default: about anything. */
  readonly assetId?: string
  /** Those that come after this position. `null`: from the oldest that is kept. */
  readonly after: string | null
  /** 1 … 1000. */
  readonly limit: number
}

/** A part of a feed. */
export interface EventsRead {
  /** In the order of their commits. */
  readonly events: readonly EventRecord[]
  /** The last event that was looked at, whether it is one of these or not; `null`: there was none. */
  readonly last: FeedPosition | null
  /** Whether the feed ends here, for now. */
  readonly isEnd: boolean
}

/** An event as a position in a feed. */
export interface FeedPosition {
  readonly id: string
  /** What to pass as `after`. In a form of the database's own, for the same feed. */
  readonly position: string
}

/** Which events to forget. */
export interface PruneEventsRequest {
  /** Milliseconds. */
  readonly olderThan: number
  /** The `next` of the call before. `null`: from the oldest. */
  readonly after: string | null
  /** At most how many are looked at. 1 … 10,000. */
  readonly limit: number
}

/** What `prune` did. */
export interface PrunedEvents {
  /** How many were forgotten. */
  readonly pruned: number
  /** Continues; `null`: no others are so old. */
  readonly next: string | null
}

/** When nothing is so old, or the clock is not trusted. */
export const NOTHING_PRUNED: PrunedEvents = { pruned: 0, next: null }

/**
 * What happened, in the order of the commits: role `events` of a `MetadataStore`, whose rules hold for every method.
 * Writes of the other roles add to it in their own transaction, when the `record` of their request says so. The
 * transaction that purges an asset deletes `data` of its events, except of `asset.purged`; if there are very many, it
 * deletes some, and none of the others is told.
 *
 * The feed of all tenants has every event exactly once too. On PostgreSQL an event waits there until every transaction
 * that began to write before it has ended.
 */
export interface EventRecords {
  /** In the order of their commits. Looks at a bounded number of events: `events` may be empty before the end. */
  since(query: EventQuery): Promise<EventsRead>
  /** The position of this event in the feed; `null` when the feed does not have it, or no longer. */
  find(query: FeedOf & { readonly id: string }): Promise<FeedPosition | null>
  /** The last event of the feed; `null`: it is empty. */
  latest(query: FeedOf): Promise<FeedPosition | null>
  /**
   * Looks at events that are older than this many milliseconds, the oldest first, and forgets them. Of each tenant the
   * last one that is so old stays, without its `data`: what has happened since can still be read from there. The age is
   * measured as for `assets.purge`.
   */
  prune(request: PruneEventsRequest): Promise<PrunedEvents>
  /**
   * Deletes `data` of at most `limit` events of purged assets that their purges left, and puts in order what another
   * cluster of the database wrote. Resolves to whether there may be more.
   */
  tidy(request: { readonly limit: number }): Promise<boolean>
}

/** How many events of its assets one purge deletes the data of. The others are left to `tidy`. */
export const PURGED_EVENTS = 10_000

/** Events that one call walks over when only some types are wanted. */
const EVENTS_PER_LOOK = 2000

/** How many events a call for so many of some types walks over: first, and then if too few of them are wanted. */
export function eventLooks(limit: number): readonly number[] {
  const first = Math.min(2 * limit + 10, EVENTS_PER_LOOK)
  return first === EVENTS_PER_LOOK ? [first] : [first, EVENTS_PER_LOOK - first]
}
