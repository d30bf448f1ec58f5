import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { AuditQuery } from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import type { ContractCase } from '../contract/contract.ts'
import {
  at,
  HOUR,
  newAsset,
  newKey,
  newTicket,
  refuses,
  storedOne,
  trustedAt,
  twoStores,
} from './fixture.ts'
import { folderIn } from './folders/folder-fixture.ts'
import type { MetadataFixture } from './metadata-fixture.ts'

const tenant = 'default'
const record = { actor: 'ann', audit: true, events: true }

async function trail(metadata: MetadataStore, query: Partial<AuditQuery> = {}) {
  const all = { tenant, order: 'oldest', after: null, limit: 1000 } as const
  return metadata.audit.list({ ...all, ...query })
}

async function actionsOf(metadata: MetadataStore, query: Partial<AuditQuery> = {}) {
  return (await trail(metadata, query)).map(({ action }) => action)
}

/** Uploads one asset, which is recorded for that actor. */
async function uploaded(metadata: MetadataStore, actor: string | null = 'ann') {
  const asset = newAsset({ name: 'note.jpg' })
  await metadata.blobs.reserve([asset.blobKey], { lifetime: HOUR })
  await metadata.assets.insert({
    tenant,
    assets: [asset],
    keyId: null,
    quota: null,
    record: { ...record, actor },
  })
  return asset.id
}

