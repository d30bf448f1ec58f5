import type { StoreEventType } from '../events/store-events.ts'
import type { CallOptions } from '../options/call-options.ts'
import type { FeedEvent } from './feed-event.ts'

/** Which events of a feed. */
export interface EventFilter extends CallOptions {
  /** Only events of these types, at least one. Default: all. */
  readonly types?: readonly StoreEventType[]
  /** Only events of this asset, even if it has been purged. Default: of anything. */
  readonly assetId?: string
}

/** Options of `ChangeFeed.since`. */
export interface EventsSinceOptions extends EventFilter {
  /** 1 … 1000. Default 100. */
  readonly limit?: number
}

/** Options of `ChangeFeed.follow`. */
export interface FollowEventsOptions extends EventFilter {
  /** The id of an event: those after it. `null`: from the oldest that is kept. Default: from now on. */
  readonly after?: string | null
}

/** A part of a change feed. */
export interface EventsPage {
  /** In the order of their commits. */
  readonly events: readonly FeedEvent[]
  /**
   * What to pass to the next call: the id of the last event that was looked at, or the cursor of this call. `null` only
   * for a feed that had no event yet.
   */
  readonly next: string | null
  /** Whether the feed goes on already. A page may be empty then: its `next` is further on. */
  readonly more: boolean
}

/**
 * What happened in a tenant, or in the whole store (`store.admin.events`), kept with the store option `events`. The
 * transaction of a change also writes its event, so neither exists without the other. The events of a tenant are in the
 * order of their commits: who reads on from a cursor gets every event exactly once. A scoped store has the events of
 * its assets. `invalid_argument` when the store keeps no events.
 */
export interface ChangeFeed {
  /**
   * Reads the events after that of this id; `null`: from the oldest that is kept. `cursor_expired` when the event of the
   * id is no longer kept, or is none of this feed. The last event of a tenant never expires.
   *
   * @example
   * ```ts
   * import { openAssetStore } from '@stowage/core'
   *
   * const store = await openAssetStore({ directory: './media' })
   * const { events, next } = await store.events.since(null, { types: ['asset.created'] })
   * console.log(events.map(({ at, assetId }) => `${at} ${assetId}`), 'go on after', next)
   * ```
   */
  since(cursor: string | null, options?: EventsSinceOptions): Promise<EventsPage>
  /**
   * Iterates over the events of all processes as they happen: those of this process at once, others after 0.5 to 5
   * seconds. Ends only with `signal`, with its reason, or when the store closes, as `closed`. `cursor_expired` as above.
   * Two processes that follow both get every event. Keep the `id` of the last one that was dealt with, and pass it as
   * `after`.
   */
  follow(options?: FollowEventsOptions): AsyncIterable<FeedEvent>
  /** The id of the last event: a cursor from which on only new events come. `null` for a feed without events. */
  latest(options?: CallOptions): Promise<string | null>
}
