import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import type { EventQuery, EventRecord, EventsRead } from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import type { ContractCase } from '../contract/contract.ts'
import {
  at,
  HOUR,
  newAsset,
  newVariant,
  stored,
  storedOne,
  trustedAt,
  twoStores,
} from './fixture.ts'
import type { MetadataFixture } from './metadata-fixture.ts'

const tenant = 'default'
const record = { actor: 'ann', audit: false, events: true }

/** One look at the feed. */
function look(metadata: MetadataStore, query: Partial<EventQuery> = {}): Promise<EventsRead> {
  return metadata.events.since({ tenant, after: null, limit: 1000, ...query })
}

/** The whole feed, in pages. */
async function feed(
  metadata: MetadataStore,
  query: Partial<EventQuery> = {},
): Promise<readonly EventRecord[]> {
  const all: EventRecord[] = []
  let after: string | null = null
  while (true) {
    const { events, last, isEnd }: EventsRead = await look(metadata, { after, ...query })
    all.push(...events)
    if (isEnd) return all
    after = last?.position ?? after
  }
}

/** The feed of all tenants, once it has so many events: other transactions of the database may hold some back. */
async function wholeFeed(metadata: MetadataStore, count: number): Promise<readonly EventRecord[]> {
  while (true) {
    const events = await feed(metadata, { tenant: null, limit: 3 })
    if (events.length >= count) return events
    await setTimeout(20)
  }
}

function told(events: readonly EventRecord[]) {
  return events.map(({ type, assetId }) => [type, assetId])
}

/** Uploads assets in one call, which is recorded. */
async function uploaded(
  metadata: MetadataStore,
  count = 1,
  { createdBy = null, of = tenant }: { createdBy?: string | null; of?: string } = {},
): Promise<readonly string[]> {
  const assets = Array.from({ length: count }, () => newAsset({ createdBy }))
  const blobKeys = assets.map(({ blobKey }) => blobKey)
  await metadata.blobs.reserve(blobKeys, { lifetime: HOUR })
  await metadata.assets.insert({ tenant: of, assets, keyId: null, quota: null, record })
  return assets.map(({ id }) => id)
}

async function updated(metadata: MetadataStore, id: string, name: string): Promise<void> {
  await metadata.assets.update({ tenant, id, changes: { name }, record })
}

/** Trashes and purges, recorded. */
async function purged(metadata: MetadataStore, ids: readonly string[]): Promise<void> {
  await metadata.assets.setTrashed({ tenant, ids, to: 'trash' })
  await metadata.assets.purge({ tenant, ids, doneWithin: HOUR, record })
}

