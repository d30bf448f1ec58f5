import assert from 'node:assert/strict'
import type { AssetStore, StoreEventType } from '@stowage/core'
import { createAssetStore } from '@stowage/core/internal'
import type { AuditEntry } from '@stowage/core/types'
import type { ContractCase } from '../contract/contract.ts'
import { refuses } from '../metadata-store/fixture.ts'
import type { StoreFixture } from './store-fixture.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Every name of an event, without those of variants and of a tenant that is gone. */
const EVERYTHING: Readonly<
  Record<Exclude<StoreEventType, `variant.${string}` | 'tenant.erased'>, true>
> = {
  'folder.created': true,
  'folder.updated': true,
  'ticket.created': true,
  'ticket.revoked': true,
  'key.created': true,
  'key.revoked': true,
  'asset.created': true,
  'asset.updated': true,
  'asset.replaced': true,
  'asset.moved': true,
  'asset.tagged': true,
  'asset.kept': true,
  'asset.attached': true,
  'asset.detached': true,
  'owner.detached': true,
  'asset.trashed': true,
  'asset.restored': true,
  'asset.purged': true,
  'folder.deleted': true,
}

/** Does everything that adds an entry to the audit trail. */
async function doEverything(store: AssetStore): Promise<void> {
  const { id: folderId } = await store.folders.create({ name: 'a' })
  await store.folders.update(folderId, { name: 'b' })
  await store.tickets.revoke((await store.tickets.create({ files: 1, bytes: 1 })).ticket.id)
  await store.keys.revoke((await store.keys.create({ name: 'CI' })).key.id)
  const { id } = await store.upload(bytes('one'), { name: 'one.txt', pending: true })
  const owner = { type: 'post', id: '1' }
  await store.update(id, { title: 'One', isFavourite: true })
  await store.select(id).setFavourite(false)
  await store.versions.replace(id, bytes('two'))
  await store.select(id).move(folderId)
  await store.select(id).tag({ add: ['new'] })
  await store.select(id).keep()
  await store.owners.add(id, owner)
  await store.owners.remove(id, owner)
  await store.owners.add(id, owner)
  await store.owners.removeAll(owner, { unowned: 'trash' })
  await store.restore(id)
  await store.matching({ size: { lte: 3 } }).trash()
  await store.purge(id)
  await store.upload(bytes('three'), { folderId })
  await store.folders.delete(folderId, { assets: 'detach' })
}

export const auditCases: readonly ContractCase<StoreFixture>[] = [
  {
    name: 'audit keeps what listeners hear, by the same names',
    async run({ ports }) {
      assert.ok(ports)
      const { metadata, blobs } = ports
      const store = createAssetStore({
        metadata,
        blobs,
        audit: true,
        advanced: { sweepEveryMs: false },
      })
      const names = Object.keys(EVERYTHING) as StoreEventType[]
      const heard: StoreEventType[] = []
      for (const name of names) {
        store.on(name, (event) => {
          assert.doesNotMatch(JSON.stringify(event), /secretHash/)
          heard.push(name)
        })
      }
      await doEverything(store)
      const { entries } = await store.admin.audit.list({ order: 'oldest' })
      assert.deepEqual(
        heard,
        entries.map(({ action }) => action),
      )
      assert.deepEqual(new Set(heard), new Set(names))
    },
  },
  {
    name: 'audit says who did what, page by page and all at once',
    async run({ ports }) {
      assert.ok(ports)
      const { metadata, blobs } = ports
      const store = createAssetStore({
        metadata,
        blobs,
        audit: true,
        advanced: { sweepEveryMs: false },
      })
      const ann = store.for({ actor: 'ann' })
      const { id } = await ann.upload(bytes('one'), { name: 'one.txt' })
      await store.for({ scope: { createdBy: 'bob' } }).upload(bytes('two'), { name: 'two.txt' })
      await ann.folders.create({ name: 'Trips' })
      const { key } = await ann.keys.create({ name: 'CI', permissions: ['read'] })
      await store.for({ actor: 'eve' }).keys.revoke(key.id)
      await ann.for({ tenant: 'default' }).trash(id)
      await store.purge(id)
      const { entries, next } = await store.admin.audit.list({ limit: 3 })
      assert.deepEqual(
        entries.map(({ action, actor }) => [action, actor]),
        [
          ['asset.purged', null],
          ['asset.trashed', 'ann'],
          ['key.revoked', 'eve'],
        ],
      )
      assert.equal((await store.admin.audit.list({ limit: 3, after: next })).entries.length, 3)
      const all: AuditEntry[] = []
      for await (const entry of store.admin.audit.iterate({ order: 'oldest' })) all.push(entry)
      assert.deepEqual(
        all.slice(0, 3).map(({ action, actor, detail }) => [action, actor, detail.name]),
        [
          ['asset.created', 'ann', 'one.txt'],
          ['asset.created', 'bob', 'two.txt'],
          ['folder.created', 'ann', 'Trips'],
        ],
      )
      const since = new Date(Date.now() + 3_600_000)
      assert.deepEqual((await store.admin.audit.list({ since })).entries, [])
      assert.equal((await store.admin.audit.list({ assetId: id, actor: 'ann' })).entries.length, 2)
    },
  },
  {
    name: 'audit is empty without the option, refuses a scope, an odd filter and an odd actor',
    async run({ store }) {
      await store.for({ actor: 'ann' }).upload(bytes('one'))
      assert.deepEqual(await store.admin.audit.list(), { entries: [], next: null })
      const scoped = store.for({ scope: { createdBy: 'ann' } })
      await refuses(scoped.admin.audit.list(), 'invalid_argument')
      assert.throws(() => scoped.admin.audit.iterate(), { code: 'invalid_argument' })
      await refuses(store.admin.audit.list({ limit: 0 }), 'invalid_argument')
      await refuses(store.admin.audit.list({ since: new Date('no') }), 'invalid_argument')
      await refuses(
        store.admin.audit.list({ action: 'asset.eaten' as 'asset.moved' }),
        'invalid_argument',
      )
      for (const actor of ['', 'a\0', 'x'.repeat(256)]) {
        assert.throws(() => store.for({ actor }), { code: 'invalid_argument' })
      }
    },
  },
]
