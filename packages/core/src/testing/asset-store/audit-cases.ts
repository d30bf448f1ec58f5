import assert from 'node:assert/strict'
import type { AuditEntry } from '../../model/audit-entry.ts'
import { createAssetStore } from '../../store/create-asset-store.ts'
import type { ContractCase } from '../contract.ts'
import { refuses } from '../metadata-store/fixture.ts'
import type { StoreFixture } from './store-fixture.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

export const auditCases: readonly ContractCase<StoreFixture>[] = [
  {
    name: 'audit says who did what, page by page and all at once',
    async run({ ports }) {
      assert.ok(ports)
      const { metadata, blobs } = ports
      const store = createAssetStore({ metadata, blobs, audit: true, sweepEvery: false })
      const ann = store.as('ann')
      const { id } = await ann.upload(bytes('one'), { name: 'one.txt' })
      await store.scoped({ createdBy: 'bob' }).upload(bytes('two'), { name: 'two.txt' })
      await ann.folders.create({ name: 'Trips' })
      const { key } = await ann.keys.create({ name: 'CI', permissions: ['read'] })
      await store.as('eve').keys.revoke(key.id)
      await ann.forTenant('default').trash(id)
      await store.purge(id)
      const { entries, next } = await store.audit.list({ limit: 3 })
      assert.deepEqual(
        entries.map(({ action, actor }) => [action, actor]),
        [
          ['asset.purged', null],
          ['asset.trashed', 'ann'],
          ['key.revoked', 'eve'],
        ],
      )
      assert.equal((await store.audit.list({ limit: 3, after: next })).entries.length, 3)
      const all: AuditEntry[] = []
      for await (const entry of store.audit.iterate({ order: 'oldest' })) all.push(entry)
      assert.deepEqual(
        all.slice(0, 3).map(({ action, actor, detail }) => [action, actor, detail.name]),
        [
          ['asset.uploaded', 'ann', 'one.txt'],
          ['asset.uploaded', 'bob', 'two.txt'],
          ['folder.created', 'ann', 'Trips'],
        ],
      )
      const since = new Date(Date.now() + 3_600_000)
      assert.deepEqual((await store.audit.list({ since })).entries, [])
      assert.equal((await store.audit.list({ assetId: id, actor: 'ann' })).entries.length, 2)
    },
  },
  {
    name: 'audit is empty without the option, refuses a scope, an odd filter and an odd actor',
    async run({ store }) {
      await store.as('ann').upload(bytes('one'))
      assert.deepEqual(await store.audit.list(), { entries: [], next: null })
      const scoped = store.scoped({ createdBy: 'ann' })
      await refuses(scoped.audit.list(), 'invalid_argument')
      assert.throws(() => scoped.audit.iterate(), { code: 'invalid_argument' })
      await refuses(store.audit.list({ limit: 0 }), 'invalid_argument')
      await refuses(store.audit.list({ since: new Date('no') }), 'invalid_argument')
      await refuses(
        store.audit.list({ action: 'asset.eaten' as 'asset.moved' }),
        'invalid_argument',
      )
      for (const actor of ['', 'a\0', 'x'.repeat(256)]) {
        assert.throws(() => store.as(actor), { code: 'invalid_argument' })
      }
    },
  },
]
