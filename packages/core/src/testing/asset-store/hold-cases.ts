import assert from 'node:assert/strict'
import type { ContractCase } from '../contract.ts'
import type { StoreFixture } from './store-fixture.ts'

const upload = ({ store }: StoreFixture) => store.upload(new Uint8Array([1, 2, 3]))

export const holdCases: readonly ContractCase<StoreFixture>[] = [
  {
    name: 'hold: what is purged meanwhile keeps its bytes until the release',
    async run(fixture) {
      const { store, countBlobs } = fixture
      const { id } = await upload(fixture)
      await store.trash(id)
      const first = await store.maintenance.hold()
      const second = await store.maintenance.hold()
      await store.purge(id)
      await assert.rejects(store.get(id, { trashed: 'include' }), { code: 'asset_not_found' })
      await first.release()
      await store.maintenance.sweep()
      assert.equal(await countBlobs(), 1)
      await second.release()
      await store.maintenance.sweep()
      assert.equal(await countBlobs(), 0)
    },
  },
  {
    name: 'hold: assertHeld throws once it was released',
    async run({ store }) {
      const hold = await store.maintenance.hold()
      hold.assertHeld()
      await hold.release()
      await hold.release()
      assert.throws(() => hold.assertHeld(), { code: 'unavailable' })
    },
  },
  {
    name: 'hold: close releases it',
    async run({ store }) {
      const hold = await store.maintenance.hold()
      await store.close()
      assert.throws(() => hold.assertHeld(), { code: 'unavailable' })
      await assert.rejects(store.maintenance.hold(), { code: 'closed' })
      await assert.rejects(store.maintenance.verify(), { code: 'closed' })
      await assert.rejects(store.maintenance.backup({ directory: 'nowhere' }), { code: 'closed' })
    },
  },
]
