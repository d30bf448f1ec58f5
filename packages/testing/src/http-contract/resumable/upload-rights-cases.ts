import assert from 'node:assert/strict'
import type { AssetResource } from '@stowage/api'
import type { UploadCollection, UploadResource } from '@stowage/api/internal'
import type { ContractCase } from '../../contract/contract.ts'
import { type HttpFixture, issuedKey } from '../../http/http-fixture.ts'
import { HttpClient } from '../http-client.ts'
import { tokenOf } from '../tickets/ticket-client.ts'
import { TUS, told, UploadClient, uploadClientOf } from './upload-client.ts'

const NOT_FOUND = [404, 'upload_not_found'] as const
const GZIP = { 'content-encoding': 'gzip' }

/** Who reaches an upload, how it is shown, and files that are bodies themselves. */
export const uploadRightsCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'a ticket reaches only the uploads that were made with it, and only by their ids',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const byTicket = async () =>
        new UploadClient(new HttpClient(fixture, await tokenOf(client.http)))
      const [mine, other] = [await byTicket(), await byTicket()]
      const url = await mine.create({ 'upload-length': '5' })
      assert.equal((await mine.patch(url, 0, 'hel')).status, 204)
      assert.deepEqual(told(await mine.head(url), 'upload-offset'), ['3'])
      other.http.errors(await other.patch(url, 3, 'lo'), ...NOT_FOUND)
      assert.equal((await other.head(url)).status, 404)
      other.http.errors(await other.send('DELETE', url, TUS), ...NOT_FOUND)
      mine.http.errors(await mine.send('GET', '/uploads', {}), 403, 'forbidden')
      const shown = await mine.send('GET', url, {})
      mine.http.document<{ data: UploadResource }>(
        { ...shown, headers: stored(shown.headers) },
        200,
        'UploadDocument',
      )
      assert.deepEqual(told(await client.head(url), 'upload-offset'), ['3'])
      assert.equal((await mine.patch(url, 3, 'lo')).status, 204)
      const spent = await mine.send('POST', '/uploads', { ...TUS, 'upload-length': '5' })
      mine.http.errors(spent, 403, 'ticket_exhausted')
    },
  },
  {
    name: 'the file of a ticket is given back when its upload is given up',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const ticket = new UploadClient(new HttpClient(fixture, await tokenOf(client.http)))
      const first = await ticket.create({ 'upload-length': '5' })
      const second = await ticket.send('POST', '/uploads', { ...TUS, 'upload-length': '5' })
      ticket.http.errors(second, 403, 'ticket_exhausted')
      assert.equal((await ticket.send('DELETE', first, TUS)).status, 204)
      const third = await ticket.create({ 'upload-length': '5' })
      assert.equal(await client.stored(await ticket.patch(third, 0, 'hello')), 'hello')
    },
  },
  {
    name: 'uploads are listed, the newest first, with how far they are',
    needs: ['issueKey'],
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const [first, second] = [
        await client.create({ 'upload-length': '5', 'upload-metadata': 'filename YS50eHQ=' }),
        await client.begin({}, 'hel'),
      ]
      await client.patch(first, 0, 'hello')
      const list = async (path: string) => {
        const answer = await client.http.send('GET', path)
        return client.http.document<UploadCollection>(answer, 200, 'UploadCollection')
      }
      const page = await list('/uploads?page[size]=1')
      const rest = await list(page.links.next ?? '')
      const [newer, older] = [page.data[0], rest.data[0]]
      assert.deepEqual([newer?.id, older?.id], [second.slice(-36), first.slice(-36)])
      assert.equal(rest.links.next, null)
      const { expires_at: _, ...open } = newer?.attributes ?? {}
      assert.deepEqual(open, {
        name: 'untitled',
        size: null,
        offset: 3,
        status: 'receiving',
        asset_id: null,
      })
      const { attributes } = older ?? {}
      assert.deepEqual(
        [attributes?.name, attributes?.offset, attributes?.status],
        ['a.txt', 5, 'done'],
      )
      assert.equal((await client.http.get(attributes?.asset_id ?? '')).attributes.size, 5)
      await client.http.refused('GET', '/uploads?page[after]=1', {}, [400, 'invalid_parameter'])
    },
  },
  {
    name: 'keys without `write` reach no uploads',
    needs: ['issueKey'],
    async run(fixture) {
      const key = await issuedKey(fixture, { tenant: 'read-only', permissions: ['read', 'delete'] })
      const client = new UploadClient(new HttpClient(fixture, key))
      const url = '/uploads/00000000-0000-7000-8000-000000000000'
      for (const [method, path] of [
        ['POST', '/uploads'],
        ['GET', '/uploads'],
        ['GET', url],
        ['PATCH', url],
        ['DELETE', url],
      ] as const) {
        client.http.errors(await client.send(method, path, TUS), 403, 'forbidden')
      }
    },
  },
  {
    name: 'a file can be the body of `POST /assets`, with its name in `Content-Disposition`',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const named = { 'content-disposition': 'attachment; filename="a.txt"' }
      const answer = await client.send('POST', '/assets', named, 'hello')
      const { data } = client.http.document<{ data: AssetResource }>(answer, 201, 'AssetDocument')
      assert.deepEqual([data.attributes.name, data.attributes.size], ['a.txt', 5])
      assert.equal(answer.headers.get('upload-complete'), null)
      const whole = await client.send('POST', '/assets', { 'upload-complete': '?1' }, 'hello')
      assert.deepEqual([whole.status, ...told(whole, 'upload-complete')], [201, '?1'])
      const nameless = await client.send('POST', '/assets', { 'content-type': 'text/plain' }, 'a')
      client.http.errors(nameless, 415, 'unsupported_media_type')
      const packed = await client.send('POST', '/assets', { ...named, ...GZIP }, 'hello')
      client.http.errors(packed, 415, 'unsupported_media_type')
      const form = { ...named, 'content-type': 'application/x-www-form-urlencoded' }
      const posted = await client.send('POST', '/assets', form, 'a=b')
      client.http.errors(posted, 415, 'unsupported_media_type')
    },
  },
  {
    name: 'a file that is the body of `POST /assets` can go on as an upload',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const headers = {
        'upload-complete': '?0',
        'content-disposition': 'attachment; filename="b.txt"',
        'content-type': 'image/png',
      }
      const begun = await client.send('POST', '/assets', headers, 'hello')
      assert.deepEqual([begun.status, ...told(begun, 'upload-complete')], [201, '?0'])
      const url = begun.headers.get('location') ?? ''
      const last = await client.append(url, 5, ' world', { 'upload-complete': '?1' })
      const { data } = client.http.document<{ data: AssetResource }>(last, 201, 'AssetDocument')
      assert.deepEqual([data.attributes.name, data.attributes.size], ['b.txt', 11])
    },
  },
]

/** `HttpClient.document` asks for the `Cache-Control` of documents; this one is never kept. */
function stored(headers: Headers): Headers {
  const copy = new Headers(headers)
  assert.equal(copy.get('cache-control'), 'no-store')
  copy.set('cache-control', 'private, no-store')
  return copy
}
