import assert from 'node:assert/strict'
import type { CreateTicketOptions } from '@stowage/core/types'
import type { ContractCase } from '../contract/contract.ts'
import type { StoreFixture } from './store-fixture.ts'
import { text, ticketOf } from './ticket-fixture.ts'

export const ticketCases: readonly ContractCase<StoreFixture>[] = [
  {
    name: 'a ticket verifies with its defaults, from any view of the store, and its token is shown once',
    async run({ store }) {
      const { ticket, token } = await store.for({ tenant: 'acme' }).tickets.create()
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
        bytes: store.view.limits.fileSize,
        filesLeft: 1,
        bytesLeft: store.view.limits.fileSize,
        allow: null,
        folderId: null,
        tags: [],
        metadata: {},
        pendingHours: null,
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
    name: 'a scoped store makes and revokes tickets in its own name alone',
    async run({ store }) {
      const [ann, bob] = ['ann', 'bob'].map((createdBy) => store.for({ scope: { createdBy } }))
      assert.ok(ann && bob)
      const principal = { kind: 'external', tenant: store.view.tenant, permissions: [] } as const
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
      const other = store.for({ tenant: 'other' })
      await assert.rejects(other.upload(text(1), { ticket }), { code })
      await assert.rejects(other.tickets.revoke(ticket.id), { code: 'ticket_not_found' })
      const principal = {
        kind: 'external',
        id: 'x',
        tenant: store.view.tenant,
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
        ['allow', Array(101).fill('image/*')],
        ['allow[0]', [`image/${'x'.repeat(250)}`]],
        ['createdBy', ''],
        ['createdBy', 7],
        ['principal', { kind: 'external', id: 'x', tenant: 'other', permissions: [] }],
        ['principal', { kind: 'ticket', id: 'x', tenant: store.view.tenant, permissions: [] }],
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
