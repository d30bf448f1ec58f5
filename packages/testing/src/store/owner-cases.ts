import assert from 'node:assert/strict'
import type { Asset, AssetStore, Owner, OwnerField } from '@stowage/core'
import { MAX_PENDING_HOURS } from '@stowage/core/internal'
import type { ContractCase } from '../contract/contract.ts'
import type { StoreFixture } from './store-fixture.ts'
import { text, ticketOf } from './ticket-fixture.ts'

const post = { type: 'post', id: '1' }

const bytes = (name: string) => Buffer.from(name)

/** Hours from the upload to the expiry; `null`: the asset stays. */
function hoursOf({ createdAt, pendingUntil }: Asset): number | null {
  const millis = pendingUntil === null ? null : Date.parse(pendingUntil) - Date.parse(createdAt)
  return millis === null ? null : Math.round(millis / 3_600_000)
}

/** Names of the events that the store emits from now on, with the asset. */
function noted(store: AssetStore): readonly string[] {
  const events: string[] = []
  for (const name of ['asset.updated', 'asset.trashed', 'asset.purged'] as const) {
    store.on(name, ({ asset }) => events.push(`${name} ${asset.name}`))
  }
  return events
}

/** Owners, pending uploads and `keep`, as apps see them. */
export const ownerCases: readonly ContractCase<StoreFixture>[] = [
  {
    name: 'owners: what is attached is listed in order, and its owners are told in pages',
    async run({ store }) {
      const [a, b] = await store.uploadMany([{ source: bytes('a') }, { source: bytes('b') }])
      assert.ok(a && b)
      const events = noted(store)
      assert.deepEqual(await store.owners.add([b.id, a.id], post), [b, a])
      await store.owners.add(a.id, { ...post, field: 'cover' })
      assert.deepEqual(await store.owners.list(post), [b, a])
      assert.deepEqual(await store.owners.list({ ...post, field: 'cover' }), [a])
      const [first] = await store.owners.of(a.id, { limit: 1 })
      assert.ok(first)
      const { attachedAt, ...place } = first
      assert.deepEqual(place, { ...post, field: '', assetId: a.id })
      const rest = await store.owners.of(a.id, { after: first })
      assert.deepEqual(
        rest.map(({ field }) => field),
        ['cover'],
      )
      assert.deepEqual(await store.owners.remove([a.id, b.id], post), {
        detached: 2,
        unowned: [b.id],
      })
      assert.deepEqual(events, [])
      const other = store.for({ tenant: 'other' })
      await assert.rejects(other.owners.of(a.id), { code: 'asset_not_found' })
    },
  },
  {
    name: 'owners: an owner that goes takes along what no other has, with events',
    async run({ store, countBlobs }) {
      const files = ['own', 'shared', 'trashed'].map((name) => ({ source: bytes(name), name }))
      const [own, shared, trashed] = (await store.uploadMany(files)).map(({ id }) => id)
      assert.ok(own && shared && trashed)
      const ids = [own, shared, trashed]
      await store.owners.add(ids, { ...post, field: 'files' })
      await store.owners.add(shared, { type: 'user', id: '1' })
      await store.trash(trashed)
      const events = noted(store)
      const report = await store.owners.removeAll(post, { unowned: 'trash' })
      assert.deepEqual(report, { detached: 3, unowned: [own, trashed] })
      await store.restore([own, trashed])
      await store.owners.add(ids, post)
      const gone = await store.owners.removeAll(post, { unowned: 'purge' })
      assert.deepEqual(gone, { detached: 3, unowned: [own, trashed] })
      assert.deepEqual(events, ['asset.trashed own', 'asset.purged own', 'asset.purged trashed'])
      assert.deepEqual(
        (await store.list()).assets.map(({ id }) => id),
        [shared],
      )
      await store.admin.sweep()
      assert.equal(await countBlobs(), 1)
    },
  },
  {
    name: 'owners: a field that is set takes along what no other has, with events',
    async run({ store, countBlobs }) {
      const files = ['old', 'older', 'new'].map((name) => ({ source: bytes(name), name }))
      const [old, older, fresh] = await store.uploadMany(files, { pending: true })
      assert.ok(old && older && fresh)
      const avatar = { type: 'user', id: '1', field: 'avatar' }
      const first = await store.owners.set([old.id, older.id], avatar)
      assert.deepEqual([first.attached, first.detached, first.unowned], [2, 0, []])
      const turned = await store.owners.set([older.id, old.id], avatar, { unowned: 'purge' })
      assert.deepEqual([turned.attached, turned.detached, turned.unowned], [0, 0, []])
      const events = noted(store)
      const report = await store.owners.set([fresh.id, older.id], avatar, { unowned: 'trash' })
      const { assets, ...counts } = report
      assert.deepEqual(counts, { attached: 1, detached: 1, unowned: [old.id] })
      assert.deepEqual(assets, await store.owners.list(avatar))
      await store.owners.remove(older.id, avatar, { unowned: 'purge' })
      await store.owners.set([], avatar)
      assert.deepEqual(events, ['asset.trashed old', 'asset.purged older'])
      await store.admin.sweep()
      assert.equal(await countBlobs(), 2)
    },
  },
  {
    name: 'owners: a refusal of a trashed asset says so; one of another tenant is as unknown as any',
    async run({ store }) {
      const { id, publicFileId } = await store.upload(bytes('a'))
      const other = store.for({ tenant: 'other' })
      const refusal = { code: 'asset_not_found' }
      const unknown = {
        ...refusal,
        message: /no such asset.*Pass the id of an asset of this tenant/,
      }
      await assert.rejects(other.owners.add(id, post), unknown)
      await assert.rejects(store.owners.add(publicFileId, post), unknown)
      await store.trash(id)
      const trashed = { ...refusal, message: /is in the trash\. Restore it first/ }
      await assert.rejects(store.owners.add(id, post), trashed)
      await assert.rejects(store.owners.set(id, post), trashed)
      await assert.rejects(other.owners.add(id, post), unknown)
      await assert.rejects(store.for({ scope: { createdBy: 'ann' } }).owners.add(id, post), unknown)
    },
  },
  {
    name: 'owners: a form attaches the uploads of its user, and what the record has already',
    async run({ store }) {
      const upload = async (user: string, name: string) => {
        const { ticket } = await ticketOf(store, { createdBy: user })
        return store.upload(text(1), { ticket, name })
      }
      const [own, second, foreign] = [
        await upload('ann', 'own'),
        await upload('ann', 'second'),
        await upload('bob', 'foreign'),
      ]
      const files = { ...post, field: 'files' }
      const ann = { user: 'ann' }
      const report = await store.owners.attachUploads([own.id, ''], files, ann)
      assert.deepEqual([report.attached, report.detached], [1, 0])
      const context = { ids: [foreign.id] }
      for (const replace of [false, true]) {
        const stolen = store.owners.attachUploads([foreign.id, own.id], files, { ...ann, replace })
        await assert.rejects(stolen, { code: 'asset_not_found', context })
      }
      await store.owners.add(foreign.id, files)
      const both = [foreign.id, second.id]
      const replaced = await store.owners.attachUploads(both, files, { ...ann, replace: true })
      assert.deepEqual([replaced.attached, replaced.detached, replaced.unowned], [1, 1, [own.id]])
      const now = await store.owners.list(files)
      assert.deepEqual(
        now.map(({ id }) => id),
        both,
      )
      assert.equal((await store.list({ trashed: true })).total, 1)
      for (const nothing of [null, undefined, '', [], ['']]) {
        const none = await store.owners.attachUploads(nothing, files, { ...ann, replace: true })
        assert.deepEqual([none.assets, none.detached], [[], 0])
      }
      assert.equal((await store.owners.list(files)).length, 2)
      for (const wrong of [7, [7], { id: own.id }]) {
        const call = store.owners.attachUploads(wrong, files, ann)
        await assert.rejects(call, { code: 'invalid_argument' })
      }
    },
  },
  {
    name: 'owners: a form uploads its files as its user, all or none',
    async run({ store }) {
      const files = { ...post, field: 'files' }
      const ann = { user: 'ann' }
      const file = (name: string, content: string) => new File([content], name)
      const none = new File([], '')
      const own = store.for({ scope: { createdBy: 'ann' } })
      const { id } = await own.upload(text(1), { pending: true })
      const sent = [file('one.txt', 'one'), id, none, '', file('empty.txt', '')]
      const { assets } = await store.owners.attachUploads(sent, files, ann)
      assert.deepEqual(
        assets.map(({ name, createdBy }) => [name, createdBy]),
        [
          ['one.txt', 'ann'],
          [assets[1]?.name, 'ann'],
          ['empty.txt', 'ann'],
        ],
      )
      assert.equal(assets[1]?.id, id)

      const foreign = await store.upload(text(2))
      const before = await store.usage()
      const stolen = store.owners.attachUploads([file('two.txt', 'two'), foreign.id], files, ann)
      await assert.rejects(stolen, { code: 'asset_not_found', context: { ids: [foreign.id] } })
      const other = store.for({ scope: { createdBy: 'bob' } })
      const asAnother = other.owners.attachUploads(file('two.txt', 'two'), files, ann)
      await assert.rejects(asAnother, { code: 'invalid_argument' })
      assert.deepEqual(await store.usage(), before)
      for (const nothing of [none, [none, ''], [none]]) {
        const report = await store.owners.attachUploads(nothing, files, { ...ann, replace: true })
        assert.deepEqual([report.attached, report.detached], [0, 0])
      }

      const replace = { ...ann, replace: true, unowned: 'purge' } as const
      const replaced = await store.owners.attachUploads(file('new.txt', 'new'), files, replace)
      assert.deepEqual([replaced.attached, replaced.detached], [1, 3])
      const names = (await store.owners.list(files)).map(({ name }) => name)
      assert.deepEqual(names, ['new.txt'])
    },
  },
  {
    name: 'owners: a scoped store has the assets of its scope alone',
    async run({ store }) {
      const ann = store.for({ scope: { createdBy: 'ann' } })
      const hers = await ann.upload(bytes('hers'))
      const theirs = await store.upload(bytes('theirs'), { pending: true })
      await assert.rejects(ann.owners.add([hers.id, theirs.id], post), {
        code: 'asset_not_found',
        context: { ids: [theirs.id] },
      })
      await assert.rejects(ann.select(theirs.id).keep(), { code: 'asset_not_found' })
      await assert.rejects(ann.owners.of(theirs.id), { code: 'asset_not_found' })
      await store.owners.add([hers.id, theirs.id], post)
      assert.equal((await ann.owners.list(post)).length, 1)
      assert.equal((await ann.owners.remove(theirs.id, post)).detached, 0)
      const report = await ann.owners.removeAll(post, { unowned: 'purge' })
      assert.deepEqual(report, { detached: 1, unowned: [hers.id] })
      assert.equal((await store.owners.list(post)).length, 1)
    },
  },
  {
    name: 'pending: an upload or its ticket says for how long, until it is attached or kept',
    async run({ store }) {
      const plain = await store.upload(bytes('plain'), { pending: false })
      const day = await store.upload(bytes('day'), { pending: true })
      const [hour] = await store.uploadMany([{ source: bytes('hour') }], { pending: { hours: 1 } })
      assert.ok(hour)
      assert.deepEqual([plain, day, hour].map(hoursOf), [null, 24, 1])
      assert.deepEqual(await store.select([plain.id, day.id]).keep(), [
        { ...day, pendingUntil: null },
      ])
      assert.equal((await store.get(day.id)).pendingUntil, null)
      assert.deepEqual(await store.owners.add(hour.id, post), [{ ...hour, pendingUntil: null }])

      const { ticket } = await ticketOf(store, { pending: { hours: 2 } })
      assert.equal(ticket.pendingHours, 2)
      assert.equal(hoursOf(await store.upload(text(3), { ticket })), 2)
      await assert.rejects(store.upload(text(3), { ticket, pending: true }), {
        code: 'invalid_argument',
        context: { argument: 'pending' },
      })
    },
  },
  {
    name: 'owners and pending: what is not of the documented form is invalid_argument',
    async run({ store }) {
      const { id } = await store.upload(bytes('a'))
      const calls: readonly (readonly [string, () => Promise<unknown>])[] = [
        ['owner', () => store.owners.add(id, 'post' as unknown as OwnerField)],
        ['owner.type', () => store.owners.add(id, { type: '', id: '1' })],
        ['owner.id', () => store.owners.add(id, { type: 'post', id: 1 as unknown as string })],
        ['owner.field', () => store.owners.list({ ...post, field: 'x'.repeat(256) })],
        ['owner.id', () => store.owners.remove(id, { type: 'post', id: 'a\0' })],
        ['field', () => store.owners.removeAll({ ...post, field: '' } as Owner)],
        ['unowned', () => store.owners.set(id, post, { unowned: 'delete' as 'purge' })],
        ['owner.id', () => store.owners.set([], { type: 'post', id: '' })],
        ['unowned', () => store.owners.removeAll(post, { unowned: 'delete' as 'purge' })],
        ['limit', () => store.owners.of(id, { limit: 1001 })],
        ['owner.type', () => store.owners.of(id, { after: {} as OwnerField })],
        ['pending', () => store.upload(bytes('b'), { pending: 3 as unknown as true })],
        ['pending.hours', () => store.upload(bytes('b'), { pending: { hours: 0 } })],
        [
          'pending.hours',
          () => store.tickets.create({ pending: { hours: MAX_PENDING_HOURS + 1 } }),
        ],
      ]
      for (const [argument, call] of calls) {
        await assert.rejects(call, { code: 'invalid_argument', context: { argument } }, argument)
      }
      const ids = Array.from({ length: 11 }, (_, index) => `${index}`)
      await assert.rejects(store.owners.add(ids, post), { code: 'too_many_ids' })
      await assert.rejects(store.select(ids).keep(), { code: 'too_many_ids' })
    },
  },
]
