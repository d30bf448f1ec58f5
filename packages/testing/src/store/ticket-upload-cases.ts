import assert from 'node:assert/strict'
import { isStowageError } from '@stowage/core'
import type { ContractCase } from '../contract/contract.ts'
import type { StoreFixture } from './store-fixture.ts'
import { text, ticketOf } from './ticket-fixture.ts'

const files = (...lengths: readonly number[]) => lengths.map((length) => ({ source: text(length) }))

async function holds({ store, countBlobs }: StoreFixture, count: number): Promise<void> {
  assert.deepEqual([(await store.list()).total, await countBlobs()], [count, count])
}

export const ticketUploadCases: readonly ContractCase<StoreFixture>[] = [
  {
    name: 'uploads with a ticket get its createdBy and count, until it is used up',
    async run(fixture) {
      const { store } = fixture
      const { verified } = await ticketOf(store, { files: 3, bytes: 10, createdBy: 'ann' })
      const asset = await store.upload(text(4), { ticket: await verified() })
      assert.equal(asset.createdBy, 'ann')
      await store.uploadMany(files(1, 0), { ticket: await verified() })
      const ticket = await verified()
      assert.deepEqual([ticket.filesLeft, ticket.bytesLeft], [0, 5])
      let asked = false
      async function* source() {
        asked = true
        yield text(1)
      }
      const context = { filesLeft: 0, bytesLeft: 5 }
      await assert.rejects(store.upload(source(), { ticket }), {
        code: 'ticket_exhausted',
        context,
      })
      assert.equal(asked, false, 'No byte of it was asked for.')
      await holds(fixture, 3)
    },
  },
  {
    name: 'the bytes of a ticket hold over the files of one upload and over several uploads',
    async run(fixture) {
      const { store } = fixture
      const { verified } = await ticketOf(store, { files: 9, bytes: 100 })
      const refused = async (limit: number, ...lengths: readonly number[]) =>
        assert.rejects(store.uploadMany(files(...lengths), { ticket: await verified() }), {
          code: 'file_too_large',
          context: { limit, index: lengths.length - 1 },
        })
      await refused(100, 101)
      await refused(40, 60, 41)
      await store.uploadMany(files(60), { ticket: await verified() })
      await refused(40, 41)
      const expectedBytes = 41
      await assert.rejects(store.upload(text(1), { ticket: await verified(), expectedBytes }), {
        code: 'file_too_large',
        context: { limit: 40 },
      })
      await store.uploadMany(files(40), { ticket: await verified() })
      assert.equal((await verified()).bytesLeft, 0)
      await holds(fixture, 2)
    },
  },
  {
    name: 'a ticket that was verified before other uploads cannot be used beyond what is left',
    async run(fixture) {
      const { store } = fixture
      const { ticket } = await ticketOf(store, { files: 2, bytes: 100 })
      await store.upload(text(60), { ticket })
      const context = { filesLeft: 1, bytesLeft: 40 }
      await assert.rejects(store.upload(text(60), { ticket }), {
        code: 'ticket_exhausted',
        context,
      })
      await store.upload(text(40), { ticket })
      await assert.rejects(store.upload(text(0), { ticket }), { code: 'ticket_exhausted' })
      await holds(fixture, 2)
    },
  },
  {
    name: 'more files than a ticket has left are ticket_exhausted, more than the store takes too_many_files',
    async run(fixture) {
      const { store } = fixture
      const { verified } = await ticketOf(store, { files: 3 })
      const upload = async (count: number) =>
        store.uploadMany(files(...new Array<number>(count).fill(1)), { ticket: await verified() })
      const exhausted = (filesLeft: number) => (error: unknown) =>
        isStowageError(error, 'ticket_exhausted') && error.context.filesLeft === filesLeft
      await assert.rejects(upload(4), exhausted(3))
      await upload(2)
      await assert.rejects(upload(2), exhausted(1))
      await upload(1)
      await holds(fixture, 3)
      const { ticket } = await ticketOf(store, { files: 100 })
      const six = store.uploadMany(files(1, 1, 1, 1, 1, 1), { ticket })
      await assert.rejects(six, { code: 'too_many_files', context: { limit: 5 } })
    },
  },
  {
    name: 'a ticket allows its types alone, and a refused upload does not count',
    async run(fixture) {
      const { store } = fixture
      const { verified } = await ticketOf(store, { allow: ['image/*', 'text/csv'] })
      const name = 'a.txt'
      const upload = async () => store.upload(text(9), { name, ticket: await verified() })
      await assert.rejects(upload(), { code: 'type_not_allowed' })
      const sha256 = 'ab'.repeat(32)
      const ticket = await verified()
      await assert.rejects(store.upload(text(9), { ticket, sha256 }), { code: 'digest_mismatch' })
      await assert.rejects(store.uploadMany([], { ticket }), { code: 'file_missing' })
      assert.equal((await verified()).filesLeft, 1)
      await holds(fixture, 0)
      const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
      assert.equal((await store.upload(gif, { ticket: await verified() })).mimeType, 'image/gif')
    },
  },
  {
    name: 'an upload repeated under its idempotency key does not count, and is answered when its ticket is used up',
    async run(fixture) {
      const { store } = fixture
      const { verified } = await ticketOf(store, { bytes: 9 })
      const upload = async (length: number, idempotencyKey: string) =>
        store.upload(text(length), { ticket: await verified(), idempotencyKey })
      const asset = await upload(9, 'once')
      assert.deepEqual(await upload(9, 'once'), asset)
      await assert.rejects(upload(8, 'once'), { code: 'idempotency_conflict' })
      await assert.rejects(upload(9, 'twice'), { code: 'ticket_exhausted' })
      // The idempotency key belongs to this ticket only.
      const other = await ticketOf(store)
      const theirs = { ticket: other.ticket, idempotencyKey: 'once' }
      assert.notEqual((await store.upload(text(8), theirs)).id, asset.id)
      await holds(fixture, 2)
    },
  },
  {
    name: 'a ticket or a maker that is revoked while its upload runs stores nothing',
    async run(fixture) {
      const { store } = fixture
      const { key, token } = await store.keys.create({ name: 'app' })
      const principal = (await store.keys.verify(token)) ?? assert.fail()
      const { ticket } = await ticketOf(store)
      const { ticket: ofKey } = await ticketOf(store, { principal })
      async function* revoking(revoke: () => Promise<unknown>) {
        yield text(1)
        await revoke()
        yield text(1)
      }
      const ticketRevoked = revoking(() => store.tickets.revoke(ticket.id))
      await assert.rejects(store.upload(ticketRevoked, { ticket }), { code: 'ticket_revoked' })
      const keyRevoked = revoking(() => store.keys.revoke(key.id))
      await assert.rejects(store.upload(keyRevoked, { ticket: ofKey }), { code: 'key_revoked' })
      await holds(fixture, 0)
    },
  },
  {
    name: 'an aborted upload does not count and leaves nothing behind',
    async run(fixture) {
      const { store } = fixture
      const { verified } = await ticketOf(store)
      const ticket = await verified()
      const controller = new AbortController()
      const { signal } = controller
      async function* source() {
        yield text(400_000)
        controller.abort(new Error('The user left.'))
        yield text(1)
      }
      await assert.rejects(store.upload(source(), { ticket, signal }), {
        message: 'The user left.',
      })
      assert.deepEqual(await verified(), ticket)
      await holds(fixture, 0)
    },
  },
  {
    name: 'of 32 uploads at once with a ticket of 5 files 5 are stored, and nothing is left of the others',
    async run(fixture) {
      const { store } = fixture
      const { ticket, verified } = await ticketOf(store, { files: 5 })
      const results = await Promise.allSettled(
        Array.from({ length: 32 }, (_, n) => store.upload(text(n + 1), { ticket })),
      )
      const refused = results.flatMap((result) => (result.status === 'rejected' ? result : []))
      for (const { reason } of refused) assert.ok(isStowageError(reason, 'ticket_exhausted'))
      assert.equal(refused.length, 27)
      assert.equal((await verified()).filesLeft, 0)
      await holds(fixture, 5)
    },
  },
]
