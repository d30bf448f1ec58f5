import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Asset } from '@stowage/core'
import { blobKeysOf, bytesOf, requireFilter, variantKeysOf } from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import { v7 as uuidv7 } from 'uuid'
import type { ContractCase } from '../contract/contract.ts'
import {
  HOUR,
  newAsset,
  newKey,
  newTicket,
  newVariant,
  refuses,
  stored,
  storedOne,
} from './fixture.ts'
import type { MetadataFixture } from './metadata-fixture.ts'

const tenant = 'gone'
const record = { actor: 'ann', audit: true, events: true }

/** Stores something of every kind that a tenant may have. */
async function filled(metadata: MetadataStore): Promise<readonly string[]> {
  const folder = await metadata.folders.create({
    id: randomUUID(),
    tenant,
    name: 'F',
    parentId: null,
  })
  const inner = { id: randomUUID(), tenant, name: 'G', parentId: folder.id, record }
  await metadata.folders.create(inner)
  const assets = await stored(
    metadata,
    [newAsset({ folderId: inner.id, variants: [newVariant()] }), newAsset(), newAsset()],
    tenant,
  )
  const [first, second, third] = assets.map(({ id }) => id)
  assert.ok(first && second && third)
  await metadata.assets.setTrashed({ tenant, ids: [second, third], to: 'trash', record })
  await metadata.assets.purge({ tenant, ids: [third], doneWithin: HOUR, record })
  await metadata.apiKeys.create(newKey({ tenant }), { record })
  await metadata.tickets.create(newTicket({ tenant }))
  const again = newAsset()
  await metadata.blobs.reserve([again.blobKey], { lifetime: HOUR })
  const idempotency = { key: 'k', digest: 'd', lifetime: HOUR }
  await metadata.assets.insert({ tenant, assets: [again], keyId: null, quota: null, idempotency })
  return [first, second, again.id]
}

/** Runs all steps. Resolves to what they deleted. */
async function erased(metadata: MetadataStore, limit = 2) {
  const ids: string[] = []
  const blobKeys: string[] = []
  for (;;) {
    const step = await metadata.erasures.step({ tenant, limit })
    assert.equal(step.held, false)
    assert.ok(step.assets.length <= limit)
    ids.push(...step.assets.map(({ id }) => id))
    blobKeys.push(...step.blobKeys)
    if (step.isDone) return { ids, blobKeys }
  }
}

/** Records that the blobs of these claimed keys are gone, and must be deleted once more in an hour. */
function deletes(metadata: MetadataStore, deleted: readonly string[]): Promise<void> {
  return metadata.blobs.recordDeletions({ deleted, retryAfter: HOUR })
}

/** How many assets of the tenant have such a name, from a list that the database must count. */
async function countNamed(metadata: MetadataStore, of: string, search: string): Promise<number> {
  const list = { tenant: of, trashed: false, filter: requireFilter({ search }), limit: 1 }
  return (await metadata.assets.list({ ...list, from: { offset: 0 } })).total
}

