import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { ContractCase } from '../../contract/contract.ts'
import type { HttpFixture } from '../../http/http-fixture.ts'
import { openSocket, uploadHead } from '../../http/raw-http.ts'
import { type Answer, clientOf } from '../http-client.ts'
import { ticketOf, ticketUploads, tokenOf } from './ticket-client.ts'

/** In bytes. */
const MEBIBYTE = 1024 ** 2
const EXHAUSTED = [403, 'ticket_exhausted'] as const
const TOO_LARGE = [413, 'file_too_large'] as const
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const newKey = () => ({ 'idempotency-key': `"${randomUUID()}"` })

/** What a ticket allows, and how its use is counted. */
export const ticketCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'a ticket uploads one file for its maker, as its maker',
    async run(fixture) {
      const client = await clientOf(fixture)
      const before = await client.total()
      const { attributes } = await ticketOf(client)
      assert.deepEqual([attributes.expires_in, attributes.max_files], [900, 1])
      assert.equal(attributes.allow, null)
      assert.ok(Date.parse(attributes.expires_at) > Date.now())
      const { stored } = ticketUploads(client)
      const { id, meta } = await stored(attributes.token, 'by ticket', '?with_meta=1')
      const own = await client.upload('by key')
      assert.equal(meta?.created_by, (await client.get(own.id, '?with_meta=1')).meta?.created_by)
      const { attributes: found } = await client.get(id)
      const answer = await client.send('GET', found.url)
      assert.equal(answer.bytes.toString(), 'by ticket')
      assert.equal(await client.total(), before + 2)
    },
  },
  {
    name: 'a ticket answers with what was asked for',
    async run(fixture) {
      const client = await clientOf(fixture)
      const asked = {
        expires_in: 60,
        max_files: 7,
        max_bytes: 100,
        allow: ['image/*'],
        folder_id: null,
        tags: ['campaign'],
        metadata: { client: 'acme' },
        pending_hours: 2,
      }
      const { attributes } = await ticketOf(client, asked)
      const { token, expires_at, ...rest } = attributes
      assert.deepEqual(rest, asked)
      const open = { ...rest, allow: null, pending_hours: null }
      assert.notEqual(await tokenOf(client, open), token)
      assert.match(expires_at, /Z$/)
    },
  },
  {
    name: 'a ticket counts its files over all requests; what does not fit any more stores nothing',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { one, many } = ticketUploads(client)
      const token = await tokenOf(client, { max_files: 3 })
      const before = await client.total()
      assert.equal((await many(token, ['1', '2'])).status, 201)
      const [error] = client.errors(await many(token, ['3', '4']), ...EXHAUSTED)
      assert.equal(error?.meta?.files_left, 1)
      assert.equal((await one(token, '3')).status, 201)
      for (const headers of [{}, newKey()]) {
        client.errors(await one(token, '4', headers), ...EXHAUSTED)
        client.errors(await many(token, ['4'], headers), ...EXHAUSTED)
      }
      assert.equal(await client.total(), before + 3)
    },
  },
  {
    name: 'more files at once than a ticket allows are refused, and do not count',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { many } = ticketUploads(client)
      const token = await tokenOf(client, { max_files: 2 })
      for (const headers of [{}, newKey()]) {
        const answer = await many(token, ['1', '2', '3'], headers)
        const [error] = client.errors(answer, ...EXHAUSTED)
        assert.equal(error?.meta?.files_left, 2)
      }
      assert.equal((await many(token, ['1', '2'])).status, 201)
    },
  },
  {
    name: 'uploads at the same time by one ticket are as many as it allows',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { one } = ticketUploads(client)
      const token = await tokenOf(client, { max_files: 3 })
      const before = await client.total()
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) => one(token, `content of ${index}`)),
      )
      const refused = answers.filter(({ status }) => status !== 201)
      for (const answer of refused) client.errors(answer, ...EXHAUSTED)
      assert.equal(refused.length, 5)
      assert.equal(await client.total(), before + 3)
    },
  },
  {
    name: 'an upload repeated under its Idempotency-Key is the same 201, though its ticket is used up',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { one, many } = ticketUploads(client)
      const before = await client.total()
      const send = {
        one: (token: string, content: string, headers: Readonly<Record<string, string>>) =>
          one(token, content, headers),
        many: (token: string, content: string, headers: Readonly<Record<string, string>>) =>
          many(token, [content, 'second'], headers),
      }
      for (const upload of Object.values(send)) {
        const max_files = upload === send.one ? 1 : 2
        const token = await tokenOf(client, { max_files, max_bytes: 7 * max_files })
        const headers = newKey()
        const first = await upload(token, 'content', headers)
        assert.equal(first.status, 201, first.bytes.toString())
        for (const again of [
          await upload(token, 'content', headers),
          await upload(token, 'content', headers),
        ]) {
          assert.equal(again.status, 201, again.bytes.toString())
          assert.equal(again.bytes.toString(), first.bytes.toString())
        }
        const other = await upload(token, 'another', headers)
        client.errors(other, 422, 'idempotency_conflict')
        client.errors(await upload(token, 'content', newKey()), ...EXHAUSTED)
      }
      assert.equal(await client.total(), before + 3)
    },
  },
  {
    name: 'a file larger than what a ticket has left is 413 with that limit, and does not count',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { one, many } = ticketUploads(client)
      const before = await client.total()
      const token = await tokenOf(client, { max_files: 4, max_bytes: 10 })
      for (const [upload, limit] of [
        [() => one(token, '12345678901'), 10],
        [() => many(token, ['12345678901']), 10],
      ] as const) {
        const [error] = client.errors(await upload(), ...TOO_LARGE)
        assert.equal(error?.meta?.limit, limit)
      }
      assert.ok((await many(token, ['123456', '12345'])).status >= 400)
      assert.equal((await one(token, '1234')).status, 201)
      const [error] = client.errors(await one(token, '1234567'), ...TOO_LARGE)
      assert.equal(error?.meta?.limit, 6)
      assert.equal((await one(token, '123456')).status, 201)
      client.errors(await one(token, 'x'), ...EXHAUSTED)
      assert.equal(await client.total(), before + 2)
    },
  },
  {
    name: 'what a ticket cannot allow is refused before the body is read',
    needs: ['sockets'],
    async run(fixture) {
      const client = await clientOf(fixture)
      const { one } = ticketUploads(client)
      const small = await tokenOf(client, { max_bytes: 10 })
      const used = await tokenOf(client)
      assert.equal((await one(used, 'x')).status, 201)
      for (const [token, status, code, length] of [
        [small, 413, 'file_too_large', 2 * MEBIBYTE],
        [used, 403, 'ticket_exhausted', 100],
        [`${used.slice(0, -1)}!`, 401, 'unauthenticated', 100],
      ] as const) {
        const socket = await openSocket(fixture)
        // The body never comes: only a server that does not wait for it answers.
        socket.write(uploadHead(fixture, token, length))
        const [answer] = (await once(socket, 'data')) as [Buffer]
        assert.match(answer.toString(), new RegExp(`^HTTP/1\\.1 ${status} `), code)
        socket.destroy()
      }
    },
  },
  {
    name: 'a ticket allows its types alone, by what the bytes are',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { one, many } = ticketUploads(client)
      const token = await tokenOf(client, { max_files: 2, allow: ['image/*'] })
      const refused = [422, 'type_not_allowed'] as const
      const isRefused = (answer: Answer) => client.errors(answer, ...refused)
      isRefused(await one(token, 'plain text'))
      isRefused(await many(token, [PNG, 'plain text']))
      assert.equal((await many(token, [PNG, PNG])).status, 201)
    },
  },
]
