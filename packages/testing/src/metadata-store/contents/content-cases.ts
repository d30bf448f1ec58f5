import assert from 'node:assert/strict'
import {
  blobKeysOf,
  type Inserted,
  type InsertRequest,
  type NewAsset,
  requireFilter,
} from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import type { ContractCase } from '../../contract/contract.ts'
import { HOUR, listed, newAsset, newTicket, refuses, storedOne } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'

const tenant = 'default'
const [ONE, TWO] = ['11'.repeat(32), '22'.repeat(32)]

/** Reserves and inserts; by default resolves to existing assets. */
async function insert(
  metadata: MetadataStore,
  assets: readonly NewAsset[],
  extras: Partial<InsertRequest> = {},
): Promise<Inserted> {
  await metadata.blobs.reserve(assets.flatMap(blobKeysOf), { lifetime: HOUR })
  const request = { tenant, assets, keyId: null, quota: null, onDuplicate: 'return' as const }
  return metadata.assets.insert({ ...request, ...extras })
}

function withBytes(...digests: readonly string[]): readonly NewAsset[] {
  return digests.map((sha256) => newAsset({ sha256 }))
}

/** The id of the existing asset for each new one. */
function placesOf({ duplicateOf = [] }: Inserted): readonly (string | null)[] {
  return duplicateOf.map((asset) => asset?.id ?? null)
}

