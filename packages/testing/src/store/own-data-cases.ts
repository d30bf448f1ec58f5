import assert from 'node:assert/strict'
import {
  type Asset,
  type AssetStore,
  type OwnData,
  revisionOf,
  type UploadInput,
} from '@stowage/core'
import type { ContractCase } from '../contract/contract.ts'
import { assertSays, ODD_OWN_DATA } from '../metadata-store/assets/own-data-fixture.ts'
import type { StoreFixture } from './store-fixture.ts'
import { text, ticketOf } from './ticket-fixture.ts'

const code = 'invalid_argument'
const given = (value: unknown) => value as never
const { '': _, ...MEMBERS } = ODD_OWN_DATA.metadata
/** Own data that the checks accept unchanged. */
const OWN: OwnData = { ...ODD_OWN_DATA, title: 'Düne 🏖', metadata: MEMBERS }

/** The ids of the assets that a listener for this event gets. */
function heardBy(store: AssetStore, event: 'asset.updated' | 'asset.tagged'): readonly string[] {
  const heard: string[] = []
  store.on(event, ({ asset }) => heard.push(asset.id))
  return heard
}

/** Fails unless each call is `invalid_argument` and names the argument. */
async function refuse(calls: readonly (readonly [string, () => Promise<unknown>])[]) {
  for (const [argument, call] of calls) {
    await assert.rejects(call(), { code, context: { argument } })
  }
}