/** What `MetadataStore.erasures` promises. */
export const erasureCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'answers for a new tenant, or the same one again, with nothing counted for an erased one',
    async run({ metadata }) {
      const named = (name: string, of: string) =>
        stored(metadata, [newAsset({ name }), newAsset({ name })], of)
      await named('first.jpg', 'before')
      await named('layoffs.jpg', tenant)
      assert.equal(await countNamed(metadata, tenant, 'layoffs'), 2)
      assert.equal(await countNamed(metadata, tenant, 'holiday'), 0)
      await metadata.erasures.begin(tenant)
      const { blobKeys } = await erased(metadata)
      await metadata.blobs.claim({ keys: blobKeys })
      await deletes(metadata, blobKeys)
      assert.equal((await metadata.erasures.end({ tenant })).isDone, true)
      for (const next of ['next', tenant]) {
        await named('holiday.jpg', next)
        assert.equal(await countNamed(metadata, next, 'layoffs'), 0)
        assert.equal(await countNamed(metadata, next, 'holiday'), 2)
      }
    },
  },
  {
    name: 'erases all that a tenant has, in steps, and nothing of another',
    async run({ metadata }) {
      const ids = await filled(metadata)
      const other = await storedOne(metadata)
      await metadata.erasures.begin(tenant)
      await metadata.erasures.begin(tenant)
      const gone = await erased(metadata)
      assert.deepEqual(gone.ids.toSorted(), ids.toSorted())
      assert.equal(gone.blobKeys.length, 4)
      const claimed = await metadata.blobs.claim({ due: true, limit: 100 })
      for (const key of gone.blobKeys) assert.ok(claimed.includes(key))
      await deletes(metadata, claimed)
      assert.equal((await metadata.erasures.end({ tenant })).isDone, true)
      await metadata.erasures.scrub()
      const all = await metadata.assets.listAll({ afterId: null, limit: 10 })
      assert.deepEqual(all, [other])
      assert.deepEqual(await metadata.apiKeys.list(tenant), [])
      const folders = await metadata.folders.list({ tenant, offset: 0, limit: 10 })
      assert.equal(folders.total, 0)
      const trail = { tenant, order: 'oldest', after: null, limit: 10 } as const
      assert.deepEqual(await metadata.audit.list(trail), [])
      const tenants = await metadata.assets.listTenants({ after: null, limit: 10 })
      assert.deepEqual(
        tenants.map((each) => each.tenant),
        ['default'],
      )
    },
  },
  {
    name: 'claims old contents too, and counts what is left after every step',
    async run({ metadata }) {
      const before = await storedOne(metadata, { variants: [newVariant()] }, tenant)
      const keys = [...blobKeysOf(before)]
      let after: Asset = before
      for (let times = 0; times < 3; times += 1) {
        const content = { ...newAsset({ variants: [newVariant()] }), sha256: `${times}`.repeat(64) }
        await metadata.blobs.reserve(blobKeysOf(content), { lifetime: HOUR })
        keys.push(...blobKeysOf(content))
        const version = { id: uuidv7(), keepFor: 24 * HOUR }
        const { id } = before
        const request = { tenant, id, content, version, grace: HOUR, quota: null, keyId: null }
        after = (await metadata.versions.replace(request)).asset
      }
      await metadata.erasures.begin(tenant)
      const blobKeys: string[] = []
      for (let isDone = false; !isDone; ) {
        const step = await metadata.erasures.step({ tenant, limit: 2 })
        isDone = step.isDone
        blobKeys.push(...step.blobKeys)
        const assets = await metadata.assets.listAll({ afterId: null, limit: 9 })
        const versions = await metadata.versions.listAll({ afterId: null, limit: 9 })
        const bytes = [...assets.map(bytesOf), ...versions.map(({ size }) => size)]
        assert.deepEqual(await metadata.assets.usage(tenant), {
          assets: assets.length,
          bytes: bytes.reduce((sum, each) => sum + each, 0),
        })
      }
      const contents = keys.filter((key) => !variantKeysOf(before).includes(key))
      for (const key of [before, after].map(({ blobKey }) => blobKey)) {
        assert.ok(blobKeys.includes(key))
      }
      const claimed = await metadata.blobs.claim({ due: true, limit: 100 })
      assert.equal(new Set(blobKeys).size, 5)
      for (const key of blobKeys) assert.ok(contents.includes(key) && claimed.includes(key))
      // The variants of the replaced content were claimed then, to be deleted later.
      await metadata.erasures.begin(tenant)
      const later = await metadata.blobs.claim({ due: true, limit: 100 })
      await deletes(metadata, [...blobKeys, ...later])
      assert.equal((await metadata.erasures.end({ tenant })).isDone, true)
    },
  },
  {
    name: 'takes nothing new for a tenant that is being erased, and takes it again afterwards',
    async run({ metadata }) {
      await filled(metadata)
      const claimed = await metadata.blobs.claim({ due: true, limit: 100 })
      await metadata.erasures.begin(tenant)
      const asset = newAsset()
      await metadata.blobs.reserve([asset.blobKey], { lifetime: HOUR })
      const upload = { tenant, assets: [asset], keyId: null, quota: null }
      const folder = { id: randomUUID(), tenant, name: 'New', parentId: null }
      await refuses(metadata.assets.insert(upload), 'unavailable')
      await refuses(metadata.folders.create(folder), 'unavailable')
      await refuses(metadata.apiKeys.create(newKey({ tenant })), 'unavailable')
      await refuses(metadata.tickets.create(newTicket({ tenant })), 'unavailable')
      await storedOne(metadata)
      assert.equal((await metadata.erasures.end({ tenant })).isDone, false)
      await refuses(metadata.tickets.create(newTicket({ tenant })), 'unavailable')
      const { blobKeys } = await erased(metadata)
      await deletes(metadata, [...blobKeys, ...claimed])
      assert.equal((await metadata.erasures.end({ tenant })).isDone, true)
      const { assets } = await metadata.assets.insert(upload)
      assert.equal(assets[0]?.seq, 1)
      await metadata.folders.create(folder)
    },
  },
  {
    name: 'erases nothing without a beginning, or while a hold is in force',
    async run({ metadata }) {
      await filled(metadata)
      const nothing = { assets: [], blobKeys: [], held: false, isDone: true }
      assert.deepEqual(await metadata.erasures.step({ tenant, limit: 9 }), nothing)
      assert.equal((await metadata.erasures.end({ tenant })).isDone, true)
      await metadata.erasures.begin(tenant)
      const hold = { name: 'hold/backup', holder: 'a' }
      await metadata.leases.acquire({ ...hold, duration: 60_000 })
      const step = await metadata.erasures.step({ tenant, limit: 9 })
      assert.deepEqual(step, { assets: [], blobKeys: [], held: true, isDone: false })
      await metadata.leases.release(hold)
      assert.equal((await erased(metadata, 100)).ids.length, 3)
    },
  },
  {
    name: 'makes claims due whose blobs could not be deleted, and erases a tenant that never was',
    async run({ metadata }) {
      const key = newAsset().blobKey
      await metadata.blobs.reserve([key], { lifetime: HOUR })
      await metadata.blobs.claim({ keys: [key] })
      await metadata.blobs.recordDeletions({ deleted: [], failed: [key], retryAfter: HOUR })
      assert.deepEqual(await metadata.blobs.claim({ due: true, limit: 9 }), [])
      await metadata.erasures.begin('unknown')
      assert.deepEqual(await metadata.blobs.claim({ due: true, limit: 9 }), [key])
      const step = await metadata.erasures.step({ tenant: 'unknown', limit: 9 })
      assert.equal(step.isDone, true)
      assert.equal((await metadata.erasures.end({ tenant: 'unknown' })).isDone, true)
      assert.equal((await metadata.erasures.end({ tenant: 'unknown' })).isDone, true)
    },
  },
]
