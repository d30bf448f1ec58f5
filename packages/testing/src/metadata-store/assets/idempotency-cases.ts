import assert from 'node:assert/strict'
import {
  blobKeysOf,
  type IdempotencyRecord,
  type Inserted,
  type NewAsset,
} from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import type { ContractCase } from '../../contract/contract.ts'
import { at, HOUR, listed, newAsset, newKey, refuses, storedOne, twoStores } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'

const tenant = 'default'
const once: IdempotencyRecord = { key: 'order 17', digest: 'of a and b', lifetime: 100_000 }

interface Extras {
  readonly idempotency?: IdempotencyRecord
  readonly tenant?: string
  readonly keyId?: string | null
  readonly quota?: number | null
}

/** Reserves and inserts, by default with the idempotency record `once`. */
async function insertOnce(
  metadata: MetadataStore,
  assets: readonly NewAsset[] = [newAsset()],
  extras: Extras = {},
): Promise<Inserted> {
  await metadata.blobs.reserve(assets.flatMap(blobKeysOf), { lifetime: HOUR })
  return metadata.assets.insert({
    tenant,
    assets,
    keyId: null,
    quota: null,
    idempotency: once,
    ...extras,
  })
}

const idsOf = (assets: readonly NewAsset[]) => assets.map(({ id }) => id)

/** Asserts that an insert stored nothing, and resolved to the asset ids of the first upload, in order. */
async function replays(inserting: Promise<Inserted>, first: readonly NewAsset[]): Promise<void> {
  assert.deepEqual(await inserting, { assets: [], replayOf: idsOf(first) })
}

export const idempotencyCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'insert with an idempotency key that is there stores nothing, and gives the ids of the first upload in order',
    async run({ metadata }) {
      const assets = [newAsset(), newAsset(), newAsset()]
      const stored = await insertOnce(metadata, assets)
      assert.deepEqual(idsOf(stored.assets), idsOf(assets))
      assert.equal(stored.replayOf, null)
      await replays(insertOnce(metadata), assets)
      await replays(insertOnce(metadata), assets)
      assert.equal((await listed(metadata)).total, 3)
    },
  },
  {
    name: 'a repeated upload uses up no number and leaves its reservations',
    async run({ metadata }) {
      await insertOnce(metadata)
      const again = newAsset()
      assert.notEqual((await insertOnce(metadata, [again])).replayOf, null)
      assert.deepEqual(await metadata.blobs.claim({ keys: [again.blobKey] }), [again.blobKey])
      assert.equal((await storedOne(metadata)).seq, 2)
    },
  },
  {
    name: 'insert with the same idempotency key and another digest is idempotency_conflict',
    async run({ metadata }) {
      const assets = [newAsset()]
      await insertOnce(metadata, assets)
      const other = { idempotency: { ...once, digest: 'of c' } }
      await refuses(insertOnce(metadata, [newAsset()], other), 'idempotency_conflict')
      await replays(insertOnce(metadata), assets)
      assert.equal((await listed(metadata)).total, 1)
    },
  },
  {
    name: 'an idempotency record counts until it expires; then the key can be used again',
    async run({ metadata, clock }) {
      const first = [newAsset()]
      await insertOnce(metadata, first)
      clock.set(99)
      // The caller's clock does not matter.
      const late = [newAsset({ createdAt: at(1000) })]
      await replays(insertOnce(metadata, late), first)
      clock.set(100)
      const next = [newAsset()]
      const renewed = { idempotency: { ...once, digest: 'of d' } }
      await insertOnce(metadata, next, renewed)
      clock.set(199)
      await replays(insertOnce(metadata, [newAsset()], renewed), next)
    },
  },
  {
    name: 'an idempotency key is of one tenant',
    async run({ metadata }) {
      await insertOnce(metadata)
      const theirs = [newAsset()]
      await insertOnce(metadata, theirs, { tenant: 'other' })
      await replays(insertOnce(metadata, [newAsset()], { tenant: 'other' }), theirs)
    },
  },
  {
    name: 'a refused insert leaves no idempotency record',
    async run({ metadata }) {
      const large = [newAsset({ size: 1000 })]
      await refuses(insertOnce(metadata, large, { quota: 999 }), 'quota_exceeded')
      await metadata.assets.insert({
        tenant,
        assets: large,
        keyId: null,
        quota: 1000,
        idempotency: once,
      })
      await replays(insertOnce(metadata), large)
    },
  },
  {
    name: 'a revoked key is refused before a repetition, a quota after',
    async run({ metadata }) {
      const key = newKey()
      await metadata.apiKeys.create(key)
      const first = [newAsset()]
      await insertOnce(metadata, first, { keyId: key.id })
      const full = { keyId: key.id, quota: 0 }
      await replays(insertOnce(metadata, [newAsset()], full), first)
      const mismatch = { ...full, idempotency: { ...once, digest: 'other' } }
      await refuses(insertOnce(metadata, [newAsset()], mismatch), 'idempotency_conflict')
      await metadata.apiKeys.update({ tenant, id: key.id, changes: { revokedAt: at(1) } })
      await refuses(insertOnce(metadata, [newAsset()], full), 'key_revoked')
    },
  },
  {
    name: 'an idempotency record outlives its assets',
    async run({ metadata }) {
      const [asset = assert.fail()] = (await insertOnce(metadata)).assets
      const request = { tenant, ids: [asset.id] }
      await metadata.assets.setTrashed({ ...request, to: 'trash' })
      await metadata.assets.purge({ ...request, doneWithin: HOUR })
      await replays(insertOnce(metadata), [asset])
    },
  },
  {
    name: 'of many inserts with one idempotency key at once, from two stores, one is stored',
    async run(fixture) {
      const stores = await twoStores(fixture)
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, n) => insertOnce(stores[n % 2] ?? fixture.metadata)),
      )
      const won = results.flatMap(({ assets }) => assets)
      assert.equal(won.length, 1)
      for (const { assets, replayOf } of results) {
        assert.deepEqual(replayOf, assets.length > 0 ? null : idsOf(won))
      }
      assert.deepEqual(await listed(fixture.metadata), { ids: idsOf(won), total: 1 })
    },
  },
]
