import assert from 'node:assert/strict'
import { HOLD_PREFIX, MAX_LEASE, type MigratableMetadata } from '@stowage/core/internal'
import type { ContractCase } from '../contract/contract.ts'
import { HOUR, newAsset, newTicket, purged, refuses, storedOne } from '../metadata-store/fixture.ts'
import { allEntries, replay, transferred, visibleRecords, writeVariety } from './fixture.ts'
import type { TransferFixture } from './transfer-fixture.ts'

const tenant = 'default'

export const transferEntryCases: readonly ContractCase<TransferFixture>[] = [
  {
    name: 'entries: records, keys, jobs, events and webhooks of all tenants are the same on the other side',
    async run({ from, to }) {
      await writeVariety(from, 0)
      await writeVariety(from, 100)
      await transferred(from, to)
      const expected = await visibleRecords(from)
      assert.ok(expected.assets.length > 10)
      assert.deepEqual(await visibleRecords(to), expected)
    },
  },
  {
    name: 'entries: an empty database is transferred too',
    async run({ from, to }) {
      await transferred(from, to)
      assert.deepEqual(await visibleRecords(to), await visibleRecords(from))
      assert.deepEqual(await allEntries(from.transfer.source), [])
    },
  },
  {
    name: 'entries: in pages of any size, each thing once',
    async run({ from }) {
      await writeVariety(from, 0)
      const whole = await allEntries(from.transfer.source)
      for (const limit of [1, 2, 7]) {
        assert.deepEqual(await allEntries(from.transfer.source, limit), whole)
      }
      const names = whole.map(({ kind, tenant, key }) => JSON.stringify([kind, tenant, key]))
      assert.equal(new Set(names).size, names.length)
    },
  },
  {
    name: 'changes: every write after `record` is the same on the other side, those of jobs too',
    async run({ from, to }) {
      await writeVariety(from, 0)
      await transferred(from, to, () => writeVariety(from, 100))
      assert.deepEqual(await visibleRecords(to), await visibleRecords(from))
    },
  },
  {
    name: 'changes: what was there and is gone, is gone on the other side',
    async run({ from, to }) {
      const asset = await storedOne(from)
      await from.blobs.reserve(['key'], { lifetime: 0 })
      await from.leases.acquire({ name: 'sweep', holder: 'a', duration: 9000 })
      await transferred(from, to, async () => {
        await purged(from, [asset])
        await from.leases.release({ name: 'sweep', holder: 'a' })
        // Includes what was purged within this millisecond.
        await from.sweeps.pruneExpired({ purgedFor: -1000, limit: 9 })
        for (let deletion = 1; deletion <= 2; deletion += 1) {
          const keys = await from.blobs.claim({ due: true, limit: 9 })
          await from.blobs.recordDeletions({ deleted: keys, retryAfter: 0 })
        }
      })
      const keys = ['key', asset.blobKey]
      assert.deepEqual(await from.blobs.filterOrphans(keys), keys)
      assert.deepEqual(await to.blobs.filterOrphans(keys), keys)
      assert.deepEqual(await visibleRecords(to), await visibleRecords(from))
      const lease = { name: 'sweep', holder: 'b', duration: 9000 }
      assert.equal(await to.leases.acquire(lease), true)
      const purge = to.assets.purge({ tenant, ids: [asset.id], doneWithin: HOUR })
      await refuses(purge, 'asset_not_found')
    },
  },
  {
    name: 'changes: each thing once, the longest unchanged first, as it is now',
    async run({ from }) {
      const [a, b] = [await storedOne(from), await storedOne(from)]
      const source = from.transfer.source
      await source.record()
      const rename = (id: string, name: string) =>
        from.assets.update({ tenant, id, changes: { name } })
      await rename(a.id, 'one')
      await rename(b.id, 'two')
      await rename(a.id, 'three')
      const all = await source.changes({ after: 0, limit: 9 })
      const names = all.entries.map(({ value }) => value && 'name' in value && value.name)
      assert.deepEqual(new Set(names), new Set(['two', 'three']))
      assert.equal(names.length, 2)
      const { last } = all
      assert.deepEqual(await source.changes({ after: last, limit: 9 }), { entries: [], last })
      const first = await source.changes({ after: 0, limit: 1 })
      const rest = await source.changes({ after: first.last, limit: 9 })
      assert.deepEqual([...first.entries, ...rest.entries], all.entries)
      await rename(b.id, 'four')
      const { entries } = await source.changes({ after: last, limit: 9 })
      assert.deepEqual(
        entries.map(({ key }) => key),
        [b.id],
      )
    },
  },
  {
    name: 'changes: those of another store on the same database too',
    needs: ['reopen'],
    async run({ from, to, reopen = () => assert.fail() }) {
      const other = await reopen()
      await writeVariety(other, 0)
      await transferred(from, to, () => writeVariety(other, 100))
      assert.deepEqual(await visibleRecords(to), await visibleRecords(other))
    },
  },
  {
    name: 'the next asset gets the next insertion number, also when the newest was purged',
    async run({ from, to }) {
      await storedOne(from)
      await transferred(from, to, async () => {
        await purged(from, [await storedOne(from)])
      })
      assert.equal((await storedOne(to)).seq, 3)
    },
  },
  {
    name: 'the assets and the bytes of tenants are counted on',
    async run({ from, to }) {
      const gone = await storedOne(from, { size: 100 })
      await storedOne(from, { size: 60 })
      await transferred(from, to, () => purged(from, [gone]))
      const next = newAsset({ size: 40 })
      await to.blobs.reserve([next.blobKey], { lifetime: 9_000 })
      const insert = (bytes: number, assets: number) =>
        to.assets.insert({ tenant, assets: [next], keyId: null, quota: { bytes, assets } })
      await refuses(insert(99, 2), 'quota_exceeded', { limit: 99, of: 'bytes' })
      await refuses(insert(100, 1), 'quota_exceeded', { limit: 1, of: 'assets' })
      await insert(100, 2)
    },
  },
  {
    name: 'what was reserved can be inserted, what was claimed cannot, and claims go on where they were',
    async run({ from, to }) {
      const [mine, claimed, settled] = [newAsset(), newAsset(), newAsset()]
      await from.blobs.reserve([mine.blobKey, claimed.blobKey, settled.blobKey], { lifetime: 0 })
      await from.blobs.reserve(['later'], { lifetime: HOUR })
      await from.blobs.claim({ keys: [settled.blobKey] })
      await from.blobs.recordDeletions({ deleted: [settled.blobKey], retryAfter: 0 })
      await transferred(from, to, () => from.blobs.claim({ keys: [claimed.blobKey] }))
      const insert = (asset: typeof mine) =>
        to.assets.insert({ tenant, assets: [asset], keyId: null, quota: null })
      await refuses(insert(claimed), 'reservation_lost')
      await insert(mine)
      const due = await to.blobs.claim({ due: true, limit: 9 })
      assert.deepEqual([...due].sort(), [claimed.blobKey, settled.blobKey].sort())
      await to.blobs.recordDeletions({ deleted: due, retryAfter: HOUR })
      const known = [mine.blobKey, claimed.blobKey, settled.blobKey, 'later']
      assert.deepEqual(await to.blobs.filterOrphans(known), [settled.blobKey])
    },
  },
  {
    name: 'purged ids count as done, repeated uploads are recognised, holds and leases hold',
    async run({ from, to }) {
      const gone = await storedOne(from)
      await purged(from, [gone])
      const asset = newAsset()
      const once = { key: 'k', digest: 'd', lifetime: HOUR }
      await from.blobs.reserve([asset.blobKey], { lifetime: 9_000 })
      await from.assets.insert({
        tenant,
        assets: [asset],
        keyId: null,
        quota: null,
        idempotency: once,
      })
      await from.leases.acquire({ name: 'sweep', holder: 'a', duration: MAX_LEASE })
      const hold = { name: `${HOLD_PREFIX}1`, holder: 'b', duration: MAX_LEASE }
      await transferred(from, to, () => from.leases.acquire(hold))
      const ids = [gone.id]
      const again = await to.assets.purge({ tenant, ids, doneWithin: HOUR })
      assert.deepEqual(again, { assets: [], held: true })
      const repeated = newAsset()
      await to.blobs.reserve([repeated.blobKey], { lifetime: 9_000 })
      const request = { tenant, assets: [repeated], keyId: null, quota: null }
      const replay = await to.assets.insert({ ...request, idempotency: once })
      assert.deepEqual(replay, { assets: [], replayOf: [asset.id] })
      await refuses(
        to.assets.insert({ ...request, idempotency: { ...once, digest: 'e' } }),
        'idempotency_conflict',
      )
      const lease = { name: 'sweep', holder: 'c', duration: MAX_LEASE }
      assert.equal(await to.leases.acquire(lease), false)
    },
  },
  {
    name: 'tickets move with what is left of them, and are counted on',
    async run({ from, to }) {
      const ticket = await from.tickets.create(newTicket({ files: 3, bytes: 5000 }))
      const pruned = await from.tickets.create(newTicket({ lifetime: 0 }))
      const insert = async (metadata: MigratableMetadata) => {
        const asset = newAsset()
        await metadata.blobs.reserve([asset.blobKey], { lifetime: HOUR })
        const request = { tenant, assets: [asset], keyId: null, quota: null }
        await metadata.assets.insert({ ...request, ticket: ticket.id })
      }
      await insert(from)
      await transferred(from, to, () => insert(from))
      const found = (await to.tickets.get(ticket.id))?.ticket
      assert.deepEqual(found, { ...ticket, filesLeft: 1, bytesLeft: 3000 })
      assert.deepEqual((await to.tickets.get(pruned.id))?.ticket, pruned)
      await insert(to)
      await refuses(insert(to), 'ticket_exhausted', { filesLeft: 0, bytesLeft: 2000 })
      await to.tickets.revoke({ tenant, id: ticket.id })
      await refuses(insert(to), 'ticket_revoked')
    },
  },
  {
    name: 'changes: a ticket that is revoked or forgotten is so on the other side',
    async run({ from, to }) {
      const revoked = await from.tickets.create(newTicket())
      // Expired longer ago than tickets are remembered.
      const forgotten = await from.tickets.create(newTicket({ lifetime: -25 * HOUR }))
      await transferred(from, to, async () => {
        await from.tickets.revoke({ tenant, id: revoked.id })
        await from.sweeps.pruneExpired({ purgedFor: HOUR, limit: 9 })
      })
      assert.equal(await to.tickets.get(forgotten.id), null)
      const found = await to.tickets.get(revoked.id)
      assert.ok(found?.ticket.revokedAt)
      assert.deepEqual(found.ticket, (await from.tickets.get(revoked.id))?.ticket)
    },
  },
  {
    name: 'receive: the same entries twice change nothing, and neither do older ones that are followed by their changes',
    async run({ from, to }) {
      await writeVariety(from, 0)
      await transferred(from, to, () => writeVariety(from, 100))
      const progress = { id: await from.transfer.source.record(), cursor: 'again' }
      const entries = await allEntries(from.transfer.source)
      await to.transfer.target.receive({ progress, entries })
      await to.transfer.target.receive({ progress, entries: [...entries, ...entries] })
      await replay(from, to)
      assert.deepEqual(await visibleRecords(to), await visibleRecords(from))
    },
  },
  {
    name: 'receive: notes the progress in the same transaction',
    async run({ from, to }) {
      const target = to.transfer.target
      assert.equal(await target.progress(), null)
      const id = await from.transfer.source.record()
      await target.receive({ progress: { id, cursor: 'a' }, entries: [] })
      assert.deepEqual(await target.progress(), { id, cursor: 'a' })
      await target.receive({ progress: { id, cursor: 'b' }, entries: [] })
      assert.deepEqual(await target.progress(), { id, cursor: 'b' })
    },
  },
  {
    name: 'receive: refuses what is of another recording, and all of it',
    async run({ from, to }) {
      const target = to.transfer.target
      const { id } = await storedOne(from)
      await target.receive({ progress: { id: 'one', cursor: 'a' }, entries: [] })
      const entries = await allEntries(from.transfer.source)
      const other = target.receive({ progress: { id: 'two', cursor: 'b' }, entries })
      await refuses(other, 'invalid_argument')
      assert.equal(await to.assets.get({ id }), null)
      assert.deepEqual(await target.progress(), { id: 'one', cursor: 'a' })
    },
  },
  {
    name: 'receive: refuses to begin in a database that is not empty',
    async run({ from, to }) {
      assert.equal(await to.transfer.target.isEmpty(), true)
      await storedOne(to)
      assert.equal(await to.transfer.target.isEmpty(), false)
      const progress = { id: await from.transfer.source.record(), cursor: '' }
      await refuses(to.transfer.target.receive({ progress, entries: [] }), 'invalid_argument')
      assert.equal(await to.transfer.target.progress(), null)
    },
  },
]
