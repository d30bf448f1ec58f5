import assert from 'node:assert/strict'
import type { MetadataStore } from '@stowage/core/ports'
import type { ContractCase } from '../../contract/contract.ts'
import { newContent, replace } from '../contents/version-fixture.ts'
import { newAsset, newKey, newTicket, refuses, storedOne, twoStores } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'
import { insertAssets } from './insert-assets.ts'
import { advance, fullUpload, hold, insertUpload, newUpload, terms } from './upload-fixture.ts'

const tenant = 'default'

/** Files and bytes that the ticket still allows. */
async function leftOf(metadata: MetadataStore, id: string): Promise<readonly unknown[]> {
  const found = await metadata.tickets.get(id)
  return [found?.ticket.filesLeft, found?.ticket.bytesLeft]
}

/** What `MetadataStore.uploads` promises of tickets, quotas and numbers of uploads. */
export const uploadLimitCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'uploads: an upload takes a file and its bytes of its ticket when it is created, and not again as an asset',
    async run({ metadata }) {
      const { id: ticketId } = await metadata.tickets.create(newTicket())
      const held = await fullUpload(metadata, { ticketId })
      assert.deepEqual(await leftOf(metadata, ticketId), [4, 4000])
      await insertUpload(metadata, held, { ticket: ticketId })
      assert.deepEqual(await leftOf(metadata, ticketId), [4, 4000])
      await refuses(
        metadata.uploads.create(newUpload({ ticketId, size: 4001 })),
        'ticket_exhausted',
      )
      assert.deepEqual(await leftOf(metadata, ticketId), [4, 4000])
    },
  },
  {
    name: 'uploads: a ticket gets back what an upload took of which no asset came',
    async run({ metadata, clock }) {
      const { id: ticketId } = await metadata.tickets.create(newTicket())
      const removed = await metadata.uploads.create(newUpload({ ticketId }))
      const expired = await metadata.uploads.create(newUpload({ ticketId, lifetime: 1000 }))
      const refused = await fullUpload(metadata, { ticketId })
      const doubled = await fullUpload(metadata, { ticketId })
      assert.deepEqual(await leftOf(metadata, ticketId), [1, 1000])
      await metadata.uploads.end({ tenant, id: removed.id, as: { state: 'removed' } })
      assert.deepEqual(await leftOf(metadata, ticketId), [2, 2000])
      const refusal = { code: 'file_rejected', message: 'No.', context: {} } as const
      const { fence } = refused
      await metadata.uploads.end({
        tenant,
        id: refused.id,
        as: { state: 'refused', fence, refusal },
      })
      assert.deepEqual(await leftOf(metadata, ticketId), [3, 3000])
      const [there] = await insertAssets(metadata, [newAsset({ sha256: 'cd'.repeat(32) })])
      const assets = [newAsset({ sha256: 'cd'.repeat(32) })]
      await insertUpload(metadata, doubled, { ticket: ticketId, assets, onDuplicate: 'return' })
      assert.deepEqual(await leftOf(metadata, ticketId), [4, 4000])
      assert.equal((await metadata.uploads.get(doubled))?.assetId, there?.id)
      clock.set(2)
      await metadata.uploads.end({ tenant, id: expired.id, as: { state: 'expired' } })
      assert.deepEqual(await leftOf(metadata, ticketId), [5, 5000])
    },
  },
  {
    name: 'uploads: takes what comes of a ticket while the size is not known',
    async run({ metadata }) {
      const { id: ticketId } = await metadata.tickets.create(newTicket())
      const { id } = await metadata.uploads.create(newUpload({ ticketId, size: null }))
      assert.deepEqual(await leftOf(metadata, ticketId), [4, 5000])
      const held = await hold(metadata, { id })
      await advance(metadata, held, [0, 3000])
      assert.deepEqual(await leftOf(metadata, ticketId), [4, 2000])
      await refuses(advance(metadata, held, [3000, 5001]), 'ticket_exhausted')
      await refuses(advance(metadata, held, [3000, 3000], { size: 5001 }), 'ticket_exhausted')
      await advance(metadata, held, [3000, 5000], { size: 5000, isFull: true })
      assert.deepEqual(await leftOf(metadata, ticketId), [4, 0])
    },
  },
  {
    name: 'uploads: a ticket or a key that was revoked creates no upload, and no asset of one',
    async run({ metadata }) {
      const { id: ticketId } = await metadata.tickets.create(newTicket())
      const held = await fullUpload(metadata, { ticketId })
      await metadata.tickets.revoke({ tenant, id: ticketId })
      await refuses(metadata.uploads.create(newUpload({ ticketId })), 'ticket_revoked')
      await refuses(insertUpload(metadata, held, { ticket: ticketId }), 'ticket_revoked')
      await metadata.uploads.end({ tenant, id: held.id, as: { state: 'removed' } })
      const key = newKey()
      await metadata.apiKeys.create(key, { limit: 9, makerId: null })
      await metadata.uploads.create(newUpload({ keyId: key.id }))
      const revokedAt = key.createdAt
      await metadata.apiKeys.update({ tenant, id: key.id, changes: { revokedAt } })
      await refuses(metadata.uploads.create(newUpload({ keyId: key.id })), 'key_revoked')
      const other = newTicket({ tenant: 'other' })
      await metadata.tickets.create(other)
      await refuses(metadata.uploads.create(newUpload({ ticketId: other.id })), 'ticket_revoked')
    },
  },
  {
    name: 'uploads: lasts at most a day longer than its ticket',
    async run({ metadata }) {
      const { id: ticketId, expiresAt } = await metadata.tickets.create(newTicket())
      const lifetime = 7 * 86_400_000
      const { id, expiresAt: ends } = await metadata.uploads.create(
        newUpload({ ticketId, lifetime }),
      )
      const aDayLater = new Date(Date.parse(expiresAt) + 86_400_000).toISOString().slice(0, 19)
      assert.equal(ends.slice(0, 19), aDayLater)
      const upload = await advance(metadata, await hold(metadata, { id }), [0, 1])
      assert.equal(upload.expiresAt, ends)
    },
  },
  {
    name: 'uploads: counts against the quota from the first byte on, until an hour without progress',
    async run({ metadata, clock }) {
      const quota = 2500
      const create = () => metadata.uploads.create(newUpload({ quota }))
      const [one, two, three] = [await create(), await create(), await create()]
      const first = await hold(metadata, one)
      await advance(metadata, first, [0, 1], { quota })
      await advance(metadata, await hold(metadata, two), [0, 1], { quota })
      await refuses(
        advance(metadata, await hold(metadata, three), [0, 1], { quota }),
        'quota_exceeded',
      )
      await refuses(create(), 'quota_exceeded')
      await refuses(insertAssets(metadata, [newAsset()], { quota }), 'quota_exceeded')
      await insertAssets(metadata, [newAsset({ size: 400 })], { quota })
      await advance(metadata, first, [1, 1000], { quota, isFull: true })
      await insertUpload(metadata, first, { quota })
      clock.set(3599)
      await refuses(create(), 'quota_exceeded')
      clock.set(3600)
      await create()
      await refuses(insertAssets(metadata, [newAsset({ size: 1101 })], { quota }), 'quota_exceeded')
      await insertAssets(metadata, [newAsset({ size: 1100 })], { quota })
    },
  },
  {
    name: 'uploads: counts against the quota when an asset gets other content, unless that is smaller',
    async run({ metadata }) {
      const asset = await storedOne(metadata)
      await advance(
        metadata,
        await hold(metadata, await metadata.uploads.create(newUpload())),
        [0, 1],
      )
      const change = (size: number, quota: number) =>
        replace(metadata, asset, newContent({ size }), { quota, keepFor: 0 })
      await refuses(change(1100, 2099), 'quota_exceeded')
      await change(1100, 2100)
      await change(1000, 1)
    },
  },
  {
    name: 'uploads: of uploads that begin to count at once, only those are taken that fit',
    async run(fixture) {
      const [one, other] = await twoStores(fixture)
      const quota = 3000
      const all = await Promise.all(
        Array.from({ length: 8 }, () => one.uploads.create(newUpload({ quota }))),
      )
      const held = await Promise.all(all.map((upload) => hold(one, upload)))
      const advances = held.map((each, n) =>
        advance(n % 2 === 0 ? one : other, each, [0, 1], { quota }),
      )
      const results = await Promise.allSettled(advances)
      assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 3)
    },
  },
  {
    name: 'uploads: an uploader has at most so many unfinished uploads, and a quarter of the quota in them',
    async run({ metadata }) {
      const owner = 'ticket a'
      const limits = { owner: 2, tenant: 4 }
      const quota = 8000
      const create = (extras: object) => metadata.uploads.create(newUpload({ limits, ...extras }))
      const first = await create({ owner, size: 7000, quota })
      await refuses(create({ owner, quota }), 'quota_exceeded', { limit: 2000, of: 'bytes' })
      await metadata.uploads.end({ tenant, id: first.id, as: { state: 'removed' } })
      await create({ owner, quota })
      await create({ owner, quota })
      await refuses(create({ owner }), 'too_many_uploads', { limit: 2, of: 'owner' })
      await create({ owner: 'ticket b' })
      await create({})
      await refuses(create({}), 'too_many_uploads', { limit: 4, of: 'tenant' })
      await create({ tenant: 'other', owner })
    },
  },
  {
    name: 'uploads: a final upload takes the place of finished partial ones of the same uploader',
    async run({ metadata }) {
      const { id: ticketId } = await metadata.tickets.create(newTicket({ files: 1 }))
      const quota = 2000
      const made = []
      for (const size of [700, 800]) {
        const given = { ticketId, size, kind: 'partial', quota } as const
        const { id } = await metadata.uploads.create(newUpload(given))
        const held = await hold(metadata, { id })
        await advance(metadata, held, [0, size], { isFull: true, quota })
        await metadata.uploads.release({ holds: [held] })
        made.push(id)
      }
      assert.deepEqual(await leftOf(metadata, ticketId), [1, 3500])
      const unfinished = await metadata.uploads.create(newUpload({ ticketId, kind: 'partial' }))
      await metadata.uploads.end({ tenant, id: unfinished.id, as: { state: 'removed' } })
      const final = (partials: readonly string[], extras: object = {}) =>
        metadata.uploads.create(
          newUpload({
            kind: 'final',
            size: 1500,
            ticketId,
            quota,
            terms: terms({ partials }),
            ...extras,
          }),
        )
      await refuses(final([...made, unfinished.id]), 'upload_not_found', { ids: [unfinished.id] })
      await refuses(final(made, { ticketId: null }), 'upload_not_found', { ids: made })
      await refuses(final(made, { tenant: 'other', ticketId: null }), 'upload_not_found', {
        ids: made,
      })
      const { id } = await final(made)
      assert.deepEqual(await leftOf(metadata, ticketId), [0, 3500])
      for (const partial of made) {
        await metadata.uploads.end({ tenant, id: partial, as: { state: 'removed' } })
      }
      assert.deepEqual(await leftOf(metadata, ticketId), [0, 3500])
      await metadata.uploads.end({ tenant, id, as: { state: 'removed' } })
      assert.deepEqual(await leftOf(metadata, ticketId), [1, 5000])
    },
  },
]
