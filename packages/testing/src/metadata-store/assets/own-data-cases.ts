import assert from 'node:assert/strict'
import type { AssetChanges } from '@stowage/core'
import { MAX_TAGS, NO_OWN_DATA } from '@stowage/core/internal'
import type { ContractCase } from '../../contract/contract.ts'
import { assertFound } from '../finding/find-oracle.ts'
import { at, newAsset, newTicket, refuses, storedOne } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'
import { assertSays, ODD_OWN_DATA, tagged } from './own-data-fixture.ts'

const tenant = 'default'
const many = (count: number) => Array.from({ length: count }, (_, n) => `tag ${n}`)

export const ownDataCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'own data comes back as it was put in, from every read; what says nothing has none',
    async run({ metadata }) {
      const { id, publicFileId } = await storedOne(metadata, ODD_OWN_DATA)
      const from = { offset: 0 }
      const list = await metadata.assets.list({ tenant, trashed: false, from, limit: 9 })
      const reads = [
        await metadata.assets.get({ id }),
        await metadata.assets.get({ publicFileId }),
        list.assets[0],
        (await metadata.assets.listAll({ afterId: null, limit: 9 }))[0],
      ]
      for (const asset of reads) assertSays(asset ?? assert.fail(), ODD_OWN_DATA)
      const plain = await storedOne(metadata)
      assertSays((await metadata.assets.get({ id: plain.id })) ?? assert.fail(), NO_OWN_DATA)
    },
  },
  {
    name: 'update replaces each member of own data as a whole, and leaves the others',
    async run({ metadata, clock }) {
      const asset = await storedOne(metadata, ODD_OWN_DATA)
      let expected = asset
      const steps: readonly AssetChanges[] = [
        { title: 'x' },
        { alt: { de: 'Düne' } },
        { tags: ['b', 'a'], name: 'new.jpg' },
        { metadata: ODD_OWN_DATA.metadata, isFavourite: true },
        { metadata: { n: 0 } },
        NO_OWN_DATA,
      ]
      for (const [index, changes] of steps.entries()) {
        clock.set(index + 1)
        const before = expected
        const updated = await metadata.assets.update({ tenant, id: asset.id, changes })
        expected = { ...before, ...changes, updatedAt: at(index + 1) }
        assert.deepEqual(updated, { asset: expected, changed: true })
        const found = (await metadata.assets.get({ id: asset.id })) ?? assert.fail()
        assert.deepEqual(found, expected)
        assertSays(found, expected)
      }
    },
  },
  {
    name: 'update that says the same, in another order of members, changes nothing',
    async run({ metadata, clock }) {
      const asset = await storedOne(metadata, ODD_OWN_DATA)
      clock.set(9)
      const turned = (members: object) => Object.fromEntries(Object.entries(members).toReversed())
      const { title, alt, tags, metadata: own } = ODD_OWN_DATA
      const same = { title, tags: [...tags], alt: turned(alt), metadata: turned(own) }
      const update = (changes: AssetChanges) =>
        metadata.assets.update({ tenant, id: asset.id, changes })
      for (const changes of [same, { tags }, { title }, ODD_OWN_DATA]) {
        assert.deepEqual(await update(changes), { asset, changed: false })
      }
      assert.equal((await update({ tags: tags.toReversed() })).changed, true)
      assert.equal((await update({ metadata: { ...own, a: '-1.5e-7' } })).changed, true)
    },
  },
  {
    name: 'update of own data does not find an asset in the trash',
    async run({ metadata }) {
      const { id } = await storedOne(metadata, { status: 'processing' })
      await metadata.assets.setTrashed({ tenant, ids: [id], to: 'trash' })
      for (const own of [{ title: null }, { alt: {} }, { tags: ['a'] }, { metadata: {} }]) {
        const changes = { status: 'ready' as const, ...own }
        const call = metadata.assets.update({ tenant, id, changes })
        await refuses(call, 'asset_not_found', { ids: [id] })
      }
    },
  },
  {
    name: 'tag removes and adds, keeps the spelling and the order that there is, and says what changed',
    async run({ metadata, clock }) {
      const a = await storedOne(metadata, { ...ODD_OWN_DATA, tags: ['Beach', 'old', 'Straße'] })
      const b = await storedOne(metadata, { tags: ['beach'] })
      const c = await storedOne(metadata)
      const ids = [c.id, b.id, a.id]
      clock.set(1)
      const changed = await tagged(metadata, ids, { add: ['BEACH'], remove: ['OLD', 'STRASSE'] })
      assert.deepEqual(changed, [
        { ...c, tags: ['BEACH'], updatedAt: at(1) },
        { ...a, tags: ['Beach'], updatedAt: at(1) },
      ])
      assert.deepEqual(await metadata.assets.get({ id: a.id }), changed[1])
      assert.deepEqual(await metadata.assets.get({ id: b.id }), b)
      clock.set(2)
      const none = { add: ['beach'], remove: ['old'] }
      assert.deepEqual(await tagged(metadata, ids, none), [])
      const gone = await tagged(metadata, [b.id], { remove: ['beach'], add: ['x', 'y'] })
      assert.deepEqual(gone, [{ ...b, tags: ['x', 'y'], updatedAt: at(2) }])
    },
  },
  {
    name: 'tag is refused for assets that are unknown, in the trash or out of scope, and tags none',
    async run({ metadata }) {
      const mine = await storedOne(metadata, { createdBy: 'ann' })
      const hers = await storedOne(metadata, { createdBy: 'bob' })
      const theirs = await storedOne(metadata, { createdBy: 'ann' }, 'other')
      const trashed = await storedOne(metadata, { createdBy: 'ann' })
      await metadata.assets.setTrashed({ tenant, ids: [trashed.id], to: 'trash' })
      const unknown = newAsset().id
      const ids = [unknown, mine.id, trashed.id, hers.id, theirs.id]
      const request = { tenant, add: ['a'], remove: [] }
      const others = { ids: [unknown, trashed.id, theirs.id] }
      await refuses(metadata.assets.tag({ ...request, ids }), 'asset_not_found', others)
      const scoped = { ...request, ids, scope: { createdBy: 'ann' } }
      const outside = { ids: [unknown, trashed.id, hers.id, theirs.id] }
      await refuses(metadata.assets.tag(scoped), 'asset_not_found', outside)
      const nowhere = metadata.assets.tag({ ...request, tenant: 'nowhere', ids: [mine.id] })
      await refuses(nowhere, 'asset_not_found', { ids: [mine.id] })
      assert.deepEqual(await metadata.assets.get({ id: mine.id }), mine)
      assert.equal((await metadata.assets.tag({ ...scoped, ids: [mine.id] })).length, 1)
    },
  },
  {
    name: 'tag is refused with the ids of those that would have too many tags, and tags none',
    async run({ metadata }) {
      const full = await storedOne(metadata, { tags: many(MAX_TAGS) })
      const nearly = await storedOne(metadata, { tags: many(MAX_TAGS - 1) })
      const empty = await storedOne(metadata)
      const ids = [empty.id, full.id, nearly.id]
      const refused = (add: readonly string[], over: readonly string[]) =>
        refuses(tagged(metadata, ids, { add }), 'too_many_tags', { ids: over, limit: MAX_TAGS })
      await refused(['x'], [full.id])
      await refused(['x', 'y'], [full.id, nearly.id])
      assert.deepEqual(await metadata.assets.get({ id: empty.id }), empty)
      const changed = await tagged(metadata, ids, { add: ['x'], remove: ['TAG 7'] })
      assert.deepEqual(
        changed.map(({ tags }) => tags.length),
        [1, MAX_TAGS, MAX_TAGS - 1],
      )
    },
  },
  {
    name: 'an asset is found by what is said about it now, in the trash too',
    async run({ metadata }) {
      const { id } = await storedOne(metadata, { ...ODD_OWN_DATA, name: 'a.jpg' })
      const other = await storedOne(metadata, { name: 'b.jpg' })
      const isFound = async (expected: number, filter: object, trashed = false) => {
        const all = await metadata.assets.listAll({ afterId: null, limit: 9 })
        const asked = { filter, sort: '-createdAt', trashed } as const
        assert.equal(await assertFound(metadata, all, asked), expected)
      }
      await isFound(1, { tags: ['zebra', 'STRASSE'] })
      await isFound(1, { search: 'dun' })
      await isFound(1, { metadata: { constructor: null, z: 1e-300 } })
      await metadata.assets.update({ tenant, id, changes: { title: 'Wald', metadata: { n: 0 } } })
      await isFound(0, { search: 'meer' })
      await isFound(1, { search: 'wald', metadata: { n: 0 } })
      await tagged(metadata, [id, other.id], { add: ['holiday'], remove: ['Zebra'] })
      await isFound(0, { tags: ['zebra'] })
      await isFound(2, { tags: ['Holiday'] })
      await metadata.assets.setTrashed({ tenant, ids: [id], to: 'trash' })
      await isFound(1, { tags: ['holiday'] })
      await isFound(1, { tags: ['holiday'], search: 'wald' }, true)
    },
  },
  {
    name: 'a ticket keeps the tags and the metadata that it fixes',
    async run({ metadata }) {
      const { tags, metadata: own } = ODD_OWN_DATA
      const { id } = await metadata.tickets.create(newTicket({ tags, metadata: own }))
      const found = (await metadata.tickets.get(id))?.ticket ?? assert.fail()
      assertSays(
        { ...NO_OWN_DATA, tags: found.tags, metadata: found.metadata },
        { ...NO_OWN_DATA, tags, metadata: own },
      )
      const revoked = await metadata.tickets.revoke({ tenant, id })
      assert.deepEqual([revoked.tags, revoked.metadata], [tags, own])
    },
  },
]
