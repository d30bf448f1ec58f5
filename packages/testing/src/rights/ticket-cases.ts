import assert from 'node:assert/strict'
import type { ContractCase } from '../contract/contract.ts'
import { HttpClient } from '../http-contract/http-client.ts'
import { ticketUploads, tokenOf } from '../http-contract/tickets/ticket-client.ts'
import { authenticate, clientsOf, type RightsFixture } from './rights-fixture.ts'

const FORM = 'multipart/form-data; boundary=x'
const PART = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'

/** Upload tickets in an app with its own login and rights. */
export const ticketRightsCases: readonly ContractCase<RightsFixture>[] = [
  {
    name: 'a ticket uploads within the scope of its maker, and authenticate, scope and authorize are not asked again',
    async run(fixture) {
      const asked: string[] = []
      const clientOf = await clientsOf(fixture, {
        authenticate(request) {
          asked.push(`authenticate ${request.headers.authorization}`)
          return authenticate(request)
        },
        scope({ id }) {
          asked.push('scope')
          return { createdBy: id }
        },
        authorize() {
          asked.push('authorize')
          return true
        },
      })
      const [ann, bob] = [clientOf('ann'), clientOf('bob')]
      const token = await tokenOf(ann, { max_files: 4 })
      asked.length = 0
      const { one, many, stored } = ticketUploads(bob)
      const { id, meta } = await stored(token, 'x', '?with_meta=1')
      assert.equal(meta?.created_by, 'ann')
      assert.equal((await many(token, ['1', '2'])).status, 201)
      bob.errors(await one(`${token}x`, 'x'), 401, 'unauthenticated')
      await bob.refused('GET', `/assets/${id}`, { key: token }, [403, 'forbidden'])
      await fixture.store.tickets.revoke(token.split('_')[1] ?? '')
      bob.errors(await one(token, 'x'), 401, 'unauthenticated')
      assert.deepEqual(asked, [])
      assert.deepEqual([await ann.total(), await bob.total()], [3, 0])
    },
  },
  {
    name: 'a ticket that is revoked while its upload runs is 401, and stores nothing',
    async run(fixture) {
      const ann = (await clientsOf(fixture, {}))('ann')
      const token = await tokenOf(ann)
      const pieces = [
        async () => PART,
        async () => {
          await fixture.store.tickets.revoke(token.split('_')[1] ?? '')
          return 'content'
        },
        async () => '\r\n--x--\r\n',
      ]
      const body = new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            const piece = pieces.shift()
            if (piece === undefined) controller.close()
            else controller.enqueue(Buffer.from(await piece()))
          },
        },
        { highWaterMark: 0 },
      )
      const headers = { 'content-type': FORM }
      const answer = await ann.send('POST', '/assets', { key: token, headers, body })
      const [error] = ann.errors(answer, 401, 'unauthenticated')
      assert.match(error?.detail ?? '', /ticket/)
      assert.equal(await ann.total(), 0)
    },
  },
  {
    name: 'a ticket counts in place of a cookie, from any origin; a cookie alone makes no ticket for another site',
    async run(fixture) {
      const origin = 'https://app.example'
      const address = await fixture.serve({
        authenticate({ headers }) {
          const id = /^user=(\w+)$/.exec(headers.cookie ?? '')?.[1]
          if (id === undefined) return null
          const permissions = ['read', 'write'] as const
          return { kind: 'external', id, tenant: 'default', permissions, ambient: true }
        },
        cors: { origins: [origin], credentials: true },
      })
      const client = new HttpClient({ ...address, key: '' }, '')
      const json = { data: { type: 'upload-tickets' } }
      const cookie = 'user=ann'
      const make = (headers: Readonly<Record<string, string>>) =>
        client.send('POST', '/upload-tickets', { key: null, json, headers: { cookie, ...headers } })
      const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
      client.errors(await make(foreign), 403, 'cross_origin')
      client.errors(await make({}), 403, 'cross_origin')
      const made = await make({ 'sec-fetch-site': 'same-origin' })
      const { data } = client.document<{ data: { attributes: { token: string } } }>(
        made,
        201,
        'UploadTicketDocument',
      )
      const { one } = ticketUploads(client)
      const answer = await one(data.attributes.token, 'x', { ...foreign, cookie: 'user=bob' })
      assert.equal(answer.status, 201)
      const { assets } = await fixture.store.list()
      assert.deepEqual(
        assets.map(({ createdBy }) => createdBy),
        ['ann'],
      )
    },
  },
]
