import assert from 'node:assert/strict'
import { type AssetStore, isStowageError, type Principal, type UploadInput } from '@stowage/core'
import type { ContractCase } from '../contract/contract.ts'
import type { StoreFixture } from './store-fixture.ts'

const idempotencyKey = '8e03978e-40d5-43dd-bc93-6894a57f9324'
const bytesOf = (text: string) => new TextEncoder().encode(text)
const file = (text: string, name = 'a.txt'): UploadInput => ({ source: bytesOf(text), name })

async function principalOf(store: AssetStore): Promise<Principal> {
  const { token } = await store.keys.create({ name: 'uploader' })
  return (await store.keys.verify(token)) ?? assert.fail()
}

async function holds({ store, countBlobs }: StoreFixture, count: number): Promise<void> {
  assert.deepEqual([(await store.list()).total, await countBlobs()], [count, count])
}

export const repetitionCases: readonly ContractCase<StoreFixture>[] = [
  {
    name: 'an upload repeated under its idempotency key resolves to the first asset, and stores nothing',
    async run(fixture) {
      const { store } = fixture
      const created: string[] = []
      store.on('asset.created', ({ asset }) => created.push(asset.id))
      const upload = () => store.upload(bytesOf('once'), { name: 'a.txt', idempotencyKey })
      const asset = await upload()
      assert.deepEqual(await upload(), asset)
      assert.deepEqual(await upload(), asset)
      assert.deepEqual(created, [asset.id])
      await holds(fixture, 1)
    },
  },
  {
    name: 'uploadMany repeated resolves to the first assets, in their order',
    async run(fixture) {
      const { store } = fixture
      const files = () => [file('one'), file('two'), file('three', 'c.txt')]
      const assets = await store.uploadMany(files(), { idempotencyKey })
      assert.deepEqual(await store.uploadMany(files(), { idempotencyKey }), assets)
      await holds(fixture, 3)
    },
  },
  {
    name: 'other bytes, another name, order or number of files under the key are idempotency_conflict',
    async run(fixture) {
      const { store } = fixture
      await store.uploadMany([file('one'), file('two', 'b.txt')], { idempotencyKey })
      for (const files of [
        [file('one'), file('2', 'b.txt')],
        [file('one'), file('two', 'c.txt')],
        [file('two', 'b.txt'), file('one')],
        [file('one')],
        [file('one'), file('two', 'b.txt'), file('two', 'b.txt')],
      ]) {
        const upload = store.uploadMany(files, { idempotencyKey })
        await assert.rejects(upload, { code: 'idempotency_conflict' })
      }
      await holds(fixture, 2)
    },
  },
  {
    name: 'names that are stored alike are alike for a repetition too',
    async run({ store }) {
      const upload = (name: string) => store.upload(bytesOf('x'), { name, idempotencyKey })
      const asset = await upload('C:\\pictures\\a.txt')
      assert.deepEqual(await upload('/home/me/a.txt'), asset)
    },
  },
  {
    name: 'of uploads at the same time under one key one is stored, and all resolve to it',
    async run(fixture) {
      const uploads = Array.from({ length: 16 }, () =>
        fixture.store.upload(bytesOf('together'), { name: 'a.txt', idempotencyKey }),
      )
      const [first, ...others] = await Promise.all(uploads)
      for (const other of others) assert.deepEqual(other, first)
      await holds(fixture, 1)
    },
  },
  {
    name: 'a key means something to its principal and tenant only',
    async run({ store }) {
      const [anna, ben] = [await principalOf(store), await principalOf(store)]
      const upload = (principal?: Principal, of = store) =>
        of.upload(bytesOf('same'), { idempotencyKey, ...(principal && { principal }) })
      const external: Principal = { ...anna, kind: 'external' }
      const assets = [
        await upload(anna),
        await upload(ben),
        await upload(external),
        await upload(),
        await upload(undefined, store.for({ tenant: 'other' })),
      ]
      assert.equal(new Set(assets.map(({ id }) => id)).size, 5)
      assert.deepEqual(await upload(anna), assets[0])
      assert.deepEqual(await upload(ben), assets[1])
      assert.deepEqual(await upload(external), assets[2])
      assert.deepEqual(await upload(), assets[3])
    },
  },
  {
    name: 'a repetition resolves to the assets as they are now, in the trash too',
    async run({ store }) {
      const upload = () => store.upload(bytesOf('x'), { idempotencyKey })
      const { id } = await upload()
      const renamed = await store.update(id, { name: 'renamed.txt' })
      assert.deepEqual(await upload(), renamed)
      const [trashed] = await store.trash(id)
      assert.deepEqual(await upload(), trashed)
    },
  },
  {
    name: 'a repetition after a purge is asset_not_found, and says so',
    async run(fixture) {
      const { store } = fixture
      const files = () => [file('one'), file('two')]
      const [kept, gone] = await store.uploadMany(files(), { idempotencyKey })
      assert.ok(kept && gone)
      await store.trash(gone.id)
      await store.purge(gone.id)
      await assert.rejects(store.uploadMany(files(), { idempotencyKey }), (error) => {
        assert.ok(isStowageError(error, 'asset_not_found'))
        assert.match(error.message, /uploaded before and has been purged/)
        assert.deepEqual(error.context, { ids: [gone.id], repeated: true })
        return true
      })
      await holds(fixture, 1)
    },
  },
  {
    name: 'a refused upload leaves its key unused',
    async run(fixture) {
      const { store } = fixture
      const broken = store.upload(bytesOf('x'), { sha256: '0'.repeat(64), idempotencyKey })
      await assert.rejects(broken, { code: 'digest_mismatch' })
      const other = await store.upload(bytesOf('other'), { idempotencyKey })
      assert.deepEqual(await store.upload(bytesOf('other'), { idempotencyKey }), other)
      await holds(fixture, 1)
    },
  },
  {
    name: 'a key revoked meanwhile is refused before a repetition is answered',
    async run({ store }) {
      const principal = await principalOf(store)
      const upload = () => store.upload(bytesOf('x'), { principal, idempotencyKey })
      await upload()
      await store.keys.revoke(principal.id)
      await assert.rejects(upload(), { code: 'key_revoked' })
    },
  },
  {
    name: 'an idempotency key has 1 to 255 characters',
    async run(fixture) {
      const { store } = fixture
      for (const key of ['', 'x'.repeat(256), 7 as unknown as string]) {
        await assert.rejects(store.upload(bytesOf('x'), { idempotencyKey: key }), {
          code: 'invalid_argument',
          context: { argument: 'idempotencyKey' },
        })
      }
      for (const key of ['x', 'x'.repeat(255)]) {
        await store.upload(bytesOf('x'), { idempotencyKey: key })
      }
      await holds(fixture, 2)
    },
  },
]
