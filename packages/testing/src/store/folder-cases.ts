import assert from 'node:assert/strict'
import type { AssetStore } from '@stowage/core'
import { seqOf } from '@stowage/core/internal'
import type { ContractCase } from '../contract/contract.ts'
import type { StoreFixture } from './store-fixture.ts'
import { text, ticketOf } from './ticket-fixture.ts'

const UNKNOWN = '01890000-0000-7000-8000-000000000000'
const code = 'folder_not_found'

/** The events that a listener gets about folders, and about assets that move. */
function heardBy(store: AssetStore): readonly string[] {
  const heard: string[] = []
  store.on('folder.created', ({ folder }) => heard.push(`created ${folder.path.join('/')}`))
  store.on('folder.updated', ({ folder }) => heard.push(`updated ${folder.path.join('/')}`))
  store.on('folder.deleted', ({ folder }) => heard.push(`deleted ${folder.path.join('/')}`))
  store.on('asset.updated', ({ asset }) => heard.push(`updated ${seqOf(asset)}`))
  store.on('asset.moved', ({ asset }) => heard.push(`moved ${seqOf(asset)}`))
  store.on('asset.trashed', ({ asset }) => heard.push(`trashed ${seqOf(asset)}`))
  return heard
}

export const folderCases: readonly ContractCase<StoreFixture>[] = [
  {
    name: 'folders are made, found, listed, renamed, moved and deleted, and each change is an event',
    async run({ store }) {
      const heard = heardBy(store)
      const { folders } = store
      const a = await folders.create({ name: 'A' })
      const b = await folders.create({ name: 'B', parentId: a.id })
      assert.deepEqual([a.name, b.path], ['A', ['A', 'B']])
      assert.deepEqual(await folders.get(b.id), b)
      const page = { page: 1, perPage: 100, total: 1, lastPage: 1 }
      assert.deepEqual(await folders.list({ parentId: null }), { folders: [a], ...page })
      const second = { folders: [b], page: 2, perPage: 1, total: 2, lastPage: 2 }
      assert.deepEqual(await folders.list({ page: 2, perPage: 1 }), second)
      await folders.update(b.id, { name: 'C' })
      await folders.update(b.id, { name: 'C' })
      const top = await folders.update(b.id, { parentId: null })
      assert.deepEqual(top.path, ['C'])
      const usage = await folders.usage([a.id, a.id])
      assert.deepEqual(usage, new Map([[a.id, { folders: 0, assets: 0, bytes: 0 }]]))
      await folders.delete(a.id)
      await assert.rejects(folders.get(a.id), { code, context: { ids: [a.id] } })
      const ids = [a.id, b.id, UNKNOWN]
      await assert.rejects(folders.usage(ids), { code, context: { ids: [a.id, UNKNOWN] } })
      assert.deepEqual(heard, ['created A', 'created A/B', 'updated A/C', 'updated C', 'deleted A'])
    },
  },
  {
    name: 'names that are no folder names, and options of another form, are invalid_argument',
    async run({ store }) {
      const { folders } = store
      const { id } = await folders.create({ name: 'a' })
      const given = (value: unknown) => value as never
      for (const call of [
        () => folders.create({ name: '..' }),
        () => folders.create(given({})),
        () => folders.create(given(undefined)),
        () => folders.create(given({ name: 'b', color: 'red' })),
        () => folders.create({ name: 'b', parentId: given(7) }),
        () => folders.update(id, { name: '/' }),
        () => folders.update(id, given({ path: [] })),
        () => folders.get('a\0b'),
        () => folders.list({ perPage: 101 }),
        () => folders.list(given({ parentId: 7 })),
        () => folders.usage(given(id)),
        () => folders.delete(id, { assets: given('purge') }),
        () => store.select([]).move(given(undefined)),
      ]) {
        await assert.rejects(call(), { code: 'invalid_argument' })
      }
      assert.equal((await folders.list()).total, 1)
      const ids = Array.from({ length: 1001 }, (_, n) => `${n}`)
      await assert.rejects(folders.usage(ids), { code: 'too_many_ids', context: { limit: 1000 } })
    },
  },
  {
    name: 'uploads come into a folder; one that is not there is refused before a byte is asked for',
    async run(fixture) {
      const { store, countBlobs } = fixture
      const { id: folderId } = await store.folders.create({ name: 'a' })
      const one = await store.upload(text(5), { folderId })
      const many = await store.uploadMany([{ source: text(1) }, { source: text(2) }], { folderId })
      assert.deepEqual(
        [one, ...many].map((asset) => asset.folderId),
        [folderId, folderId, folderId],
      )
      const usage = (await store.folders.usage([folderId])).get(folderId)
      assert.deepEqual(usage, { folders: 0, assets: 3, bytes: 8 })
      let asked = false
      async function* source() {
        asked = true
        yield text(1)
      }
      for (const unknown of [UNKNOWN, 'no id']) {
        const context = { ids: [unknown] }
        await assert.rejects(store.upload(source(), { folderId: unknown }), { code, context })
      }
      assert.equal(asked, false)
      const again = { folderId: UNKNOWN, idempotencyKey: 'k' }
      await assert.rejects(store.upload(text(1), again), { code })
      assert.deepEqual([(await store.list()).total, await countBlobs()], [3, 3])
      assert.equal((await store.upload(text(1), { folderId: null })).folderId, null)
    },
  },
  {
    name: 'a repeated upload is the same only into the same folder, also when that is gone',
    async run({ store }) {
      const [a, b] = [
        await store.folders.create({ name: 'a' }),
        await store.folders.create({ name: 'b' }),
      ]
      const options = { idempotencyKey: 'k', folderId: a.id }
      const first = await store.upload(text(3), options)
      assert.equal((await store.upload(text(3), options)).id, first.id)
      const conflict = { code: 'idempotency_conflict' }
      await assert.rejects(store.upload(text(3), { ...options, folderId: b.id }), conflict)
      await assert.rejects(store.upload(text(3), { idempotencyKey: 'k' }), conflict)
      await store.folders.delete(a.id, { assets: 'detach' })
      const replayed = await store.upload(text(3), options)
      assert.deepEqual([replayed.id, replayed.folderId], [first.id, null])
    },
  },
  {
    name: 'a ticket fixes the folder of its uploads, also when it names none',
    async run({ store }) {
      const { id: folderId } = await store.folders.create({ name: 'a' })
      const other = await store.folders.create({ name: 'b' })
      const fixed = await ticketOf(store, { files: 3, folderId })
      const free = await ticketOf(store)
      assert.deepEqual([fixed.ticket.folderId, free.ticket.folderId], [folderId, null])
      const upload = (ticket: typeof fixed.ticket, options = {}) =>
        store.upload(text(1), { ticket, ...options })
      assert.equal((await upload(fixed.ticket)).folderId, folderId)
      assert.equal((await upload(await fixed.verified(), { folderId })).folderId, folderId)
      const refused = { code: 'invalid_argument', context: { argument: 'folderId' } }
      await assert.rejects(upload(fixed.ticket, { folderId: other.id }), refused)
      await assert.rejects(upload(fixed.ticket, { folderId: null }), refused)
      await assert.rejects(upload(free.ticket, { folderId }), refused)
      await store.folders.delete(folderId, { assets: 'detach' })
      await assert.rejects(upload(await fixed.verified()), { code })
      assert.equal((await fixed.verified()).filesLeft, 1)
      await assert.rejects(store.tickets.create({ folderId: UNKNOWN }), { code })
    },
  },
  {
    name: 'move puts many assets into a folder, update one; a deletion detaches or trashes them',
    async run({ store }) {
      const [a, b] = [
        await store.folders.create({ name: 'a' }),
        await store.folders.create({ name: 'b' }),
      ]
      const assets = await store.uploadMany([1, 2, 3].map((size) => ({ source: text(size) })))
      const ids = assets.map(({ id }) => id)
      const heard = heardBy(store)
      assert.equal((await store.select(ids.slice(0, 2)).move(a.id)).length, 2)
      assert.deepEqual(await store.select(ids.slice(0, 2)).move(a.id), [])
      await store.update(ids[2] ?? '', { folderId: b.id })
      await assert.rejects(store.select(ids).move(UNKNOWN), { code, context: { ids: [UNKNOWN] } })
      await assert.rejects(store.update(ids[0] ?? '', { folderId: UNKNOWN }), { code })
      const many = Array.from({ length: 11 }, (_, n) => `${n}`)
      await assert.rejects(store.select(many).move(a.id), { code: 'too_many_ids' })
      await assert.rejects(store.folders.delete(a.id), { code: 'folder_not_empty' })
      await store.folders.delete(a.id, { assets: 'trash' })
      await store.folders.delete(b.id, { assets: 'detach' })
      assert.deepEqual(heard.toSorted(), [
        'deleted a',
        'deleted b',
        'moved 1',
        'moved 2',
        'moved 3',
        'trashed 1',
        'trashed 2',
        'updated 3',
      ])
      const [kept, trashed] = [await store.list(), await store.list({ trashed: true })]
      assert.deepEqual([kept.total, trashed.total], [1, 2])
      const all = [...kept.assets, ...trashed.assets]
      assert.deepEqual(
        all.map(({ folderId }) => folderId),
        [null, null, null],
      )
    },
  },
  {
    name: 'a scoped view has its own folders alone',
    async run({ store }) {
      const [ann, bob] = [
        store.for({ scope: { createdBy: 'ann' } }),
        store.for({ scope: { createdBy: 'bob' } }),
      ]
      const mine = await ann.folders.create({ name: 'Same' })
      const his = await bob.folders.create({ name: 'Same' })
      assert.deepEqual([mine.createdBy, his.createdBy], ['ann', 'bob'])
      assert.deepEqual((await ann.folders.list()).folders, [mine])
      const asset = await ann.upload(text(1), { folderId: mine.id })
      for (const call of [
        () => bob.folders.get(mine.id),
        () => bob.folders.usage([mine.id]),
        () => bob.folders.update(mine.id, { name: 'his' }),
        () => bob.folders.delete(mine.id, { assets: 'trash' }),
        () => bob.folders.create({ name: 'inner', parentId: mine.id }),
        () => bob.upload(text(1), { folderId: mine.id }),
        () => bob.upload(text(1), { folderId: mine.id, idempotencyKey: 'k' }),
        () => bob.select([]).move(mine.id),
        () => bob.tickets.create({ folderId: mine.id }),
        () => ann.for({ tenant: 'other' }).folders.get(mine.id),
      ]) {
        await assert.rejects(call(), { code })
      }
      await assert.rejects(bob.select(asset.id).move(his.id), { code: 'asset_not_found' })
      assert.equal((await store.folders.list()).total, 2)
    },
  },
]
