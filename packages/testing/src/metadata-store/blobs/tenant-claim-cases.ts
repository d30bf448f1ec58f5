import assert from 'node:assert/strict'
import { blobKeysOf } from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import { v7 as uuidv7 } from 'uuid'
import type { ContractCase } from '../../contract/contract.ts'
import { newContent } from '../contents/version-fixture.ts'
import { HOUR, newAsset, newVariant, storedOne, trustedAt } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'

const tenant = 'gone'
const other = 'other'
const post = { type: 'post', id: '1', field: '' }

/** Blobs of the tenant's records that must be deleted, each for another reason. */
async function freedBlobs(metadata: MetadataStore): Promise<readonly string[]> {
  const variants = () => [newVariant()]
  const one = () => storedOne(metadata, { variants: variants() }, tenant)
  const [purged, owned, varied, replaced, kept] = [
    await one(),
    await one(),
    await one(),
    await one(),
    await one(),
  ]
  await metadata.assets.setTrashed({ tenant, ids: [purged.id], to: 'trash' })
  await metadata.assets.purge({ tenant, ids: [purged.id], doneWithin: HOUR })
  await metadata.owners.attach({ tenant, ids: [owned.id], owner: post })
  await metadata.owners.detachAll({ tenant, owner: post, unowned: 'purge' })
  const removed = varied.variants.map(({ blobKey }) => blobKey)
  await metadata.assets.removeVariants({ tenant, id: varied.id, blobKeys: removed })
  for (const [{ id }, keepFor] of [[replaced, 0] as const, [kept, HOUR] as const]) {
    const content = newContent()
    await metadata.blobs.reserve([content.blobKey], { lifetime: HOUR })
    const change = { tenant, id, grace: 0, quota: null, keyId: null }
    await metadata.versions.replace({ ...change, content, version: { id: uuidv7(), keepFor } })
  }
  const versions = await metadata.versions.list(kept.id)
  await metadata.versions.prune({ ids: versions.map(({ id }) => id) })
  return [purged, owned, replaced, kept].flatMap(blobKeysOf).concat(removed)
}

function dueOf(metadata: MetadataStore, of: string): Promise<readonly string[]> {
  return metadata.blobs.claim({ due: true, limit: 100, tenant: of })
}

/** Whose files an erasure waits for: `BlobLedger.claim` with a tenant. */
export const tenantClaimCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'claim with a tenant: what a record of it named, whatever freed it, and nothing of another',
    async run({ metadata }) {
      await storedOne(metadata, {}, other)
      const freed = await freedBlobs(metadata)
      assert.deepEqual(await dueOf(metadata, other), [])
      assert.deepEqual(await dueOf(metadata, 'unknown'), [])
      assert.deepEqual((await dueOf(metadata, tenant)).toSorted(), freed.toSorted())
      assert.equal((await metadata.blobs.claim({ due: true, limit: 100 })).length, freed.length)
    },
  },
  {
    name: 'claim with a tenant: what expired in the trash, of each tenant its own',
    async run(fixture) {
      const { metadata, clock } = fixture
      clock.set(1)
      const mine = await storedOne(metadata, {}, tenant)
      const theirs = await storedOne(metadata, {}, other)
      for (const asset of [mine, theirs]) {
        await metadata.assets.setTrashed({ tenant: asset.tenant, ids: [asset.id], to: 'trash' })
      }
      await trustedAt(fixture, 100)
      const { assets } = await metadata.assets.purge({ trashedFor: 0, limit: 9 })
      assert.equal(assets.length, 2)
      assert.deepEqual(await dueOf(metadata, tenant), [mine.blobKey])
      assert.deepEqual(await dueOf(metadata, other), [theirs.blobKey])
    },
  },
  {
    name: 'claim with a tenant: what no record named may be of any, also once it is claimed',
    async run({ metadata }) {
      const { blobKey } = newAsset()
      await metadata.blobs.reserve([blobKey], { lifetime: 0 })
      assert.deepEqual(await dueOf(metadata, tenant), [blobKey])
      assert.deepEqual(await dueOf(metadata, other), [blobKey])
    },
  },
  {
    name: 'claim with a tenant: the second deletion is of the same tenant, and still due once that is erased',
    async run({ metadata }) {
      const asset = await storedOne(metadata, {}, tenant)
      await metadata.assets.setTrashed({ tenant, ids: [asset.id], to: 'trash' })
      await metadata.assets.purge({ tenant, ids: [asset.id], doneWithin: HOUR })
      const deleted = [asset.blobKey]
      await metadata.blobs.recordDeletions({ deleted, retryAfter: 0 })
      assert.deepEqual(await dueOf(metadata, other), [])
      assert.deepEqual(await dueOf(metadata, tenant), deleted)
      await metadata.blobs.recordDeletions({ deleted: [], failed: deleted, retryAfter: 0 })
      assert.deepEqual(await dueOf(metadata, other), [])
      await metadata.erasures.begin(tenant)
      while (!(await metadata.erasures.step({ tenant, limit: 9 })).isDone);
      assert.equal((await metadata.erasures.end({ tenant })).isDone, true)
      assert.deepEqual(await metadata.blobs.claim({ due: true, limit: 9 }), deleted)
    },
  },
  {
    name: 'an erasure makes due what is or may be of its tenant, and does not end before that is deleted',
    async run({ metadata }) {
      const mine = await storedOne(metadata, {}, tenant)
      const theirs = await storedOne(metadata, {}, other)
      const { blobKey: anybodys } = newAsset()
      await metadata.blobs.reserve([anybodys], { lifetime: HOUR })
      await metadata.blobs.claim({ keys: [anybodys] })
      for (const { tenant: of, id } of [mine, theirs]) {
        await metadata.assets.setTrashed({ tenant: of, ids: [id], to: 'trash' })
        await metadata.assets.purge({ tenant: of, ids: [id], doneWithin: HOUR })
      }
      const failed = [mine.blobKey, theirs.blobKey, anybodys]
      await metadata.blobs.recordDeletions({ deleted: [], failed, retryAfter: HOUR })
      await metadata.erasures.begin(tenant)
      const due = await metadata.blobs.claim({ due: true, limit: 9 })
      assert.deepEqual(due.toSorted(), [mine.blobKey, anybodys].toSorted())
      while (!(await metadata.erasures.step({ tenant, limit: 9 })).isDone);
      assert.equal((await metadata.erasures.end({ tenant })).isDone, false)
      await metadata.blobs.recordDeletions({ deleted: [mine.blobKey], retryAfter: HOUR })
      assert.equal((await metadata.erasures.end({ tenant })).isDone, true)
    },
  },
]
