import assert from 'node:assert/strict'
import type { ContractCase } from '../contract/contract.ts'
import type { StoreFixture } from './store-fixture.ts'

const upload = ({ store }: StoreFixture) => store.upload(new Uint8Array([1, 2, 3]))

export const deletionPauseCases: readonly ContractCase<StoreFixture>[] = [
  {
    name: 'pauseDeletion: what is purged meanwhile keeps its bytes until the last pause ends',
    async run(fixture) {
      const { store, countBlobs } = fixture
      const { id } = await upload(fixture)
      await store.trash(id)
      const first = await store.admin.pauseDeletion()
      const second = await store.admin.pauseDeletion()
      await store.purge(id)
      await assert.rejects(store.get(id, { trashed: 'include' }), { code: 'asset_not_found' })
      await first.resume()
      await store.admin.sweep()
      assert.equal(await countBlobs(), 1)
      await second.resume()
      await store.admin.sweep()
      assert.equal(await countBlobs(), 0)
    },
  },
  {
    name: 'pauseDeletion: assertPaused throws once deletions go on',
    async run({ store }) {
      const pause = await store.admin.pauseDeletion()
      pause.assertPaused()
      await pause.resume()
      await pause.resume()
      assert.throws(() => pause.assertPaused(), { code: 'unavailable' })
    },
  },
  {
    name: 'pauseDeletion: close ends it',
    async run({ store }) {
      const pause = await store.admin.pauseDeletion()
      await store.close()
      assert.throws(() => pause.assertPaused(), { code: 'unavailable' })
      await assert.rejects(store.admin.pauseDeletion(), { code: 'closed' })
      await assert.rejects(store.admin.verify(), { code: 'closed' })
      await assert.rejects(store.admin.backup({ directory: 'nowhere' }), { code: 'closed' })
    },
  },
]
