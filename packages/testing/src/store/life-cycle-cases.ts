import assert from 'node:assert/strict'
import type { Asset, AssetStore, StowageError } from '@stowage/core'
import { seqOf } from '@stowage/core/internal'
import type { ContractCase } from '../contract/contract.ts'
import type { StoreFixture } from './store-fixture.ts'

const UNKNOWN = '01900000-0000-7000-8000-000000000000'
const content = new TextEncoder().encode('0123456789')
const upload = (store: AssetStore): Promise<Asset> => store.upload(content, { name: 'digits.txt' })

function idsOf(code: string, ids: readonly string[]) {
  return (error: StowageError) => {
    assert.equal(error.code, code)
    assert.deepEqual(error.context.ids, ids)
    return true
  }
}

export const lifeCycleCases: readonly ContractCase<StoreFixture>[] = [
  {
    name: 'update changes what is given, and moves updatedAt only when something differs',
    async run({ store }) {
      const asset = await upload(store)
      const same = await store.update(asset.id, { name: 'digits.txt', isFavourite: false })
      assert.deepEqual(same, asset)
      const changed = await store.update(asset.id, { name: 'ten.txt', isFavourite: true })
      assert.deepEqual([changed.name, changed.isFavourite], ['ten.txt', true])
      assert.ok(changed.updatedAt > asset.updatedAt)
      assert.deepEqual(await store.get(asset.id), changed)
      for (const name of [' ', '..', '\u0001', '../ten.txt', 'a\\b']) {
        await assert.rejects(store.update(asset.id, { name }), { code: 'invalid_argument' })
      }
      await assert.rejects(store.update(UNKNOWN, {}), { code: 'asset_not_found' })
    },
  },
  {
    name: 'trash hides an asset and its file, restore brings both back',
    async run({ store }) {
      const asset = await upload(store)
      const [trashed] = await store.trash(asset.id)
      assert.ok(trashed?.trashedAt)
      await assert.rejects(store.get(asset.id), { code: 'asset_not_found' })
      await assert.rejects(store.get({ publicFileId: asset.publicFileId }), {
        code: 'file_not_found',
      })
      await assert.rejects(store.get({ publicFileId: asset.publicFileId }, { tenant: 'any' }), {
        code: 'file_not_found',
      })
      await assert.rejects(store.update(asset.id, { name: 'x' }), { code: 'asset_not_found' })
      await assert.rejects(store.read(trashed as Asset), { code: 'file_not_found' })
      assert.deepEqual(await store.get(asset.id, { trashed: 'include' }), trashed)
      assert.deepEqual(await store.trash(asset.id), [])
      const [restored] = await store.restore(asset.id)
      assert.equal(restored?.trashedAt, null)
      assert.equal((await (await store.read(asset.id)).bytes()).length, 10)
      assert.deepEqual(await store.restore(asset.id), [])
    },
  },
  {
    name: 'bulk verbs do all or nothing, and name the ids that stand in the way',
    async run({ store }) {
      const a = await upload(store)
      const b = await upload(store)
      await assert.rejects(store.trash([a.id, UNKNOWN]), idsOf('asset_not_found', [UNKNOWN]))
      assert.equal((await store.list()).total, 2)
      await store.trash([a.id])
      await assert.rejects(store.purge([b.id, a.id]), idsOf('not_trashed', [b.id]))
      assert.equal((await store.list({ trashed: true })).total, 1)
      await assert.rejects(store.restore([UNKNOWN, a.id]), idsOf('asset_not_found', [UNKNOWN]))
    },
  },
  {
    name: 'an id given twice counts once, and the number of ids has a limit',
    async run({ store }) {
      const { id } = await upload(store)
      const moved = await store.trash(Array.from({ length: 50 }, () => id))
      assert.equal(moved.length, 1)
      const many = Array.from({ length: 11 }, (_, n) => `${n}`)
      for (const verb of ['trash', 'restore', 'purge'] as const) {
        await assert.rejects(store[verb](many), { code: 'too_many_ids', context: { limit: 10 } })
      }
    },
  },
  {
    name: 'purge takes record and bytes away for good, and may be repeated',
    async run({ store, countBlobs }) {
      const asset = await upload(store)
      await store.trash(asset.id)
      await store.purge(asset.id, { bytes: 'deleted' })
      assert.equal(await countBlobs(), 0)
      await assert.rejects(store.get(asset.id, { trashed: 'include' }), { code: 'asset_not_found' })
      await assert.rejects(store.restore(asset.id), { code: 'asset_not_found' })
      await assert.rejects(store.read(asset), { code: 'file_not_found' })
      await store.purge(asset.id)
      await assert.rejects(store.purge(UNKNOWN), { code: 'asset_not_found' })
    },
  },
  {
    name: 'from the commit of a purge on, no read gives record or bytes, although the medium still holds them',
    async run({ store }) {
      const assets = [await upload(store), await upload(store)]
      const [asset] = assets as [Asset]
      await store.read(asset)
      const ids = assets.map(({ id }) => id)
      await store.trash(ids)
      await store.purge(ids)
      await assert.rejects(store.get(asset.id, { trashed: 'include' }), { code: 'asset_not_found' })
      await assert.rejects(store.get({ publicFileId: asset.publicFileId }, { tenant: 'any' }), {
        code: 'file_not_found',
      })
      for (const each of assets) {
        await assert.rejects(store.read(each), { code: 'file_not_found' })
      }
    },
  },
  {
    name: 'read gives any window of the bytes and refuses others',
    async run({ store }) {
      const asset = await upload(store)
      for (const [start, end] of [
        [0, 10],
        [0, 1],
        [9, 10],
        [3, 7],
      ] as const) {
        const file = await store.read(asset, { range: { start, end } })
        assert.equal(file.size, 10)
        assert.deepEqual(Buffer.from(await file.bytes()), Buffer.from(content.subarray(start, end)))
      }
      for (const range of [
        { start: 0, end: 11 },
        { start: 5, end: 4 },
        { start: -1, end: 3 },
      ]) {
        await assert.rejects(store.read(asset, { range }), { code: 'range_not_satisfiable' })
      }
      await assert.rejects(store.read(asset, { variant: 'thumbnail' }), { code: 'file_not_found' })
    },
  },
  {
    name: 'events report each change after it is committed',
    async run({ store }) {
      const heard: string[] = []
      const off = [
        store.on('asset.created', ({ asset }) => heard.push(`created ${seqOf(asset)}`)),
        store.on('asset.updated', ({ asset }) => heard.push(`updated ${seqOf(asset)}`)),
        store.on('asset.trashed', ({ asset }) => heard.push(`trashed ${seqOf(asset)}`)),
        store.on('asset.restored', ({ asset }) => heard.push(`restored ${seqOf(asset)}`)),
        store.on('asset.purged', ({ asset }) => heard.push(`purged ${seqOf(asset)}`)),
      ]
      const { id } = await upload(store)
      await store.update(id, { isFavourite: false })
      await store.update(id, { isFavourite: true })
      await store.trash(id)
      await store.trash(id)
      await store.restore(id)
      await store.trash(id)
      await store.purge(id)
      const expected = ['created', 'updated', 'trashed', 'restored', 'trashed', 'purged']
      assert.deepEqual(
        heard,
        expected.map((event) => `${event} 1`),
      )
      for (const stop of off) stop()
      await upload(store)
      assert.equal(heard.length, expected.length)
    },
  },
  {
    name: 'close waits for what is under way, then refuses everything',
    async run({ store }) {
      const uploading = upload(store)
      const closing = store.close()
      await uploading
      await closing
      await store.close()
      for (const call of [
        () => upload(store),
        () => store.list(),
        () => store.get(UNKNOWN),
        () => store.trash(UNKNOWN),
        () => store.admin.sweep(),
        () => store.keys.create({ name: 'late' }),
      ]) {
        await assert.rejects(call(), { code: 'closed' })
      }
    },
  },
]
