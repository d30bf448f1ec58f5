import assert from 'node:assert/strict'
import type { AssetStore } from '@stowage/core'
import { inChunks, large, small } from './samples.ts'
import { type ChaosVerb, plain } from './verb.ts'

async function newTicket(store: AssetStore) {
  const { token } = await store.tickets.create({ files: 2, createdBy: 'ann' })
  const ticket = await store.tickets.verify(token)
  assert.ok(ticket)
  return { token, ticket }
}

/** Upload tickets, and uploads with them. */
export const ticketVerbs: readonly ChaosVerb[] = [
  plain('tickets.create', async (store) => {
    const { token } = await store.tickets.create()
    assert.match(token, /^stt_/)
  }),
  {
    name: 'tickets.verify',
    async prepare(store) {
      const { token, ticket } = await newTicket(store)
      return async (open) => assert.deepEqual(await open.tickets.verify(token), ticket)
    },
  },
  {
    name: 'tickets.revoke',
    async prepare(store) {
      const { ticket } = await newTicket(store)
      return async (open) => assert.notEqual((await open.tickets.revoke(ticket.id)).revokedAt, null)
    },
  },
  {
    name: 'upload with a ticket',
    async prepare(store) {
      const { ticket } = await newTicket(store)
      return async (open, signal) => {
        const files = [{ source: small }, { source: inChunks(large) }]
        const assets = await open.uploadMany(files, { ticket, signal })
        assert.deepEqual(
          assets.map(({ createdBy }) => createdBy),
          ['ann', 'ann'],
        )
      }
    },
  },
]
