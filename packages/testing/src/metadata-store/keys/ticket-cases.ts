import assert from 'node:assert/strict'
import { isStowageError } from '@stowage/core'
import { blobKeysOf, type Inserted, type InsertRequest } from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import type { ContractCase } from '../../contract/contract.ts'
import {
  at,
  HOUR,
  listed,
  newAsset,
  newKey,
  newTicket,
  newVariant,
  refuses,
  twoStores,
} from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'

const tenant = 'default'

/** Reserves and inserts, by default one asset of 1000 bytes. */
async function insertWith(
  metadata: MetadataStore,
  ticket: string,
  extras: Partial<InsertRequest> = {},
): Promise<Inserted> {
  const request = { tenant, assets: [newAsset()], keyId: null, quota: null, ticket, ...extras }
  await metadata.blobs.reserve(request.assets.flatMap(blobKeysOf), { lifetime: HOUR })
  return metadata.assets.insert(request)
}

/** Files and bytes that the ticket still allows. */
async function leftOf(metadata: MetadataStore, id: string): Promise<readonly unknown[]> {
  const found = await metadata.tickets.get(id)
  return [found?.ticket.filesLeft, found?.ticket.bytesLeft]
}

export const ticketCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'a ticket is made and found by the time of the database; null for an unknown one',
    async run({ metadata, clock }) {
      clock.set(3)
      const given = newTicket({ lifetime: 7000, allow: ['image/*', 'text/plain'], createdBy: null })
      const { lifetime: _, ...rest } = given
      const ticket = await metadata.tickets.create(given)
      const times = { createdAt: at(3), expiresAt: at(10), revokedAt: null }
      assert.deepEqual(ticket, { ...rest, ...times, filesLeft: 5, bytesLeft: 5000 })
      clock.set(99)
      const found = { ticket, now: at(99), isMakerValid: true }
      assert.deepEqual(await metadata.tickets.get(ticket.id), found)
      assert.equal(await metadata.tickets.get('unknown'), null)
    },
  },
  {
    name: 'a ticket is refused for an id that exists, in any tenant',
    async run({ metadata }) {
      const ticket = await metadata.tickets.create(newTicket())
      const taken = newTicket({ id: ticket.id, tenant: 'other' })
      await refuses(metadata.tickets.create(taken), 'invalid_argument')
      assert.deepEqual((await metadata.tickets.get(ticket.id))?.ticket, ticket)
    },
  },
  {
    name: 'the maker of a ticket is valid while its key is known, not revoked and not expired',
    async run({ metadata, clock }) {
      const key = newKey({ expiresAt: at(10) })
      const [mine, lost] = await Promise.all(
        [key.id, 'unknown'].map((keyId) => metadata.tickets.create(newTicket({ keyId }))),
      )
      assert.ok(mine && lost)
      const isValid = async (id: string) => (await metadata.tickets.get(id))?.isMakerValid
      assert.equal(await isValid(mine.id), false, 'unknown')
      await metadata.apiKeys.create(key)
      clock.set(9)
      assert.equal(await isValid(mine.id), true)
      clock.set(10)
      assert.equal(await isValid(mine.id), false, 'expired')
      clock.set(0)
      await metadata.apiKeys.update({ tenant, id: key.id, changes: { revokedAt: at(0) } })
      assert.equal(await isValid(mine.id), false, 'revoked')
      assert.equal(await isValid(lost.id), false)
    },
  },
  {
    name: 'insert counts the files of a ticket and their bytes, without their variants',
    async run(fixture) {
      const [one, two] = await twoStores(fixture)
      const { id } = await one.tickets.create(newTicket())
      const assets = [newAsset({ size: 300, variants: [newVariant()] }), newAsset({ size: 0 })]
      await insertWith(one, id, { assets })
      assert.deepEqual(await leftOf(two, id), [3, 4700])
      await insertWith(two, id)
      assert.deepEqual(await leftOf(one, id), [2, 3700])
    },
  },
  {
    name: 'insert beyond the files or the bytes of a ticket is ticket_exhausted, and changes nothing',
    async run({ metadata }) {
      const { id } = await metadata.tickets.create(newTicket({ files: 2, bytes: 2500 }))
      await insertWith(metadata, id)
      const left = { filesLeft: 1, bytesLeft: 1500 }
      const large = newAsset({ size: 1501 })
      await refuses(insertWith(metadata, id, { assets: [large] }), 'ticket_exhausted', left)
      const two = [newAsset({ size: 0 }), newAsset({ size: 0 })]
      await refuses(insertWith(metadata, id, { assets: two }), 'ticket_exhausted', left)
      assert.deepEqual(await leftOf(metadata, id), [1, 1500])
      assert.deepEqual(await metadata.blobs.claim({ keys: [large.blobKey] }), [large.blobKey])
      await insertWith(metadata, id, { assets: [newAsset({ size: 1500 })] })
      const empty = { filesLeft: 0, bytesLeft: 0 }
      await refuses(insertWith(metadata, id), 'ticket_exhausted', empty)
      assert.equal((await listed(metadata)).total, 2)
    },
  },
  {
    name: 'an insert that is refused for another reason does not count',
    async run({ metadata }) {
      const { id } = await metadata.tickets.create(newTicket())
      await refuses(insertWith(metadata, id, { quota: 999 }), 'quota_exceeded')
      await refuses(insertWith(metadata, id, { keyId: 'unknown' }), 'key_revoked')
      const request = { tenant, assets: [newAsset()], keyId: null, quota: null, ticket: id }
      await refuses(metadata.assets.insert(request), 'reservation_lost')
      assert.deepEqual(await leftOf(metadata, id), [5, 5000])
    },
  },
  {
    name: 'a repetition does not count, and is answered when the ticket is used up',
    async run({ metadata }) {
      const { id } = await metadata.tickets.create(newTicket({ files: 1 }))
      const idempotency = { key: 'k', digest: 'd', lifetime: HOUR }
      const { assets } = await insertWith(metadata, id, { idempotency })
      const replay = { assets: [], replayOf: assets.map((asset) => asset.id) }
      assert.deepEqual(await insertWith(metadata, id, { idempotency }), replay)
      assert.deepEqual(await leftOf(metadata, id), [0, 4000])
      const other = { idempotency: { ...idempotency, digest: 'e' } }
      await refuses(insertWith(metadata, id, other), 'idempotency_conflict')
      const fresh = { idempotency: { ...idempotency, key: 'l' } }
      await refuses(insertWith(metadata, id, fresh), 'ticket_exhausted')
      // A refused insert leaves no record of its key.
      const { id: next } = await metadata.tickets.create(newTicket())
      assert.equal((await insertWith(metadata, next, fresh)).replayOf, null)
    },
  },
  {
    name: 'what a ticket has left is looked at before the quota',
    async run({ metadata }) {
      const { id } = await metadata.tickets.create(newTicket({ bytes: 999 }))
      await refuses(insertWith(metadata, id, { quota: 0 }), 'ticket_exhausted')
    },
  },
  {
    name: 'a revoked ticket is refused by the next insert of every store, a repetition too',
    async run(fixture) {
      const [one, two] = await twoStores(fixture)
      const { id } = await one.tickets.create(newTicket())
      const idempotency = { key: 'k', digest: 'd', lifetime: HOUR }
      await insertWith(two, id, { idempotency })
      fixture.clock.set(5)
      const revoked = await one.tickets.revoke({ tenant, id })
      assert.deepEqual([revoked.revokedAt, revoked.filesLeft], [at(5), 4])
      fixture.clock.set(6)
      assert.deepEqual(await two.tickets.revoke({ tenant, id }), revoked)
      assert.deepEqual((await two.tickets.get(id))?.ticket, revoked)
      await refuses(insertWith(two, id), 'ticket_revoked')
      await refuses(insertWith(two, id, { idempotency }), 'ticket_revoked')
      await refuses(insertWith(two, id, { keyId: 'unknown' }), 'key_revoked')
      assert.deepEqual(await leftOf(one, id), [4, 4000])
    },
  },
  {
    name: 'a ticket that is unknown, another tenant’s or out of scope cannot be used or revoked',
    async run({ metadata }) {
      const { id } = await metadata.tickets.create(newTicket({ tenant: 'other' }))
      for (const ticket of [id, 'unknown']) {
        await refuses(insertWith(metadata, ticket), 'ticket_revoked')
        await refuses(metadata.tickets.revoke({ tenant, id: ticket }), 'ticket_not_found')
      }
      for (const createdBy of ['bob', null]) {
        const request = { tenant: 'other', id, scope: { createdBy } }
        await refuses(metadata.tickets.revoke(request), 'ticket_not_found')
      }
      assert.equal((await metadata.tickets.get(id))?.ticket.revokedAt, null)
      const request = { tenant: 'other', id, scope: { createdBy: 'ann' } }
      assert.ok((await metadata.tickets.revoke(request)).revokedAt)
    },
  },
  {
    name: 'an upload may end after its ticket has expired',
    async run({ metadata, clock }) {
      const { id } = await metadata.tickets.create(newTicket({ lifetime: 1000 }))
      clock.set(60)
      await insertWith(metadata, id)
      assert.deepEqual(await leftOf(metadata, id), [4, 4000])
    },
  },
  {
    name: 'of many inserts with a ticket at once, from two stores, as many are stored as it allows',
    async run(fixture) {
      const stores = await twoStores(fixture)
      const { id } = await fixture.metadata.tickets.create(newTicket({ bytes: 1e6 }))
      const { id: small } = await fixture.metadata.tickets.create(newTicket({ bytes: 3500 }))
      const results = await Promise.allSettled(
        Array.from({ length: 64 }, (_, n) =>
          insertWith(stores[n % 2] ?? fixture.metadata, n % 4 < 2 ? id : small),
        ),
      )
      const refused = results.flatMap((result) => (result.status === 'rejected' ? result : []))
      for (const { reason } of refused) assert.ok(isStowageError(reason, 'ticket_exhausted'))
      assert.equal(results.length - refused.length, 8)
      assert.deepEqual(await leftOf(fixture.metadata, id), [0, 995_000])
      assert.deepEqual(await leftOf(fixture.metadata, small), [2, 500])
      assert.equal((await listed(fixture.metadata)).total, 8)
    },
  },
  {
    name: 'pruneExpired forgets tickets a day after they expired, at most the limit',
    async run({ metadata, clock }) {
      const old = await Promise.all(
        [1, 2, 3].map((seconds) =>
          metadata.tickets.create(newTicket({ lifetime: seconds * 1000 })),
        ),
      )
      const young = await metadata.tickets.create(newTicket({ lifetime: 5000 }))
      clock.set(86_404)
      const prune = () => metadata.sweeps.pruneExpired({ purgedFor: HOUR, limit: 2 })
      assert.equal(await prune(), true)
      assert.equal(await prune(), false)
      for (const { id } of old) assert.equal(await metadata.tickets.get(id), null)
      assert.notEqual(await metadata.tickets.get(young.id), null)
    },
  },
]
