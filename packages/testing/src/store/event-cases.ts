import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import type { AssetStore, FeedEvent, StoreEventType } from '@stowage/core'
import { createAssetStore } from '@stowage/core/internal'
import type { ChangeFeed } from '@stowage/core/types'
import type { ContractCase } from '../contract/contract.ts'
import { refuses } from '../metadata-store/fixture.ts'
import type { StoreFixture } from './store-fixture.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

async function created(store: AssetStore, text: string): Promise<string> {
  return (await store.upload(bytes(text), { name: `${text}.txt` })).id
}

/** The next events of an iteration. */
async function taken(
  events: AsyncIterator<FeedEvent>,
  count: number,
): Promise<readonly FeedEvent[]> {
  const all: FeedEvent[] = []
  while (all.length < count) {
    const next = await events.next()
    assert.equal(next.done, false)
    all.push(next.value)
  }
  return all
}

const toldOf = (events: readonly FeedEvent[]) =>
  events.map(({ type, assetId, actor }) => [type, assetId, actor])

/** Waits until the feed of all tenants has this event: other transactions of the database may hold it back. */
async function settled(feed: ChangeFeed, type: StoreEventType): Promise<readonly FeedEvent[]> {
  while (true) {
    const { events } = await feed.since(null, { limit: 1000 })
    if (events.some((event) => event.type === type)) return events
    await setTimeout(20)
  }
}

export const eventCases: readonly ContractCase<StoreFixture>[] = [
  {
    name: 'events.since pages through what happened, and goes on from its cursors',
    async run({ store }) {
      assert.equal(await store.events.latest(), null)
      assert.deepEqual(await store.events.since(null), { events: [], next: null, more: false })
      const first = await created(store, 'one')
      await store.for({ actor: 'ann' }).update(first, { title: 'One' })
      const second = await created(store, 'two')
      const page = await store.events.since(null, { limit: 2 })
      assert.deepEqual(toldOf(page.events), [
        ['asset.created', first, null],
        ['asset.updated', first, 'ann'],
      ])
      assert.equal(page.more, true)
      const rest = await store.events.since(page.next)
      assert.deepEqual(toldOf(rest.events), [['asset.created', second, null]])
      assert.deepEqual([rest.more, rest.next], [false, await store.events.latest()])
      const none = await store.events.since(rest.next)
      assert.deepEqual(none, { events: [], next: rest.next, more: false })
      const { events } = await store.events.since(null, {
        types: ['asset.created'],
        assetId: second,
      })
      assert.deepEqual(toldOf(events), [['asset.created', second, null]])
      const [event] = events
      assert.equal(event?.type === 'asset.created' && event.data?.asset.name, 'two.txt')
    },
  },
  {
    name: 'events.follow tells what comes, from its call on or from a cursor, until its signal',
    async run({ store }) {
      const first = await created(store, 'one')
      const controller = new AbortController()
      const { signal } = controller
      const news = store.events.follow({ signal, types: ['asset.created'] })
      const coming = taken(news[Symbol.asyncIterator](), 2)
      // The call reads where it begins before this upload can have committed.
      await store.events.latest()
      const second = await created(store, 'two')
      await store.trash(second)
      const third = await created(store, 'three')
      assert.deepEqual(
        (await coming).map(({ assetId }) => assetId),
        [second, third],
      )
      const all = store.events.follow({ signal, after: null })[Symbol.asyncIterator]()
      const [one, two] = await taken(all, 4)
      assert.deepEqual([one?.assetId, two?.assetId], [first, second])
      const after = store.events.follow({ signal, after: two?.id ?? null })[Symbol.asyncIterator]()
      assert.deepEqual(
        (await taken(after, 2)).map(({ type }) => type),
        ['asset.trashed', 'asset.created'],
      )
      const waiting = after.next()
      controller.abort(new Error('enough'))
      await assert.rejects(waiting, /enough/)
    },
  },
  {
    name: 'events.follow ends as closed when the store closes',
    async run({ ports }) {
      assert.ok(ports)
      const store = createAssetStore({ ...ports, advanced: { sweepEveryMs: false } })
      const waiting = store.events.follow()[Symbol.asyncIterator]().next()
      const ended = refuses(waiting, 'closed')
      await store.events.latest()
      await store.close()
      await ended
    },
  },
  {
    name: 'events: a scope sees those of its assets, a tenant its own, and the store all',
    async run({ store }) {
      const mine = store.for({ scope: { createdBy: 'ann' }, actor: 'ann' })
      const others = store.for({ tenant: 'other' })
      await created(store, 'one')
      const second = (await mine.upload(bytes('two'))).id
      const third = await created(others, 'three')
      const { events } = await mine.events.since(null)
      assert.deepEqual(toldOf(events), [['asset.created', second, 'ann']])
      const foreign = await others.events.since(null)
      assert.deepEqual(toldOf(foreign.events), [['asset.created', third, null]])
      await refuses(store.events.since(foreign.next), 'cursor_expired')
      await refuses(mine.admin.events.since(null), 'invalid_argument')
      await others.admin.tenants.erase('other', { confirm: 'other' })
      const all = await settled(store.admin.events, 'tenant.erased')
      assert.deepEqual(
        all.map(({ type, tenant }) => [type, tenant]),
        [
          ['asset.created', 'default'],
          ['asset.created', 'default'],
          ['tenant.erased', null],
        ],
      )
      assert.doesNotMatch(JSON.stringify(all.at(-1)), /other/)
    },
  },
  {
    name: 'events: a purge takes the data of all earlier ones along',
    async run({ store }) {
      const id = await created(store, 'one')
      await store.trash(id)
      await store.purge(id)
      const { events } = await store.events.since(null)
      assert.deepEqual(
        events.map(({ type, data }) => [type, data]),
        [
          ['asset.created', null],
          ['asset.trashed', null],
          ['asset.purged', { retention: false }],
        ],
      )
    },
  },
  {
    name: 'events: false keeps none, and reads none',
    async run({ ports, store }) {
      assert.ok(ports)
      const silent = createAssetStore({
        ...ports,
        events: false,
        advanced: { sweepEveryMs: false },
      })
      await created(silent, 'one')
      assert.deepEqual((await store.events.since(null)).events, [])
      await refuses(silent.events.since(null), 'invalid_argument')
      await refuses(silent.admin.events.latest(), 'invalid_argument')
      assert.throws(() => silent.events.follow(), { code: 'invalid_argument' })
    },
  },
  {
    name: 'events refuses arguments that are not of the documented form',
    async run({ store }) {
      await refuses(store.events.since('1'), 'invalid_argument')
      await refuses(store.events.since(null, { limit: 1001 }), 'invalid_argument')
      await refuses(store.events.since(null, { types: [] }), 'invalid_argument')
      const types = ['asset.eaten' as StoreEventType]
      await refuses(store.events.since(null, { types }), 'invalid_argument')
      assert.throws(() => store.events.follow({ after: 'x' }), { code: 'invalid_argument' })
      const unknown = '019b76da-a800-724d-80b6-820a4daffd15'
      await refuses(store.events.since(unknown), 'cursor_expired')
      const [follow] = [store.events.follow({ after: unknown })[Symbol.asyncIterator]()]
      await refuses(follow.next(), 'cursor_expired')
    },
  },
]