/** What `MetadataStore.audit` promises. */
export const auditCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'notes what one call did in the order of the ids, and a folder that took its assets along once each',
    async run({ metadata, clock }) {
      const { id: folderId } = await folderIn(metadata, null, 'f')
      const ids: string[] = []
      for (let count = 0; count < 5; count += 1) {
        ids.push((await storedOne(metadata, { folderId })).id)
      }
      ids.sort()
      await metadata.assets.setTrashed({ tenant, ids: ids.toReversed(), to: 'trash', record })
      await metadata.assets.setTrashed({ tenant, ids: ids.slice(0, 2), to: 'active' })
      clock.set(20)
      const gone = await metadata.folders.delete({ tenant, id: folderId, assets: 'trash', record })
      const entries = await trail(metadata)
      assert.deepEqual(
        entries.map(({ action, assetId }) => [action, assetId]),
        [
          ...ids.map((id) => ['asset.trashed', id]),
          ...ids.slice(0, 2).map((id) => ['asset.trashed', id]),
          ...ids.slice(2).map((id) => ['asset.moved', id]),
          ['folder.deleted', null],
        ],
      )
      const times = gone.trashed.map(({ trashedAt, updatedAt }) => [trashedAt, updatedAt])
      // To the trash, then out of the folder: two changes.
      const later = at(20).replace('123Z', '124Z')
      assert.deepEqual(times, [
        [at(20), later],
        [at(20), later],
      ])
    },
  },
  {
    name: 'notes what was done to an asset, in order, with the time of the database',
    async run({ metadata, clock }) {
      clock.set(10)
      const id = await uploaded(metadata)
      const ids = { tenant, ids: [id], record }
      await metadata.assets.update({ tenant, id, changes: { name: 'b.jpg', title: 'B' }, record })
      await metadata.assets.tag({ ...ids, add: ['x'], remove: [] })
      await metadata.assets.setFavourite({ ...ids, isFavourite: true })
      await metadata.assets.setTrashed({ ...ids, to: 'trash' })
      await metadata.assets.setTrashed({ ...ids, to: 'active' })
      await metadata.assets.setTrashed({ ...ids, to: 'trash' })
      await metadata.assets.purge({ ...ids, record: { ...record, actor: null }, doneWithin: HOUR })
      const entries = await trail(metadata)
      assert.deepEqual(
        entries.map(({ action }) => action),
        [
          'asset.created',
          'asset.updated',
          'asset.tagged',
          'asset.updated',
          'asset.trashed',
          'asset.restored',
          'asset.trashed',
          'asset.purged',
        ],
      )
      assert.ok(entries.every((entry) => entry.assetId === id && entry.at === at(10)))
      assert.deepEqual(entries[1]?.detail, { name: 'b.jpg', fields: ['name', 'title'] })
      assert.deepEqual(entries[7], {
        number: entries[7]?.number,
        tenant,
        at: at(10),
        actor: null,
        action: 'asset.purged',
        assetId: id,
        detail: { name: 'b.jpg', size: 1000 },
      })
    },
  },
  {
    name: 'notes folders and owners with what became of their assets, keys and tickets',
    async run({ metadata }) {
      const folder = { id: randomUUID(), tenant, name: 'Trips', parentId: null }
      await metadata.folders.create({ ...folder, record })
      const asset = await storedOne(metadata)
      await metadata.assets.move({ tenant, ids: [asset.id], folderId: folder.id, record })
      await metadata.folders.update({ tenant, id: folder.id, changes: { name: 'Travel' }, record })
      await metadata.folders.delete({ tenant, id: folder.id, assets: 'trash', record })
      const key = newKey()
      const owner = { type: 'post', id: '7', field: '' }
      const other = await storedOne(metadata)
      await metadata.owners.attach({ tenant, ids: [other.id], owner, record })
      const detach = { tenant, ids: [asset.id, other.id], owner, unowned: 'keep', record } as const
      await metadata.owners.detach(detach)
      await metadata.owners.detach(detach)
      await metadata.owners.attach({ tenant, ids: [other.id], owner })
      await metadata.owners.detachAll({ tenant, owner, unowned: 'trash', record })
      await metadata.apiKeys.create(key, { record })
      await metadata.apiKeys.update({ tenant, id: key.id, changes: { lastUsedAt: at(1) }, record })
      await metadata.apiKeys.update({ tenant, id: key.id, changes: { revokedAt: at(2) }, record })
      const ticket = await metadata.tickets.create({ ...newTicket(), record })
      await metadata.tickets.revoke({ tenant, id: ticket.id, record })
      assert.deepEqual(await actionsOf(metadata), [
        'folder.created',
        'asset.moved',
        'folder.updated',
        'asset.trashed',
        'folder.deleted',
        'asset.attached',
        'asset.detached',
        'owner.detached',
        'asset.trashed',
        'key.created',
        'key.revoked',
        'ticket.created',
        'ticket.revoked',
      ])
      const text = JSON.stringify(await trail(metadata))
      assert.ok(!text.includes(key.secretHash))
    },
  },
  {
    name: 'notes of a field that is set what came and went, and nothing of what stays',
    async run({ metadata }) {
      const owner = { type: 'post', id: '7', field: 'files' }
      const [stays, goes, comes] = [
        await storedOne(metadata),
        await storedOne(metadata),
        await storedOne(metadata),
      ]
      await metadata.owners.attach({ tenant, ids: [stays.id, goes.id], owner })
      const set = { tenant, ids: [comes.id, stays.id], owner, unowned: 'trash', record } as const
      await metadata.owners.set(set)
      await metadata.owners.set(set)
      await metadata.owners.set({ ...set, ids: [stays.id, comes.id] })
      await metadata.owners.detach({ ...set, ids: [comes.id], unowned: 'purge' })
      const notes = (await trail(metadata)).map(({ action, assetId }) => [action, assetId])
      assert.deepEqual(notes, [
        ['asset.attached', comes.id],
        ['asset.detached', goes.id],
        ['asset.trashed', goes.id],
        ['asset.detached', comes.id],
        ['asset.purged', comes.id],
      ])
    },
  },
  {
    name: 'notes nothing of what is not asked for, was refused, or changed nothing',
    async run({ metadata }) {
      const { id } = await storedOne(metadata)
      await metadata.assets.update({ tenant, id, changes: { isFavourite: false }, record })
      await metadata.assets.setTrashed({ tenant, ids: [id], to: 'active', record })
      const unknown = { tenant, ids: [id, randomUUID()], record }
      await refuses(metadata.assets.setTrashed({ ...unknown, to: 'trash' }), 'asset_not_found')
      const asset = newAsset()
      const request = { tenant, assets: [asset], keyId: null, quota: null, record }
      await refuses(metadata.assets.insert(request), 'reservation_lost')
      await metadata.blobs.reserve([asset.blobKey], { lifetime: HOUR })
      const idempotency = { key: 'k', digest: 'd', lifetime: HOUR }
      await metadata.assets.insert({ ...request, idempotency })
      await metadata.assets.insert({ ...request, idempotency })
      assert.deepEqual(await actionsOf(metadata), ['asset.created'])
    },
  },
  {
    name: 'notes of what is attached only that which the field did not have',
    async run({ metadata }) {
      const [first, second] = [await storedOne(metadata), await storedOne(metadata)]
      const owner = { type: 'post', id: '7', field: '' }
      const attach = (ids: readonly string[]) =>
        metadata.owners.attach({ tenant, ids, owner, record })
      await attach([first.id])
      const { assets, attached } = await attach([first.id, second.id])
      await attach([first.id, second.id])
      assert.deepEqual([assets, attached], [[first, second], [second]])
      const entries = await trail(metadata)
      assert.deepEqual(
        entries.map(({ action, assetId }) => [action, assetId]),
        [
          ['asset.attached', first.id],
          ['asset.attached', second.id],
        ],
      )
    },
  },
  {
    name: 'lists by asset, actor, action and time, either way, page by page',
    async run({ metadata, clock }) {
      clock.set(1)
      const first = await uploaded(metadata)
      clock.set(2)
      const second = await uploaded(metadata, null)
      await metadata.assets.setTrashed({ tenant, ids: [first], to: 'trash', record })
      const whose = async (query: Partial<AuditQuery>) =>
        (await trail(metadata, query)).map(({ assetId }) => assetId)
      assert.deepEqual(await whose({ assetId: first }), [first, first])
      assert.deepEqual(await whose({ actor: null }), [second])
      assert.deepEqual(await whose({ actor: 'ann', action: 'asset.created' }), [first])
      const [micros] = [Date.parse(at(2)) * 1000]
      assert.deepEqual(await whose({ until: micros }), [first])
      assert.deepEqual(await whose({ since: micros }), [second, first])
      const newest = await trail(metadata, { order: 'newest', limit: 2 })
      assert.deepEqual(
        newest.map(({ action }) => action),
        ['asset.trashed', 'asset.created'],
      )
      const after = newest.at(-1)?.number ?? 0
      assert.deepEqual(await whose({ order: 'newest', after }), [first])
      assert.deepEqual(await whose({ order: 'oldest', after }), [first])
      assert.deepEqual(await trail(metadata, { tenant: 'other' }), [])
      assert.deepEqual(await trail(metadata, { assetId: 'no id' }), [])
    },
  },
  {
    name: 'numbers the entries of a tenant in the order of the commits, from several processes',
    async run(fixture) {
      const stores = await twoStores(fixture)
      const seen: number[] = []
      for (let round = 0; round < 4; round += 1) {
        await Promise.all(
          stores.flatMap((metadata) => [
            uploaded(metadata),
            metadata.tickets.create({ ...newTicket(), record }),
          ]),
        )
        const after = seen.at(-1) ?? null
        seen.push(...(await trail(fixture.metadata, { after })).map(({ number }) => number))
      }
      const all = (await trail(fixture.metadata)).map(({ number }) => number)
      assert.deepEqual(seen, all)
      assert.equal(all.length, 16)
    },
  },
  {
    name: 'what a clock that lags recorded before a sweep was trusted stays as long as all else',
    async run(fixture) {
      const { metadata, clock } = fixture
      clock.set(-1000)
      await uploaded(metadata)
      const prune = () => metadata.audit.prune({ olderThan: 100_000, limit: 9 })
      await trustedAt(fixture, 10)
      assert.equal(await prune(), 0)
      await trustedAt(fixture, 109)
      assert.equal(await prune(), 0)
      await trustedAt(fixture, 110)
      assert.equal(await prune(), 1)
    },
  },
  {
    name: 'forgets entries by age, the oldest first',
    async run(fixture) {
      const { metadata, clock } = fixture
      await trustedAt(fixture, 0)
      await uploaded(metadata)
      clock.set(5)
      await uploaded(metadata)
      clock.set(3000)
      const prune = (seconds: number, limit = 9) =>
        metadata.audit.prune({ olderThan: seconds * 1000, limit })
      assert.equal(await prune(1), 0)
      await trustedAt(fixture, 3000)
      assert.equal(await prune(3000), 0)
      assert.equal(await prune(2999), 1)
      assert.equal(await prune(1, 9), 1)
      assert.deepEqual(await trail(metadata), [])
      const id = await uploaded(metadata)
      assert.equal((await trail(metadata))[0]?.assetId, id)
    },
  },
]
