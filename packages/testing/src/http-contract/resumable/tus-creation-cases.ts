import assert from 'node:assert/strict'
import type { ContractCase } from '../../contract/contract.ts'
import type { HttpFixture } from '../../http/http-fixture.ts'
import { base64, streamOf, TUS, TUS_BYTES, told, uploadClientOf, urlOf } from './upload-client.ts'

const INVALID = [400, 'invalid_parameter'] as const

/** The extensions of tus about creation and expiration. Names of cases are their sentences. */
export const tusCreationCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'tus creation: 201 with `Location`; the offset of the new upload is 0',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const begun = await client.send('POST', '/uploads', { ...TUS, 'upload-length': '100' })
      assert.equal(begun.status, 201)
      assert.deepEqual(told(await client.head(urlOf(begun)), 'upload-offset'), ['0'])
    },
  },
  {
    name: 'tus creation: the request MUST include `Upload-Length`, or `Upload-Defer-Length: 1`',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      for (const headers of [
        {},
        { 'upload-defer-length': '0' },
        { 'upload-defer-length': 'true' },
        { 'upload-defer-length': '1', 'upload-length': '5' },
      ]) {
        const refused = await client.send('POST', '/uploads', { ...TUS, ...headers })
        client.http.errors(refused, ...INVALID)
      }
    },
  },
  {
    name: 'tus creation: while the length is not known, `HEAD` MUST say so; once set, it MUST NOT be changed',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const url = await client.create({ 'upload-defer-length': '1' })
      const lengths = async () =>
        told(await client.head(url), 'upload-defer-length', 'upload-length', 'upload-offset')
      assert.deepEqual(await lengths(), ['1', null, '0'])
      await client.patch(url, 0, 'hel')
      assert.deepEqual(await lengths(), ['1', null, '3'])
      const short = await client.patch(url, 3, '', { 'upload-length': '2' })
      client.http.errors(short, 400, 'length_mismatch')
      assert.equal((await client.patch(url, 3, '', { 'upload-length': '5' })).status, 204)
      assert.deepEqual(await lengths(), [null, '5', '3'])
      const other = await client.patch(url, 3, 'l', { 'upload-length': '6' })
      client.http.errors(other, 400, 'length_mismatch')
      assert.deepEqual(await lengths(), [null, '5', '3'])
      const last = await client.patch(url, 3, 'lo', { 'upload-length': '5' })
      assert.equal(await client.stored(last), 'hello')
    },
  },
  {
    name: 'tus creation: an upload of length 0 is complete after its creation',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const begun = await client.send('POST', '/uploads', { ...TUS, 'upload-length': '0' })
      assert.equal(await client.stored(begun), '')
      const url = urlOf(begun)
      assert.deepEqual(told(await client.head(url), 'upload-offset', 'upload-length'), ['0', '0'])
    },
  },
  {
    name: 'tus creation: `HEAD` MUST include `Upload-Metadata` as it came; the file gets its name and data',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const pairs = [
        `filename ${base64('näme.txt')}`,
        `filetype ${base64('image/png')}`,
        `title ${base64('A title')}`,
        `tags ${base64('["a","b"]')}`,
        `relativePath ${base64('x/y')}`,
        'empty',
      ]
      const metadata = pairs.join(',')
      const url = await client.create({ 'upload-length': '5', 'upload-metadata': metadata })
      assert.deepEqual(told(await client.head(url), 'upload-metadata'), [metadata])
      const { headers } = await client.patch(url, 0, 'hello')
      const id = headers.get('content-location')?.split('/').at(-1) ?? ''
      const { attributes, meta } = await client.http.get(id, '?with_meta=1')
      assert.deepEqual([attributes.name, attributes.mime_type], ['näme.txt', 'text/plain'])
      assert.deepEqual([meta?.title, meta?.tags], ['A title', ['a', 'b']])
    },
  },
  {
    name: 'tus creation: keys of metadata MUST be unique, values MUST be Base64, and wrong data is refused now',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const begin = (metadata: string) =>
        client.send('POST', '/uploads', {
          ...TUS,
          'upload-length': '5',
          'upload-metadata': metadata,
        })
      const name = `filename ${base64('a')}`
      for (const metadata of [
        `${name},${name}`,
        'filename not base64!',
        'filename YQ',
        ' ,',
        `,${name}`,
        `filename ${Buffer.from([0xff, 0xfe]).toString('base64')}`,
      ]) {
        client.http.errors(await begin(metadata), ...INVALID)
      }
      for (const metadata of [`tags ${base64('no JSON')}`, `tags ${base64('[1]')}`]) {
        const [error] = client.http.errors(await begin(metadata), 422, 'invalid_body')
        assert.deepEqual(error?.source, { header: 'Upload-Metadata' })
      }
      const folder = `folder_id ${base64('00000000-0000-7000-8000-000000000000')}`
      client.http.errors(await begin(folder), 404, 'folder_not_found')
    },
  },
  {
    name: 'tus creation: a length above `Tus-Max-Size` is 413',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const offer = await client.http.send('OPTIONS', '/uploads', { key: null })
      const above = Number(offer.headers.get('tus-max-size')) + 1
      for (const length of [above, 999_999_999_999_999]) {
        const headers = { ...TUS, 'upload-length': `${length}` }
        client.http.errors(await client.send('POST', '/uploads', headers), 413, 'file_too_large')
      }
    },
  },
  {
    name: 'tus creation with upload: the answer MUST include `Upload-Offset` after the accepted bytes',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const headers = { ...TUS_BYTES, 'upload-length': '11' }
      const begun = await client.send('POST', '/uploads', headers, 'hello')
      assert.deepEqual([begun.status, ...told(begun, 'upload-offset')], [201, '5'])
      const last = await client.patch(urlOf(begun), 5, streamOf(' world'))
      assert.equal(await client.stored(last), 'hello world')
      const whole = await client.send('POST', '/uploads', headers, 'hello world')
      assert.deepEqual([whole.status, ...told(whole, 'upload-offset')], [201, '11'])
      assert.equal(await client.stored(whole), 'hello world')
      const more = await client.send('POST', '/uploads', headers, 'hello, world')
      client.http.errors(more, 413, 'file_too_large')
    },
  },
  {
    name: 'tus expiration: `Upload-Expires` MUST be in every `PATCH` answer and that of the creation, as HTTP date',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const begun = await client.send('POST', '/uploads', { ...TUS, 'upload-length': '5' })
      const url = urlOf(begun)
      for (const answer of [begun, await client.patch(url, 0, 'hel'), await client.head(url)]) {
        const expires = answer.headers.get('upload-expires') ?? ''
        assert.match(expires, /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/)
        assert.ok(Date.parse(expires) > Date.now() + 3_600_000)
      }
    },
  },
  {
    name: 'tus termination: `DELETE` MUST be 204, and later requests are 404',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const url = await client.create({ 'upload-length': '5' })
      await client.patch(url, 0, 'hel')
      const gone = await client.send('DELETE', url, TUS)
      assert.deepEqual([gone.status, gone.bytes.length], [204, 0])
      for (const answer of [
        await client.head(url),
        await client.patch(url, 3, 'lo'),
        await client.send('DELETE', url, TUS),
      ]) {
        assert.equal(answer.status, 404)
      }
      const done = await client.create({ 'upload-length': '5' })
      const last = await client.patch(done, 0, 'hello')
      assert.equal((await client.send('DELETE', done, TUS)).status, 204)
      assert.equal(await client.stored(last), 'hello')
    },
  },
]
