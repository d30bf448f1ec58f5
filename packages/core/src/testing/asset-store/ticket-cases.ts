import assert from 'node:assert/strict'
import type { AssetStore } from '../../asset-store/asset-store.ts'
import type { CreateTicketOptions } from '../../asset-store/tickets.ts'
import { isStowageError } from '../../errors/stowage-error.ts'
import type { UploadTicket } from '../../model/upload-ticket.ts'
import type { ContractCase } from '../contract.ts'
import type { StoreFixture } from './store-fixture.ts'

const text = (length: number): Uint8Array => new Uint8Array(length).fill(97)
const files = (...lengths: readonly number[]) => lengths.map((length) => ({ source: text(length) }))

/** A verified ticket, and how to look at it again. */
async function ticketOf(store: AssetStore, options?: CreateTicketOptions) {
  const { token } = await store.tickets.create(options)
  const verified = async (): Promise<UploadTicket> =>
    (await store.tickets.verify(token)) ?? assert.fail('The ticket is not valid.')
  return { token, ticket: await verified(), verified }
}

async function holds({ store, countBlobs }: StoreFixture, count: number): Promise<void> {
  assert.deepEqual([(await store.list()).total, await countBlobs()], [count, count])
}

export const ticketCases: readonly ContractCase<StoreFixture>[] = [
  {
    name: 'a ticket verifies with its defaults, from any view of the store, and its token is shown once',
    async run({ store }) {
      const { ticket, token } = await store.forTenant('acme').tickets.create()
      assert.match(token, /^stt_[0-9A-Za-z]{12}_[0-9A-Za-z]{33}$/)
      assert.deepEqual(await store.tickets.verify(token), ticket)
      const { id, createdAt, expiresAt, ...rest } = ticket
      assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 900_000)
      assert.deepEqual(rest, {
        tenant: 'acme',
        createdBy: null,
        keyId: null,
        revokedAt: null,
        files: 1,
        bytes: store.limits.fileSize,
        filesLeft: 1,
        bytesLeft: store.limits.fileSize,
        allow: null,
      })
      assert.ok(token.includes(id))
      assert.equal(await store.keys.verify(token), null, 'It is no key.')
    },
  },
  {
    name: 'unknown, malformed and revoked tickets verify as null, and so do those of a revoked key',
    async run({ store }) {
      const { key, token: keyToken } = await store.keys.create({ name: 'app' })
      const principal = (await store.keys.verify(keyToken)) ?? assert.fail()
      const made = await store.tickets.create({ principal })
      assert.deepEqual([made.ticket.keyId, made.ticket.createdBy], [key.id, key.id])
      const revoked = await store.tickets.create()
      const first = await store.tickets.revoke(revoked.ticket.id)
      assert.deepEqual(await store.tickets.revoke(revoked.ticket.id), first)
      assert.ok(await store.tickets.verify(made.token))
      await store.keys.revoke(key.id)
      const other = `${made.token.slice(0, -1)}${made.token.endsWith('0') ? '1' : '0'}`
      for (const token of ['', 'stt_x', keyToken, made.token, revoked.token, other]) {
        assert.equal(await store.tickets.verify(token), null)
      }
    },
  },
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
    name: 'more files than a ticket ever allowed are too_many_files, more than it has left ticket_exhausted',
    async run(fixture) {
      const { store } = fixture
      const { verified } = await ticketOf(store, { files: 3 })
      const upload = async (count: number) =>
        store.uploadMany(files(...new Array<number>(count).fill(1)), { ticket: await verified() })
      await assert.rejects(upload(4), { code: 'too_many_files', context: { limit: 3 } })
      await upload(2)
      await assert.rejects(upload(2), { code: 'ticket_exhausted' })
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
      // The key means something to this ticket alone.
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
  {
    name: 'a scoped store makes and revokes tickets in its own name alone',
    async run({ store }) {
      const [ann, bob] = ['ann', 'bob'].map((createdBy) => store.scoped({ createdBy }))
      assert.ok(ann && bob)
      const principal = { kind: 'external', tenant: store.tenant, permissions: [] } as const
      const { ticket } = await ticketOf(ann, { files: 3, principal: { ...principal, id: 'x' } })
      assert.equal(ticket.createdBy, 'ann')
      await assert.rejects(ann.tickets.create({ createdBy: 'bob' }), { code: 'invalid_argument' })
      await assert.rejects(ann.tickets.create({ createdBy: null }), { code: 'invalid_argument' })
      await assert.rejects(bob.tickets.revoke(ticket.id), { code: 'ticket_not_found' })
      await assert.rejects(bob.upload(text(1), { ticket }), { code: 'invalid_argument' })
      assert.equal((await ann.upload(text(1), { ticket })).createdBy, 'ann')
      assert.equal((await store.upload(text(1), { ticket })).createdBy, 'ann')
      assert.ok((await ann.tickets.revoke(ticket.id)).revokedAt)
    },
  },
  {
    name: 'a ticket reaches its own tenant alone, in place of a principal',
    async run({ store }) {
      const { ticket, token } = await ticketOf(store, { createdBy: 'ann' })
      const code = 'invalid_argument'
      const other = store.forTenant('other')
      await assert.rejects(other.upload(text(1), { ticket }), { code })
      await assert.rejects(other.tickets.revoke(ticket.id), { code: 'ticket_not_found' })
      const principal = {
        kind: 'external',
        id: 'x',
        tenant: store.tenant,
        permissions: [],
      } as const
      await assert.rejects(store.upload(text(1), { ticket, principal }), { code })
      for (const wrong of [null, token, {}]) {
        await assert.rejects(store.upload(text(1), { ticket: wrong as never }), { code })
      }
      assert.equal((await store.list()).total, 0)
    },
  },
  {
    name: 'tickets.create refuses what makes no ticket',
    async run({ store }) {
      for (const [argument, value] of [
        ['expiresIn', 0],
        ['expiresIn', 86_401],
        ['expiresIn', 1.5],
        ['files', 0],
        ['files', 10_001],
        ['bytes', 0],
        ['bytes', '9'],
        ['allow', []],
        ['allow', 'image/*'],
        ['allow[0]', ['jpg']],
        ['createdBy', ''],
        ['createdBy', 7],
        ['principal', { kind: 'external', id: 'x', tenant: 'other', permissions: [] }],
        ['principal', { kind: 'ticket', id: 'x', tenant: store.tenant, permissions: [] }],
        ['folder', 'x'],
      ] as const) {
        const options = { [argument.replace('[0]', '')]: value }
        await assert.rejects(
          store.tickets.create(options as CreateTicketOptions),
          { code: 'invalid_argument', context: { argument } },
          `${argument}: ${JSON.stringify(value)}`,
        )
      }
    },
  },
]