export const contentCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'insert answers with the oldest asset of the same bytes, and counts only what it stored',
    async run({ metadata }) {
      const oldest = await storedOne(metadata, { sha256: ONE })
      await storedOne(metadata, { sha256: ONE })
      const before = await metadata.assets.usage(tenant)
      const assets = withBytes(ONE, TWO, TWO, ONE)
      const ticket = await metadata.tickets.create(newTicket({ files: 1, createdBy: null }))
      const inserted = await insert(metadata, assets, { ticket: ticket.id })
      const [, fresh] = assets
      assert.deepEqual(
        inserted.assets.map(({ id, seq }) => [id, seq]),
        [[fresh?.id, 3]],
      )
      assert.deepEqual(placesOf(inserted), [oldest.id, null, fresh?.id, oldest.id])
      assert.deepEqual(inserted.duplicateOf?.[0], oldest)
      assert.deepEqual(inserted.duplicateOf?.[2], inserted.assets[0])
      const { bytes, assets: count } = await metadata.assets.usage(tenant)
      assert.deepEqual([count, bytes - before.bytes], [3, fresh?.size])
      const again = await insert(metadata, withBytes(TWO), { ticket: ticket.id, quota: 1 })
      assert.deepEqual([again.assets, placesOf(again)], [[], [fresh?.id]])
      assert.equal((await listed(metadata)).total, 3)
    },
  },
  {
    name: 'insert leaves the reservations of what it did not store',
    async run({ metadata }) {
      await storedOne(metadata, { sha256: ONE })
      const [unused] = withBytes(ONE)
      assert.ok(unused)
      await insert(metadata, [unused])
      const keys = [unused.blobKey]
      assert.deepEqual(await metadata.blobs.claim({ keys }), keys)
    },
  },
  {
    name: 'insert refuses a duplicate and stores nothing',
    async run({ metadata }) {
      const { id } = await storedOne(metadata, { sha256: ONE })
      const refuse = { onDuplicate: 'refuse' } as const
      await refuses(insert(metadata, withBytes(TWO, ONE), refuse), 'duplicate', { id, index: 1 })
      const twice = insert(metadata, withBytes(TWO, TWO), refuse)
      await refuses(twice, 'duplicate', { id: null, index: 1 })
      assert.equal((await listed(metadata)).total, 1)
      const { assets } = await insert(metadata, withBytes(ONE, TWO), { onDuplicate: 'store' })
      assert.equal(assets.length, 2)
    },
  },
  {
    name: 'what is in the trash, held back, of another tenant or out of scope is no duplicate',
    async run({ metadata }) {
      const trashed = await storedOne(metadata, { sha256: ONE })
      await metadata.assets.setTrashed({ tenant, ids: [trashed.id], to: 'trash' })
      await storedOne(metadata, { sha256: ONE, status: 'processing' })
      await storedOne(metadata, { sha256: ONE }, 'other')
      const bobs = await storedOne(metadata, { sha256: ONE, createdBy: 'bob' })
      const scope = { createdBy: 'ann' }
      const anns = [newAsset({ sha256: ONE, createdBy: 'ann' })]
      assert.equal((await insert(metadata, anns, { scope })).duplicateOf, undefined)
      const again = await insert(metadata, withBytes(ONE), { duplicatesOf: scope })
      assert.deepEqual(placesOf(again), [anns[0]?.id])
      assert.deepEqual(placesOf(await insert(metadata, withBytes(ONE))), [bobs.id])
      const none = { duplicatesOf: { createdBy: null } }
      assert.equal((await insert(metadata, withBytes(ONE), none)).assets.length, 1)
    },
  },
  {
    name: 'a repetition is answered before duplicates are looked for, and names those of the first time',
    async run({ metadata }) {
      const { id } = await storedOne(metadata, { sha256: ONE })
      const extras = { idempotency: { key: 'order 18', digest: 'of both', lifetime: 100_000 } }
      const assets = withBytes(ONE, TWO)
      await insert(metadata, assets, extras)
      const again = await insert(metadata, withBytes(ONE, TWO), {
        ...extras,
        onDuplicate: 'refuse',
      })
      assert.deepEqual(again, { assets: [], replayOf: [id, assets[1]?.id] })
      const alone = { idempotency: { key: 'order 19', digest: 'of one', lifetime: 100_000 } }
      await insert(metadata, withBytes(ONE), alone)
      const { replayOf } = await insert(metadata, withBytes(ONE), alone)
      assert.deepEqual(replayOf, [id])
    },
  },
  {
    name: 'of many uploads of the same new bytes at once, one is stored',
    async run({ metadata }) {
      const all = await Promise.all(
        Array.from({ length: 20 }, () => insert(metadata, withBytes(ONE, TWO))),
      )
      assert.equal((await listed(metadata)).total, 2)
      const stored = all.flatMap(({ assets }) => assets)
      assert.deepEqual(stored.map(({ sha256 }) => sha256).sort(), [ONE, TWO])
      const places = all.flatMap(placesOf).filter((id) => id !== null)
      assert.deepEqual(new Set(places), new Set(stored.map(({ id }) => id)))
      assert.equal(places.length, 38)
    },
  },
  {
    name: 'uploads at once with different scopes are answered within their own alone',
    async run({ metadata }) {
      const scopes = [undefined, { createdBy: null }, { createdBy: 'ann' }]
      const requests = Array.from({ length: 18 }, (_, index) => scopes[index % scopes.length])
      const all = await Promise.all(
        requests.map((scope) => {
          const createdBy = scope === undefined ? 'bob' : scope.createdBy
          const assets = [newAsset({ sha256: ONE, createdBy })]
          return insert(metadata, assets, scope === undefined ? {} : { scope })
        }),
      )
      for (const [index, { duplicateOf = [] }] of all.entries()) {
        const scope = requests[index]
        for (const there of duplicateOf) {
          if (scope !== undefined) assert.equal(there?.createdBy, scope.createdBy)
        }
      }
      const from = { offset: 0 }
      for (const createdBy of [null, 'ann']) {
        const query = { tenant, trashed: false, scope: { createdBy }, from, limit: 9 }
        assert.equal((await metadata.assets.list(query)).total, 1)
      }
    },
  },
  {
    name: 'an external id is unique in its tenant, the trash included, and exact',
    async run({ metadata }) {
      const externalId = 'Ärger/Foto 1.JPG'
      const store = (asset: Partial<NewAsset>, extras: Partial<InsertRequest> = {}) =>
        insert(metadata, [newAsset(), newAsset(asset)], { onDuplicate: 'store', ...extras })
      const first = await storedOne(metadata, { externalId, createdBy: 'ann' })
      const { id } = first
      assert.deepEqual(await metadata.assets.get({ tenant, externalId }), first)
      await refuses(store({ externalId }), 'external_id_taken', { id, index: 1 })
      const scope = { createdBy: 'bob' }
      await refuses(store({ externalId }, { scope }), 'external_id_taken', { id: null, index: 1 })
      await metadata.assets.setTrashed({ tenant, ids: [id], to: 'trash' })
      await refuses(store({ externalId }), 'external_id_taken', { id, index: 1 })
      assert.equal((await listed(metadata)).total, 0)
      await store({ externalId: externalId.toLowerCase() })
      await store({ externalId: 'ärger/foto 1.jpg ' })
      await storedOne(metadata, { externalId }, 'other')
      const twice = { onDuplicate: 'store' } as const
      const same = [newAsset({ externalId: 'x' }), newAsset({ externalId: 'x' })]
      await refuses(insert(metadata, same, twice), 'external_id_taken', { id: null, index: 1 })
      assert.equal(await metadata.assets.get({ tenant, externalId: 'none' }), null)
      const filter = requireFilter({ externalId: [externalId, 'ärger/foto 1.jpg'] })
      const query = { tenant, filter, from: { offset: 0 }, limit: 9 } as const
      const active = await metadata.assets.list({ ...query, trashed: false })
      assert.deepEqual(
        active.assets.map((asset) => asset.externalId),
        ['ärger/foto 1.jpg'],
      )
      assert.equal((await metadata.assets.list({ ...query, trashed: 'with' })).total, 2)
      await metadata.assets.purge({ tenant, ids: [id], doneWithin: 0 })
      await store({ externalId })
    },
  },
  {
    name: 'of many uploads with one external id at once, one is stored',
    async run({ metadata }) {
      const inserting = Array.from({ length: 12 }, () =>
        insert(metadata, [newAsset({ externalId: 'one' })]),
      )
      const settled = await Promise.allSettled(inserting)
      const stored = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
      assert.equal((await listed(metadata)).total, 1)
      assert.equal(stored.flatMap(({ assets }) => assets).length, 1)
    },
  },
]
