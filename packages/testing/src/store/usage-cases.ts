import assert from 'node:assert/strict'
import type { ContractCase } from '../contract/contract.ts'
import type { StoreFixture } from './store-fixture.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const none = { assets: 0, bytes: 0 }
const noType = {
  image: none,
  video: none,
  audio: none,
  document: none,
  archive: none,
  other: none,
}
const unlimited = { bytes: null, assets: null }

export const usageCases: readonly ContractCase<StoreFixture>[] = [
  {
    name: 'usage has what the tenant has, active, in the trash and by type, and nothing of another tenant',
    async run({ store }) {
      const rest = { versionBytes: 0, byType: noType, quota: unlimited }
      const empty = { ...none, trashedAssets: 0, trashedBytes: 0, ...rest }
      assert.deepEqual(await store.usage(), empty)
      const { id, type } = await store.upload(bytes('12345'))
      await store.upload(bytes('123'))
      await store.for({ tenant: 'other' }).upload(bytes('1'))
      await store.trash(id)
      assert.deepEqual(await store.usage(), {
        assets: 1,
        bytes: 3,
        trashedAssets: 1,
        trashedBytes: 5,
        versionBytes: 0,
        byType: { ...noType, [type]: { assets: 1, bytes: 3 } },
        quota: unlimited,
      })
      await store.purge(id)
      const { trashedAssets, trashedBytes } = await store.usage()
      assert.deepEqual([trashedAssets, trashedBytes], [0, 0])
    },
  },
  {
    name: 'usage of a scoped store has what the scope has, and says nothing of types and quota',
    async run({ store }) {
      const [ann, bob] = ['ann', 'bob'].map((createdBy) => store.for({ scope: { createdBy } }))
      assert.ok(ann && bob)
      await ann.upload(bytes('12345'))
      const { id } = await ann.upload(bytes('123'))
      await ann.trash(id)
      await store.upload(bytes('1'))
      const rest = { versionBytes: null, byType: null, quota: null }
      const anns = { assets: 1, bytes: 5, trashedAssets: 1, trashedBytes: 3, ...rest }
      assert.deepEqual(await ann.usage(), anns)
      assert.deepEqual(await bob.usage(), { ...none, trashedAssets: 0, trashedBytes: 0, ...rest })
      const { assets } = await store.for({ scope: { createdBy: null } }).usage()
      assert.equal(assets, 1)
      assert.deepEqual(await ann.for({ tenant: 'other' }).usage(), await bob.usage())
    },
  },
  {
    name: 'tenants.list walks over all tenants by name, with what each has',
    async run({ store }) {
      assert.deepEqual(await store.admin.tenants.list(), { tenants: [], next: null })
      for (const tenant of ['b', 'c', 'a']) await store.for({ tenant }).upload(bytes(tenant))
      const usage = { assets: 1, bytes: 1, trashedAssets: 0, trashedBytes: 0 }
      const first = await store.admin.tenants.list({ limit: 2 })
      const named = (...names: readonly string[]) => names.map((tenant) => ({ tenant, ...usage }))
      assert.deepEqual(first, { tenants: named('a', 'b'), next: 'b' })
      const { next: after } = first
      const second = await store.for({ tenant: 'a' }).admin.tenants.list({ after, limit: 2 })
      assert.deepEqual(second, { tenants: named('c'), next: null })
    },
  },
  {
    name: 'tenants.list refuses a scoped store, and bounds that are none',
    async run({ store }) {
      const code = 'invalid_argument'
      const scoped = store.for({ scope: { createdBy: 'ann' } })
      await assert.rejects(scoped.admin.tenants.list(), { code, context: { argument: 'scope' } })
      for (const limit of [0, 1001, 1.5]) {
        await assert.rejects(store.admin.tenants.list({ limit }), {
          code,
          context: { argument: 'limit' },
        })
      }
      await assert.rejects(store.admin.tenants.list({ after: '' }), { code })
    },
  },
]
