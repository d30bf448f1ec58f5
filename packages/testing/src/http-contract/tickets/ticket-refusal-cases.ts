import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { ContractCase } from '../../contract/contract.ts'
import { type HttpFixture, issuedKey } from '../../http/http-fixture.ts'
import { eventually } from '../../time/eventually.ts'
import { clientOf, formOf, HttpClient } from '../http-client.ts'
import { ticketOf, ticketUploads, tokenOf } from './ticket-client.ts'

const FORBIDDEN = [403, 'forbidden'] as const
const UNAUTHENTICATED = [401, 'unauthenticated'] as const

/** What a ticket cannot do, and when it is not valid. */
export const ticketRefusalCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'a ticket is 403 on every route but those that upload',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { stored } = ticketUploads(client)
      const key = await tokenOf(client, { max_files: 2 })
      // Not even what it uploaded itself.
      const { id, attributes } = await stored(key, 'mine')
      const ids = { json: { asset_ids: [id] } }
      const data = { type: 'assets', id, attributes: { is_favourite: true } }
      const ticket = { data: { type: 'upload-tickets' } }
      for (const [method, path, sending] of [
        ['GET', '/assets', {}],
        ['GET', `/assets/${id}`, {}],
        ['GET', '/assets/unknown', {}],
        ['PATCH', `/assets/${id}`, { json: { data } }],
        ['POST', '/assets/bulk-trash', ids],
        ['POST', '/assets/bulk-restore', ids],
        ['DELETE', '/assets/bulk-permanent', ids],
        ['GET', attributes.url, {}],
        ['GET', attributes.download_url, {}],
        ['GET', '/openapi.json', {}],
        ['POST', '/upload-tickets', { json: ticket }],
        ['GET', '/keys', {}],
        ['POST', '/keys', { json: { data: { type: 'api-keys', attributes: { name: 'x' } } } }],
        ['DELETE', '/keys/unknown', {}],
        ['GET', '/jobs', {}],
        ['POST', `/jobs/${id}/retry`, {}],
        ['DELETE', `/jobs/${id}`, {}],
        ['GET', '/webhooks', {}],
        ['POST', '/webhooks', {}],
        ['GET', `/webhooks/${id}`, {}],
        ['PATCH', `/webhooks/${id}`, {}],
        ['DELETE', `/webhooks/${id}`, {}],
        ['POST', `/webhooks/${id}/rotate`, {}],
        ['POST', `/webhooks/${id}/ping`, {}],
        ['POST', `/webhooks/${id}/replay`, {}],
        ['GET', `/webhooks/${id}/deliveries`, {}],
        ['POST', `/webhooks/${id}/deliveries/${id}/retry`, {}],
      ] as const) {
        const [error] = await client.refused(method, path, { key, ...sending }, FORBIDDEN)
        assert.match(error?.detail ?? '', /POST \/assets/, `${method} ${path}`)
      }
      const { attributes: unchanged } = await client.get(id)
      assert.equal(unchanged.is_favourite, false)
      assert.equal((await client.send('HEAD', '/assets', { key })).status, 403)
      assert.equal((await client.send('GET', '/health/live', { key })).status, 204)
      await client.refused('DELETE', `/assets/${id}`, { key }, [405, 'method_not_allowed'])
    },
  },
  {
    name: 'a ticket cannot have URLs signed, because it may not read',
    needs: ['signingSecret'],
    async run(fixture) {
      const client = await clientOf(fixture)
      const key = await tokenOf(client)
      const before = await client.total()
      for (const path of ['/assets', '/assets/bulk-upload']) {
        const field = path === '/assets' ? 'file' : 'files[]'
        const body = formOf({ [field]: ['x', 'a.txt'] })
        await client.refused('POST', `${path}?sign=60`, { key, body }, FORBIDDEN)
      }
      assert.equal(await client.total(), before)
      const { one } = ticketUploads(client)
      assert.equal((await one(key, 'x')).status, 201)
    },
  },
  {
    name: 'a tampered ticket is 401 in one wording on every route, and no key',
    async run(fixture) {
      const client = await clientOf(fixture)
      const token = await tokenOf(client)
      const [, id = '', secret = ''] = token.split('_')
      const other = await tokenOf(client)
      const attempts = [
        `stt_${id}_${changed(secret, 0)}`,
        `stt_${id}_${changed(secret, secret.length - 1)}`,
        `stt_${changed(id, 0)}_${secret}`,
        `stt_${id}_${other.split('_')[2]}`,
        `stt_${id}_`,
        'stt_',
        `${token}x`,
        token.slice(0, -1),
        token.toLowerCase(),
        `${token}, Bearer ${client.key}`,
      ]
      const wordings = new Set<string>()
      for (const key of attempts) {
        for (const path of ['/assets', '/upload-tickets', '/assets/bulk-trash']) {
          const answer = await client.send('POST', path, { key, json: {} })
          for (const { detail } of client.errors(answer, ...UNAUTHENTICATED)) wordings.add(detail)
          assert.match(answer.headers.get('www-authenticate') ?? '', /error="invalid_token"$/)
        }
      }
      assert.equal(wordings.size, 1)
      // A key's prefix does not turn it into a key.
      await client.refused('GET', '/assets', { key: `stw_${id}_${secret}` }, UNAUTHENTICATED)
    },
  },
  {
    name: 'a ticket is 401 once the key that made it is revoked',
    needs: ['issueKey', 'revokeKey'],
    async run(fixture) {
      const tenant = `tenant-${randomUUID()}`
      const maker = new HttpClient(fixture, await issuedKey(fixture, { tenant }))
      const witness = new HttpClient(fixture, await issuedKey(fixture, { tenant }))
      const token = await tokenOf(maker, { max_files: 2 })
      const { one } = ticketUploads(witness)
      const headers = { 'idempotency-key': '"the-first"' }
      assert.equal((await one(token, 'x', headers)).status, 201)
      await fixture.revokeKey?.(maker.key)
      witness.errors(await one(token, 'y'), ...UNAUTHENTICATED)
      witness.errors(await one(token, 'x', headers), ...UNAUTHENTICATED)
      await witness.refused('GET', '/assets', { key: token }, UNAUTHENTICATED)
      assert.equal(await witness.total(), 1)
    },
  },
  {
    name: 'a ticket is 401 once it has expired',
    async run(fixture) {
      const client = await clientOf(fixture)
      const token = await tokenOf(client, { expires_in: 1 })
      // The database's clock decides, so the case waits for its answer and uses no clock of its own.
      await eventually(
        async () => (await client.send('GET', '/assets', { key: token })).status === 401,
        'the ticket expires',
      )
      const before = await client.total()
      const { one, many } = ticketUploads(client)
      client.errors(await one(token, 'x'), ...UNAUTHENTICATED)
      client.errors(await many(token, ['x']), ...UNAUTHENTICATED)
      assert.equal(await client.total(), before)
    },
  },
  {
    name: 'a ticket reaches the tenant of its maker alone',
    needs: ['issueKey'],
    async run(fixture) {
      const [owner, stranger] = [await clientOf(fixture), await clientOf(fixture)]
      const token = await tokenOf(owner)
      const { id, attributes } = await ticketUploads(stranger).stored(token, 'for the owner')
      assert.deepEqual([await owner.total(), await stranger.total()], [1, 0])
      await stranger.refused('GET', `/assets/${id}`, {}, [404, 'asset_not_found'])
      await stranger.refused('GET', attributes.url, {}, [404, 'file_not_found'])
      await owner.get(id)
    },
  },
  {
    name: 'tickets are made with the permission to write',
    needs: ['issueKey'],
    async run(fixture) {
      const tenant = `tenant-${randomUUID()}`
      const json = { data: { type: 'upload-tickets' } }
      for (const permission of ['read', 'delete'] as const) {
        const key = await issuedKey(fixture, { tenant, permissions: [permission] })
        const client = new HttpClient(fixture, key)
        await client.refused('POST', '/upload-tickets', { json }, FORBIDDEN)
      }
      const key = await issuedKey(fixture, { tenant, permissions: ['write'] })
      await ticketOf(new HttpClient(fixture, key))
    },
  },
  {
    name: 'a ticket that cannot be made is 422 and names the member, or 409 for another type',
    async run(fixture) {
      const client = await clientOf(fixture)
      const place = '/data/attributes'
      const invalid: readonly (readonly [string, unknown])[] = [
        ...[0, 1.5, 86_401, -1, '60', null, true].map((value) => ['expires_in', value] as const),
        ...[0, 10_001, 1.5, '1', null].map((value) => ['max_files', value] as const),
        ...[0, -1, 1.5, 2 ** 53, '1', null].map((value) => ['max_bytes', value] as const),
        ...['image/*', [7], ['image'], [''], {}, Array(101).fill('image/*')].map(
          (value) => ['allow', value] as const,
        ),
        ...[7, {}, true].map((value) => ['folder_id', value] as const),
        ...['x', {}, [7], [''], ['a,b'], Array.from({ length: 101 }, (_, index) => `${index}`)].map(
          (value) => ['tags', value] as const,
        ),
        ...['x', [], { a: 'x'.repeat(16 * 1024) }].map((value) => ['metadata', value] as const),
        ...[0, 721, 1.5, '2', true].map((value) => ['pending_hours', value] as const),
        ['token', 'stt_x'],
      ]
      for (const [name, value] of invalid) {
        const json = { data: { type: 'upload-tickets', attributes: { [name]: value } } }
        const answer = await client.send('POST', '/upload-tickets', { json })
        const [error] = client.errors(answer, 422, 'invalid_body')
        assert.deepEqual(error?.source, { pointer: `${place}/${name}` }, JSON.stringify(value))
      }
      for (const [json, pointer] of [
        [{}, '/data'],
        [
          { data: { type: 'upload-tickets', attributes: { metadata: { a: {} } } } },
          `${place}/metadata/a`,
        ],
        [{ data: {} }, '/data/type'],
        [{ data: { type: 'upload-tickets', id: 'x' } }, '/data/id'],
        [{ data: { type: 'upload-tickets', attributes: [] } }, place],
        [{ data: { type: 'upload-tickets' }, meta: {} }, '/meta'],
      ] as const) {
        const [error] = await client.refused('POST', '/upload-tickets', { json }, [
          422,
          'invalid_body',
        ])
        assert.deepEqual(error?.source, { pointer })
      }
      const json = { data: { type: 'assets' } }
      await client.refused('POST', '/upload-tickets', { json }, [409, 'resource_mismatch'])
    },
  },
  {
    name: 'a page of an admitted origin uploads by ticket, and reads the answer',
    needs: ['crossOrigin'],
    async run(fixture) {
      const client = await clientOf(fixture)
      const { crossOrigin: origin = '' } = fixture
      const { one } = ticketUploads(client)
      const token = await tokenOf(client)
      // A browser adds 'cross-site'; it does not discredit a token that the page itself sends.
      const headers = { origin, 'sec-fetch-site': 'cross-site' }
      for (const status of [201, 403]) {
        const answer = await one(token, 'x', headers)
        assert.equal(answer.status, status)
        assert.equal(answer.headers.get('access-control-allow-origin'), origin)
      }
      const stranger = await one(token, 'x', { origin: 'https://evil.example' })
      assert.equal(stranger.headers.get('access-control-allow-origin'), null)
    },
  },
]

/** The same text with another letter at this position. */
function changed(text: string, at: number): string {
  return `${text.slice(0, at)}${text[at] === 'a' ? 'b' : 'a'}${text.slice(at + 1)}`
}
