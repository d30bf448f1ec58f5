import { requireText } from '../arguments/require-text.ts'
import { requireWord } from '../arguments/require-word.ts'
import type { ViewedStore } from '../assets/store-view.ts'
import { STORE_EVENT_TYPES } from '../audit/audit-details.ts'
import { cursorExpired } from '../errors/feed-errors.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { requireOptions } from '../options/call-options.ts'
import { CALLS } from '../store/known-options.ts'
import type { StoreCore } from '../store/opening/store-core.ts'
import type { ChangeFeed, EventsSinceOptions, FollowEventsOptions } from './change-feed.ts'
import type { EventQuery, FeedOf } from './event-records.ts'
import type { EventRecord, FeedEvent } from './feed-event.ts'
import { followEvents } from './follow-events.ts'

const MAX_EVENTS = 1000
const DEFAULT_EVENTS = 100
/** Events that `follow` reads at a time: some 20 KiB each at most. They are told as they were when read. */
const BATCH = 20
const ID = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

/** `AssetStore.events` of one view. */
export function tenantFeed(core: StoreCore, { tenant, scope }: ViewedStore): ChangeFeed {
  return changeFeed(core, () => ({ tenant, scope }))
}

/** `StoreAdmin.events`: those of all tenants. */
export function storeFeed(core: StoreCore, { scope }: Pick<ViewedStore, 'scope'>): ChangeFeed {
  return changeFeed(core, () => {
    if (scope === null) return { tenant: null }
    throw invalidArgument('scope', 'A scoped store has no feed of all tenants. Use its `events`.')
  })
}

function changeFeed(
  { calls, closing, feed, metadata }: StoreCore,
  feedOf: () => FeedOf,
): ChangeFeed {
  function requireFeed() {
    if (feed === null) {
      throw invalidArgument('events', 'This store keeps no events. Open it with `events: true`.')
    }
    return { of: feedOf(), waker: feed }
  }

  /** What `after` is for the database; `cursor_expired`. */
  async function positionOf(of: FeedOf, cursor: string | null): Promise<string | null> {
    if (cursor === null) return null
    const found = await metadata.events.find(Object.assign({ id: cursor }, of))
    if (found === null) throw cursorExpired()
    return found.position
  }

  return {
    async since(cursor, options = {}) {
      const {
        limit = DEFAULT_EVENTS,
        signal,
        ...filter
      } = requireOptions(CALLS.eventsSince, options)
      const { of } = requireFeed()
      if (!Number.isInteger(limit) || limit < 1 || limit > MAX_EVENTS) {
        throw invalidArgument('limit', `limit must be a whole number from 1 to ${MAX_EVENTS}.`)
      }
      requireCursor('cursor', cursor)
      const query = Object.assign({ limit }, of, conditionsOf(filter))
      return calls.look(async () => {
        const after = await positionOf(of, cursor)
        const { events, last, isEnd } = await metadata.events.since(Object.assign({ after }, query))
        return { events: events.map(toldEvent), next: last?.id ?? cursor, more: !isEnd }
      }, signal)
    },

    follow(options = {}) {
      const { after, signal, ...filter } = requireOptions(CALLS.followEvents, options)
      const { of, waker } = requireFeed()
      if (after !== undefined) requireCursor('after', after)
      const query: Omit<EventQuery, 'after'> = Object.assign(
        { limit: BATCH },
        of,
        conditionsOf(filter),
      )
      const from = async () =>
        after === undefined
          ? ((await metadata.events.latest(of))?.position ?? null)
          : positionOf(of, after)
      // From the call on, not from the first `next`.
      const begun = calls.look(from, signal)
      begun.catch(() => {})
      return eventsOf(
        followEvents({
          tenant: of.tenant,
          waker,
          signals: signal === undefined ? [closing] : [signal, closing],
          start: () => begun,
          look: (position) =>
            calls.look(
              () => metadata.events.since(Object.assign({ after: position }, query)),
              signal,
            ),
        }),
      )
    },

    async latest(options = {}) {
      const { signal } = requireOptions(CALLS.latestEvent, options)
      const { of } = requireFeed()
      return calls.look(async () => (await metadata.events.latest(of))?.id ?? null, signal)
    },
  }
}

async function* eventsOf(
  batches: AsyncIterable<readonly EventRecord[]>,
): AsyncGenerator<FeedEvent, void, undefined> {
  for await (const events of batches) yield* events.map(toldEvent)
}

function toldEvent({ id, type, at, tenant, assetId, actor, data }: EventRecord): FeedEvent {
  return { id, type, at, tenant, assetId, actor, data } as FeedEvent
}

function requireCursor(argument: string, cursor: unknown): void {
  if (cursor === null || (typeof cursor === 'string' && ID.test(cursor))) return
  throw invalidArgument(argument, `${argument} must be the id of an event, or null.`)
}

function conditionsOf({
  types,
  assetId,
}: Pick<EventsSinceOptions & FollowEventsOptions, 'types' | 'assetId'>): Pick<
  EventQuery,
  'types' | 'assetId'
> {
  if (types !== undefined && (!Array.isArray(types) || types.length === 0)) {
    throw invalidArgument('types', "types must be a list, such as ['asset.created'].")
  }
  for (const type of types ?? []) requireWord('types', STORE_EVENT_TYPES, type)
  return {
    ...(types !== undefined && { types: [...new Set(types)] }),
    ...(assetId !== undefined && { assetId: requireText('assetId', assetId) }),
  }
}
