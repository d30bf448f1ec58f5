import assert from 'node:assert/strict'
import type { EventQuery, EventsRead } from '@stowage/core/internal'
import type { ContractCase } from '../../contract/contract.ts'
import { HOUR, newAsset, twoStores } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'
import { feed, look, record, tenant, told, updated, uploaded, wholeFeed } from './event-fixture.ts'

/** How the feed is read: by filters, page by page, in order. */
export const eventReadingCases: readonly ContractCase<MetadataFixture>[] = [
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