/** What `MetadataStore.events` promises. */
export const eventCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'events: each write leaves one for each asset, with the record as it was then',
    async run({ metadata, clock }) {
      clock.set(7)
      const [first = '', second = ''] = await uploaded(metadata, 2, { createdBy: 'ann' })
      await updated(metadata, first, 'b.jpg')
      await updated(metadata, first, 'b.jpg')
      await storedOne(metadata)
      const owner = { type: 'post', id: '1', field: '' }
      const attachment = { tenant, ids: [second], owner, record }
      await metadata.owners.attach(attachment)
      await metadata.owners.detach({ ...attachment, unowned: 'keep' })
      const events = await feed(metadata)
      assert.deepEqual(told(events), [
        ['asset.created', first],
        ['asset.created', second],
        ['asset.updated', first],
        ['asset.attached', second],
        ['asset.detached', second],
      ])
      for (const event of events) {
        const { tenant: of, at: time, actor, createdBy, id } = event
        assert.deepEqual([of, time, actor, createdBy], [tenant, at(7), 'ann', 'ann'])
        const millis = Number.parseInt(id.replace('-', '').slice(0, 12), 16)
        assert.deepEqual([millis, id[14]], [Date.parse(at(7)), '7'])
      }
      const now = await metadata.assets.get({ id: first })
      assert.ok(now?.embedded)
      const withoutLocation = { ...now, embedded: { ...now.embedded, location: null } }
      assert.deepEqual(events[2]?.data, { asset: withoutLocation, fields: ['name'] })
      assert.deepEqual(events[4]?.data, { tenant, assetId: second, owner })
    },
  },
  {
    name: 'events: variants that were made or could not be made later are told by name',
    async run({ metadata }) {
      const { id } = await storedOne(metadata)
      const thumbnail = newVariant()
      await metadata.blobs.reserve([thumbnail.blobKey], { lifetime: HOUR })
      const failed = [{ name: 'poster', attempts: 1 }]
      await metadata.assets.addVariants({ tenant, id, variants: [thumbnail], failed, record })
      await metadata.assets.addVariants({ tenant, id, variants: [], failed, record })
      const events = await feed(metadata)
      assert.deepEqual(
        events.map(({ type, data }) => [type, (data as { variants?: unknown }).variants]),
        [
          ['variant.ready', [thumbnail.name]],
          ['variant.failed', ['poster']],
          ['variant.failed', ['poster']],
        ],
      )
    },
  },
  {
    name: 'events: long own data are left out, and it says so',
    async run({ metadata }) {
      const { id } = await storedOne(metadata)
      const metadataOf = (length: number) => ({ note: 'x'.repeat(length) })
      const change = (length: number) =>
        metadata.assets.update({ tenant, id, changes: { metadata: metadataOf(length) }, record })
      await change(15_000)
      await change(21_000)
      const [small, large] = await feed(metadata)
      const dataOf = (event: EventRecord | undefined) =>
        event?.data as { asset: { metadata: object; id: string }; truncated?: true }
      assert.deepEqual(dataOf(small).asset.metadata, metadataOf(15_000))
      assert.equal(dataOf(small).truncated, undefined)
      assert.deepEqual(dataOf(large).asset.metadata, {})
      assert.deepEqual([dataOf(large).truncated, dataOf(large).asset.id], [true, id])
    },
  },
  {
    name: 'events: nothing of what is not asked for, was refused, or changed nothing',
    async run({ metadata }) {
      const asset = await storedOne(metadata)
      const ids = { tenant, ids: [asset.id], record }
      await metadata.assets.setTrashed({ ...ids, to: 'active' })
      const request = { tenant, assets: [newAsset()], keyId: null, quota: null, record }
      await assert.rejects(metadata.assets.insert(request))
      assert.deepEqual(await look(metadata), { events: [], last: null, isEnd: true })
      assert.equal(await metadata.events.latest({ tenant }), null)
    },
  },
  {
    name: 'events: by type, asset and scope, page by page, and after each of them',
    async run({ metadata }) {
      const [first = ''] = await uploaded(metadata, 1, { createdBy: 'ann' })
      const [second = ''] = await uploaded(metadata)
      await updated(metadata, first, 'b.jpg')
      await updated(metadata, second, 'c.jpg')
      await metadata.folders.create({
        tenant,
        id: 'f',
        name: 'F',
        parentId: null,
        record,
      })
      const all = await feed(metadata, { limit: 2 })
      assert.equal(all.length, 5)
      const of = async (query: Partial<EventQuery>) =>
        told(await feed(metadata, { limit: 1, ...query }))
      const created = [
        ['asset.created', first],
        ['asset.created', second],
      ]
      const changed = [
        ['asset.updated', first],
        ['asset.updated', second],
      ]
      assert.deepEqual(await of({ types: ['asset.created'] }), created)
      assert.deepEqual(await of({ types: ['asset.updated', 'asset.created'] }), [
        ...created,
        ...changed,
      ])
      assert.deepEqual(await of({ types: ['asset.trashed'] }), [])
      const ofFirst = [created[0], changed[0]]
      assert.deepEqual(await of({ assetId: first }), ofFirst)
      assert.deepEqual(await of({ assetId: first, types: ['asset.updated'] }), [changed[0]])
      assert.deepEqual(await of({ assetId: 'no id' }), [])
      assert.deepEqual(await of({ tenant: 'other', assetId: first }), [])
      assert.deepEqual(await of({ scope: { createdBy: 'ann' } }), ofFirst)
      assert.deepEqual(await of({ scope: { createdBy: null } }), [created[1], changed[1]])
      const narrow = { scope: { createdBy: 'ann' }, types: ['asset.updated'] }
      assert.deepEqual(await of(narrow), [changed[0]])
      assert.deepEqual(await of({ scope: { createdBy: 'bob' }, assetId: first }), [])
      const last = all.at(-1)?.id
      const read = await look(metadata, { types: ['asset.trashed'] })
      assert.deepEqual([read.last?.id, read.isEnd], [last, true])
      assert.equal((await metadata.events.latest({ tenant }))?.id, last)
    },
  },
  {
    name: 'events: those of a rare type are found among many others, each once',
    async run({ metadata }) {
      const ids = await uploaded(metadata, 3)
      for (const id of ids) {
        for (let count = 0; count < 20; count += 1) await updated(metadata, id, `${count}.jpg`)
        await metadata.assets.setTrashed({ tenant, ids: [id], to: 'trash', record })
      }
      const trashed = ids.map((id) => ['asset.trashed', id])
      const all = await feed(metadata)
      for (const limit of [1, 2, 3, 10]) {
        const types = ['asset.trashed']
        assert.deepEqual(told(await feed(metadata, { types, limit })), trashed)
        const { events, last, isEnd } = await look(metadata, { types, limit })
        assert.deepEqual(told(events), trashed.slice(0, limit))
        assert.equal(last?.id, (limit < 3 ? events : all).at(-1)?.id)
        if (limit !== 3) assert.equal(isEnd, limit > 3)
      }
    },
  },
  {
    name: 'events: a cursor is found in its own feed only',
    async run({ metadata }) {
      await uploaded(metadata, 2, { createdBy: 'ann' })
      const [first, second] = await feed(metadata)
      assert.ok(first && second)
      const { id } = first
      const find = async (of: Parameters<typeof metadata.events.find>[0]) =>
        metadata.events.find(of)
      const found = await find({ tenant, id })
      assert.deepEqual(
        told((await look(metadata, { after: found?.position ?? null })).events),
        told([second]),
      )
      assert.equal((await find({ tenant, scope: { createdBy: 'ann' }, id }))?.id, id)
      assert.equal(await find({ tenant, scope: { createdBy: null }, id }), null)
      assert.equal(await find({ tenant: 'other', id }), null)
      assert.equal(await find({ tenant, id: newAsset().id }), null)
      const [, after] = await wholeFeed(metadata, 2)
      const whole = await find({ tenant: null, id })
      const rest = await look(metadata, { tenant: null, after: whole?.position ?? null })
      assert.deepEqual(rest.events, [after])
    },
  },
  {
    name: 'events: a purge deletes the data of all that came before, also where nothing is recorded any more',
    async run({ metadata }) {
      const [first = '', second = '', stays = ''] = await uploaded(metadata, 3)
      await purged(metadata, [first])
      await metadata.assets.setTrashed({ tenant, ids: [second], to: 'trash', record })
      await metadata.assets.purge({ tenant, ids: [second], doneWithin: HOUR })
      const owner = { type: 'post', id: '1', field: '' }
      const [third = ''] = await uploaded(metadata)
      await metadata.owners.attach({ tenant, ids: [third], owner, record })
      await metadata.owners.detachAll({ tenant, owner, unowned: 'purge', record })
      const events = await feed(metadata)
      assert.deepEqual(told(events), [
        ['asset.created', first],
        ['asset.created', second],
        ['asset.created', stays],
        ['asset.purged', first],
        ['asset.trashed', second],
        ['asset.created', third],
        ['asset.attached', third],
        ['owner.detached', null],
        ['asset.purged', third],
      ])
      const kept = events.map(({ data }) => data !== null)
      assert.deepEqual(kept, [false, false, true, true, false, false, false, true, true])
      assert.deepEqual(events[3]?.data, { retention: false })
    },
  },
  {
    name: 'events: a purge of very many leaves the data of some, which nobody is told, to `tidy`',
    async run({ metadata }) {
      const ids: string[] = []
      for (let round = 0; round < 4; round += 1) {
        const assets = await stored(
          metadata,
          Array.from({ length: 250 }, () => newAsset()),
        )
        ids.push(...assets.map(({ id }) => id))
      }
      const [busy = ''] = ids
      for (let count = 0; count < 25; count += 1) await updated(metadata, busy, `${count}.jpg`)
      await purged(metadata, ids)
      const before = await feed(metadata, { assetId: busy })
      assert.equal(before.length, 26)
      assert.ok(before.some(({ isPurged }) => isPurged) || 'transfer' in metadata)
      for (const { type, data } of before) assert.equal(data === null, type !== 'asset.purged')
      let rounds = 0
      while (await metadata.events.tidy({ limit: 5 })) rounds += 1
      assert.ok(rounds <= 4)
      const after = await feed(metadata, { assetId: busy })
      assert.ok(after.every(({ isPurged }) => !isPurged))
      assert.deepEqual(told(after), told(before))
      assert.deepEqual(after.at(-1)?.data, { retention: false })
    },
  },
  {
    name: 'events: the oldest are forgotten by age',
    async run(fixture) {
      const { metadata, clock } = fixture
      await trustedAt(fixture, 0)
      await uploaded(metadata)
      clock.set(5)
      await uploaded(metadata)
      const [first, second] = await feed(metadata)
      clock.set(3000)
      const prune = async (seconds: number) =>
        (await metadata.events.prune({ olderThan: seconds * 1000, after: null, limit: 9 })).pruned
      assert.equal(await prune(1), 0)
      await trustedAt(fixture, 3000)
      assert.equal(await prune(2999), 0)
      assert.equal(await prune(2994), 1)
      assert.equal(await metadata.events.find({ tenant, id: first?.id ?? '' }), null)
      assert.deepEqual(await feed(metadata), [{ ...second, data: null }])
      assert.equal(await prune(1), 0)
      const [id] = await uploaded(metadata)
      assert.deepEqual(told(await feed(metadata)).at(-1), ['asset.created', id])
    },
  },
  {
    name: 'events: the last old one of each tenant stays, without data, so that its readers go on from there',
    async run(fixture) {
      const { metadata, clock } = fixture
      await trustedAt(fixture, 0)
      await uploaded(metadata, 3)
      await uploaded(metadata, 1, { of: 'quiet' })
      clock.set(3000)
      await trustedAt(fixture, 3000)
      const [fresh] = await uploaded(metadata)
      const old = (await feed(metadata)).slice(0, 3)
      const [quiet] = (await look(metadata, { tenant: 'quiet', after: null })).events
      assert.ok(quiet)
      const ids: (string | null)[] = []
      let after: string | null = null
      do {
        const done = await metadata.events.prune({ olderThan: 1000, after, limit: 1 })
        ids.push(done.next)
        after = done.next
      } while (after !== null)
      assert.deepEqual(ids.length, 5)
      const found = async (of: string | null, id = '') => {
        const position = await metadata.events.find({ tenant: of, id })
        if (position === null) return null
        const read = await look(metadata, { tenant: of, after: position.position })
        return told(read.events).map(([, assetId]) => assetId)
      }
      const [first, second, third] = old
      const left = await wholeFeed(metadata, 3)
      assert.equal(await found(tenant, first?.id), null)
      assert.equal(await found(tenant, second?.id), null)
      assert.deepEqual(await found(tenant, third?.id), [fresh])
      assert.deepEqual(await found('quiet', quiet.id), [])
      assert.deepEqual(await found(null, quiet.id), [fresh])
      assert.deepEqual(
        left.map(({ id, assetId, data }) => [data === null ? id : assetId, data === null]),
        [
          [third?.id, true],
          [quiet.id, true],
          [fresh, false],
        ],
      )
    },
  },
  {
    name: 'events: those of a tenant are numbered in the order of the commits, from several processes',
    async run(fixture) {
      const stores = await twoStores(fixture)
      const seen: string[] = []
      let after: string | null = null
      for (let round = 0; round < 6; round += 1) {
        const writing = Promise.all(
          stores.flatMap((metadata) => [uploaded(metadata), uploaded(metadata, 2)]),
        )
        for (let looks = 0; looks < 5; looks += 1) {
          const read: EventsRead = await look(fixture.metadata, { after })
          seen.push(...read.events.map(({ id }) => id))
          after = read.last?.position ?? after
        }
        await writing
      }
      const read = await look(fixture.metadata, { after })
      seen.push(...read.events.map(({ id }) => id))
      const all = (await feed(fixture.metadata)).map(({ id }) => id)
      assert.deepEqual(seen, all)
      assert.equal(all.length, 36)
    },
  },
  {
    name: 'events: all tenants have one feed, in which only the end of an erased one is left',
    async run({ metadata }) {
      const [first = ''] = await uploaded(metadata, 1, { of: 'gone' })
      const [second = ''] = await uploaded(metadata)
      const before = await wholeFeed(metadata, 2)
      assert.deepEqual(
        before.map(({ tenant: of, assetId }) => [of, assetId]),
        [
          ['gone', first],
          [tenant, second],
        ],
      )
      await metadata.erasures.begin('gone')
      while (true) {
        const { blobKeys, isDone } = await metadata.erasures.step({ tenant: 'gone', limit: 10 })
        await metadata.blobs.claim({ keys: blobKeys })
        await metadata.blobs.recordDeletions({ deleted: blobKeys, retryAfter: HOUR })
        if (isDone) break
      }
      const end = { tenant: 'gone', record: { ...record, audit: true } }
      assert.deepEqual(await metadata.erasures.end(end), { isDone: true, isEnded: true })
      assert.deepEqual(await metadata.erasures.end(end), { isDone: true, isEnded: false })
      await updated(metadata, second, 'c.jpg')
      const after = await wholeFeed(metadata, 3)
      assert.deepEqual(
        after.map((event) => [event.tenant, event.type, event.assetId]),
        [
          [tenant, 'asset.created', second],
          [null, 'tenant.erased', null],
          [tenant, 'asset.updated', second],
        ],
      )
      assert.deepEqual(after[1]?.data, {})
      assert.deepEqual(await feed(metadata, { tenant: 'gone' }), [])
      assert.equal((await feed(metadata)).length, 2)
    },
  },
]