export const ownDataCases: readonly ContractCase<StoreFixture>[] = [
  {
    name: 'upload keeps what is said about a file, normalised',
    async run({ store }) {
      const asset = await store.upload(text(1), OWN)
      assertSays(asset, OWN)
      assertSays(await store.get(asset.id), OWN)
      const { title, alt, tags } = await store.upload(
        { source: text(1), title: 'input', tags: ['input'] },
        { title: ' Å ', alt: { EN: ' x ', 'PT-br': 'y' }, tags: [' A ', 'a'] },
      )
      assert.deepEqual([title, alt, tags], ['Å', { en: 'x', 'pt-BR': 'y' }, ['A']])
    },
  },
  {
    name: 'uploadMany keeps what is said about all files, unless a file says otherwise',
    async run({ store }) {
      const files: UploadInput[] = [
        { source: text(1) },
        { source: text(2), title: 'mine', tags: [], metadata: { a: 1 } },
      ]
      const own = { title: 'all', alt: { en: 'all' }, tags: ['all'], metadata: { b: 2 } }
      const said = (await store.uploadMany(files, own)).map(({ title, alt, tags, metadata }) => {
        return { title, alt, tags, metadata }
      })
      const second = { title: 'mine', alt: { en: 'all' }, tags: [], metadata: { a: 1 } }
      assert.deepEqual(said, [own, second])
    },
  },
  {
    name: 'own data of another form is invalid_argument that names the member, and stores nothing',
    async run({ store, countBlobs }) {
      const { id } = await store.upload(text(1))
      const blobs = await countBlobs()
      await refuse([
        ['title', () => store.upload(text(2), { title: '' })],
        ['tags[1]', () => store.upload({ source: text(2), tags: ['a', given(7)] })],
        ['alt.en', () => store.uploadMany([{ source: text(2) }], { alt: { en: '' } })],
        ['title', () => store.update(id, { title: given(7) })],
        ['alt', () => store.update(id, { alt: given(null) })],
        ['tags[0]', () => store.update(id, { tags: ['a,b'] })],
        ['focus', () => store.update(id, { focus: { x: 0, y: 1.01 } })],
        ['focus', () => store.upload(text(2), { focus: given({ x: 0 }) })],
        ['metadata.price', () => store.update(id, { metadata: { price: Number.NaN } })],
        ['metadata', () => store.tickets.create({ metadata: given([]) })],
        ['tags', () => store.tickets.create({ tags: given('a') })],
      ])
      const files = [{ source: text(2) }, { source: text(2), metadata: given({ a: {} }) }]
      const context = { argument: 'metadata.a', index: 1 }
      await assert.rejects(store.uploadMany(files), { code, context })
      assert.equal((await store.list()).total, 1)
      assert.equal(await countBlobs(), blobs)
    },
  },
  {
    name: 'update says other things about an asset, and is an event when something differs',
    async run({ store }) {
      const { id } = await store.upload(text(1), { ...OWN, name: 'a.txt' })
      const heard = heardBy(store, 'asset.updated')
      const asset = await store.update(id, { alt: { de: 'x' }, tags: ['B', 'b', 'a'] })
      assertSays(asset, { ...OWN, alt: { de: 'x' }, tags: ['B', 'a'] })
      assert.equal(asset.name, 'a.txt')
      assert.deepEqual(await store.update(id, { alt: { DE: ' x' } }), asset)
      const nothing = { title: null, alt: {}, tags: [], metadata: {}, focus: null }
      assertSays(await store.update(id, nothing), nothing)
      assert.deepEqual(heard, [id, id])
      await store.trash(id)
      await assert.rejects(store.update(id, { tags: ['a'] }), { code: 'asset_not_found' })
    },
  },
  {
    name: 'update with ifMatch is changed_meanwhile once another call has changed the asset',
    async run({ store }) {
      const asset = await store.upload(text(1))
      const { id } = asset
      const ifMatch = revisionOf(asset)
      const titles = ['one', 'two', 'three'].map((title) =>
        store.update(id, { title }, { ifMatch }),
      )
      const settled = await Promise.allSettled(titles)
      const won = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
      assert.deepEqual(won, [await store.get(id)])
      const tagged = (await store.select(id).tag({ add: ['a'] }))[0] as Asset
      const stale = won.map(revisionOf)
      const changes = { title: 'four' }
      await assert.rejects(store.update(id, changes, { ifMatch: stale }), {
        code: 'changed_meanwhile',
      })
      const revisions = [...stale, revisionOf(tagged)]
      assert.equal((await store.update(id, changes, { ifMatch: revisions })).title, 'four')
      await refuse([
        ['ifMatch', () => store.update(id, changes, { ifMatch: given(7) })],
        ['ifMatch', () => store.update(id, changes, { ifMatch: [given(null)] })],
      ])
    },
  },
  {
    name: 'tag adds tags to assets and removes others, all or none, each an event',
    async run({ store }) {
      const [a, b] = await store.uploadMany([
        { source: text(1), tags: ['Old'] },
        { source: text(2) },
      ])
      assert.ok(a && b)
      const heard = heardBy(store, 'asset.tagged')
      const ids = [b.id, a.id, b.id]
      const tagged = await store.select(ids).tag({ add: [' new ', 'NEW'], remove: ['old'] })
      assert.deepEqual(
        tagged.map(({ id, tags }) => [id, tags]),
        [
          [b.id, ['new']],
          [a.id, ['new']],
        ],
      )
      assert.deepEqual(await store.select(a.id).tag({ add: ['New'] }), [])
      assert.deepEqual(heard, [b.id, a.id])
      await store.trash(b.id)
      const context = { ids: [b.id] }
      await assert.rejects(store.select(ids).tag({ add: ['x'] }), {
        code: 'asset_not_found',
        context,
      })
      const full = Array.from({ length: 100 }, (_, n) => `t${n}`)
      const tooMany = { code: 'too_many_tags', context: { ids: [a.id], limit: 100 } }
      await assert.rejects(store.select(a.id).tag({ add: full }), tooMany)
      const many = Array.from({ length: 11 }, (_, n) => `${n}`)
      await assert.rejects(store.select(many).tag({}), { code: 'too_many_ids' })
      await refuse([
        ['add[0]', () => store.select(a.id).tag({ add: [''] })],
        ['remove', () => store.select(a.id).tag({ add: ['a'], remove: ['A'] })],
        ['adds', () => store.select(a.id).tag(given({ adds: [] }))],
        ['changes', () => store.select(a.id).tag(given(null))],
      ])
    },
  },
  {
    name: 'a scoped store tags its own assets alone',
    async run({ store }) {
      const [ann, bob] = [
        store.for({ scope: { createdBy: 'ann' } }),
        store.for({ scope: { createdBy: 'bob' } }),
      ]
      const { id } = await ann.upload(text(1), { tags: ['hers'] })
      const ifMatch = revisionOf(await ann.get(id))
      const code = 'asset_not_found'
      await assert.rejects(bob.select(id).tag({ add: ['x'] }), { code, context: { ids: [id] } })
      await assert.rejects(bob.update(id, { title: 'x' }, { ifMatch }), { code })
      assert.deepEqual((await ann.get(id)).tags, ['hers'])
      assert.equal((await ann.select(id).tag({ add: ['x'] })).length, 1)
    },
  },
  {
    name: 'an idempotency key stands for what was said, too',
    async run({ store }) {
      const upload = (own: Partial<OwnData>) =>
        store.upload(text(1), { idempotencyKey: 'once', name: 'a', ...own })
      const said = { title: 'a', tags: ['x', 'y'], metadata: { a: 1, b: 2 } }
      const first = await upload(said)
      const turned = { ...said, tags: [' x', 'y', 'Y'], metadata: { b: 2, a: 1 } }
      assert.deepEqual(await upload(turned), first)
      for (const other of [
        {},
        { ...said, title: 'b' },
        { ...said, alt: { en: 'a' } },
        { ...said, tags: ['y', 'x'] },
        { ...said, metadata: { a: 1, b: '2' } },
      ]) {
        await assert.rejects(upload(other), { code: 'idempotency_conflict' })
      }
      assert.equal((await store.list()).total, 1)
    },
  },
  {
    name: 'what a ticket says about its uploads their uploader cannot leave out or change',
    async run({ store }) {
      const fixed = { tags: ['Form', 'new'], metadata: { source: 'form', n: 1 } }
      const { ticket, verified } = await ticketOf(store, { files: 3, ...fixed })
      assert.deepEqual([ticket.tags, ticket.metadata], [fixed.tags, fixed.metadata])
      const asset = await store.upload(text(1), {
        ticket,
        title: 'mine',
        tags: ['form', 'mine'],
        metadata: { source: 'me', mine: true },
      })
      assert.deepEqual(asset.tags, ['Form', 'new', 'mine'])
      assert.deepEqual(asset.metadata, { source: 'form', mine: true, n: 1 })
      assert.equal(asset.title, 'mine')
      const plain = await store.upload(text(1), { ticket })
      assert.deepEqual([plain.tags, plain.metadata], [fixed.tags, fixed.metadata])
      const tags = Array.from({ length: 99 }, (_, n) => `t${n}`)
      await assert.rejects(store.upload(text(1), { ticket, tags }), { code })
      assert.equal((await verified()).filesLeft, 1)
    },
  },
]
