import assert from 'node:assert/strict'
import type { ContractCase } from '../../contract/contract.ts'
import type { HttpFixture } from '../../http/http-fixture.ts'
import { TUS, TUS_BYTES, told, uploadClientOf } from './upload-client.ts'

/** The core of tus 1.0.0. Names of cases are its sentences. */
export const tusCoreCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'tus: `Tus-Resumable` MUST be included in every response except for `OPTIONS` requests',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const begun = await client.send('POST', '/uploads', { ...TUS, 'upload-length': '5' })
      const url = begun.headers.get('location') ?? ''
      const answers = [
        begun,
        await client.send('POST', '/uploads', { ...TUS, 'upload-length': 'five' }),
        await client.head(url),
        await client.patch(url, 3, 'lo'),
        await client.patch(url, 0, 'hello'),
        await client.head(`${url.slice(0, -36)}00000000-0000-7000-8000-000000000000`),
        await client.http.send('HEAD', url, { headers: TUS, key: null }),
        await client.send('DELETE', url, TUS),
      ]
      assert.deepEqual(
        answers.map(({ status }) => status),
        [201, 400, 200, 409, 204, 404, 401, 204],
      )
      for (const { headers } of answers) assert.equal(headers.get('tus-resumable'), '1.0.0')
    },
  },
  {
    name: 'tus: an unsupported version is 412 with `Tus-Version`, and the request is not processed',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const url = await client.create({ 'upload-length': '5' })
      for (const version of ['0.2.2', '1.0', '99.99.99', undefined]) {
        const headers = { ...TUS_BYTES, 'upload-offset': '0', 'tus-resumable': version ?? '' }
        const { 'tus-resumable': _, ...without } = headers
        const sent = version === undefined ? without : headers
        for (const answer of [
          await client.send('PATCH', url, sent, 'hello'),
          await client.send('POST', '/uploads', { ...sent, 'upload-length': '5' }, 'hello'),
          await client.send('HEAD', url, version === undefined ? {} : { 'tus-resumable': version }),
          await client.send(
            'DELETE',
            url,
            version === undefined ? {} : { 'tus-resumable': version },
          ),
        ]) {
          assert.deepEqual([answer.status, ...told(answer, 'tus-version')], [412, '1.0.0'])
        }
      }
      assert.deepEqual(told(await client.head(url), 'upload-offset'), ['0'])
    },
  },
  {
    name: 'tus: `OPTIONS` tells version, extensions and limits, without a key, and ignores `Tus-Resumable`',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      for (const headers of [{}, { 'tus-resumable': '0.0.1' }]) {
        const answer = await client.http.send('OPTIONS', '/uploads', { headers, key: null })
        assert.equal(answer.status, 204)
        const extensions =
          'creation,creation-with-upload,creation-defer-length,checksum,expiration,termination,concatenation'
        assert.deepEqual(
          told(answer, 'tus-version', 'tus-extension', 'tus-checksum-algorithm', 'tus-resumable'),
          ['1.0.0', extensions, 'sha1,sha256,crc32', null],
        )
        assert.match(answer.headers.get('tus-max-size') ?? '', /^\d+$/)
      }
    },
  },
  {
    name: 'tus: `X-HTTP-Method-Override` MUST be interpreted as the method of the request',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const url = await client.create({ 'upload-length': '5' })
      const over = (method: string, headers = TUS, body = '') =>
        client.send('POST', url, { ...headers, 'x-http-method-override': method }, body)
      const bytes = { ...TUS_BYTES, 'upload-offset': '0' }
      const patched = await over('PATCH', bytes, 'hel')
      assert.deepEqual([patched.status, ...told(patched, 'upload-offset')], [204, '3'])
      assert.deepEqual(told(await over('HEAD'), 'upload-offset'), ['3'])
      assert.equal((await over('TRACE')).status, 405)
      assert.equal((await over('DELETE')).status, 204)
      assert.equal((await client.head(url)).status, 404)
      const named = { ...TUS, 'x-http-method-override': 'DELETE' }
      assert.equal((await client.send('GET', url, named)).status, 400)
    },
  },
  {
    name: 'tus: `HEAD` MUST always include `Upload-Offset`, the `Upload-Length` that is known, and `no-store`',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const url = await client.create({ 'upload-length': '5' })
      const state = async () => {
        const answer = await client.head(url)
        assert.equal(answer.headers.get('cache-control'), 'no-store')
        return [answer.status, ...told(answer, 'upload-offset', 'upload-length')]
      }
      assert.deepEqual(await state(), [200, '0', '5'])
      await client.patch(url, 0, 'hel')
      assert.deepEqual(await state(), [200, '3', '5'])
      await client.patch(url, 3, 'lo')
      assert.deepEqual(await state(), [200, '5', '5'])
    },
  },
  {
    name: 'tus: an offset that does not match is 409, and the upload is not modified',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const url = await client.create({ 'upload-length': '5' })
      await client.patch(url, 0, 'he')
      for (const offset of [0, 1, 3, 5, 6]) {
        const answer = await client.patch(url, offset, 'x')
        client.http.errors(answer, 409, 'offset_mismatch')
        assert.deepEqual(told(answer, 'upload-offset'), ['2'])
      }
      assert.equal(await client.stored(await client.patch(url, 2, 'llo')), 'hello')
    },
  },
  {
    name: 'tus: a `PATCH` is 204, and the new offset MUST be the sum of the old one and the bytes received',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const url = await client.create({ 'upload-length': '11' })
      let offset = 0
      for (const part of ['hello', '', ' ', 'world']) {
        const answer = await client.patch(url, offset, part)
        offset += part.length
        assert.deepEqual([answer.status, ...told(answer, 'upload-offset')], [204, `${offset}`])
        if (offset === 11) assert.equal(await client.stored(answer), 'hello world')
      }
    },
  },
  {
    name: 'tus: the type of the bytes is `application/offset+octet-stream`, otherwise 415',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const url = await client.create({ 'upload-length': '5' })
      for (const type of ['text/plain', 'application/partial-upload', 'application/json']) {
        const answer = await client.patch(url, 0, 'hello', { 'content-type': type })
        client.http.errors(answer, 415, 'unsupported_media_type')
        const begun = { ...TUS, 'upload-length': '5', 'content-type': type }
        assert.equal((await client.send('POST', '/uploads', begun, 'hello')).status, 415)
      }
      assert.deepEqual(told(await client.head(url), 'upload-offset'), ['0'])
    },
  },
  {
    name: 'tus: `Upload-Offset` and `Upload-Length` MUST be non-negative integers, of at most 15 digits here',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const url = await client.create({ 'upload-length': '5' })
      for (const value of ['-1', '1.5', '0x1', '1e3', '1234567890123456', 'NaN', '5, 5', '+5']) {
        const answer = await client.patch(url, 0, 'hello', { 'upload-offset': value })
        client.http.errors(answer, 400, 'invalid_parameter')
        const begun = await client.send('POST', '/uploads', { ...TUS, 'upload-length': value })
        if (/^\d+$/.test(value)) client.http.errors(begun, 413, 'file_too_large')
        else client.http.errors(begun, 400, 'invalid_parameter')
      }
      const { status } = await client.send('PATCH', url, TUS_BYTES, 'hello')
      assert.equal(status, 400)
    },
  },
  {
    name: 'tus: more bytes than the length are 413, and none of them becomes an asset',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const url = await client.create({ 'upload-length': '5' })
      client.http.errors(await client.patch(url, 0, 'hello!'), 413, 'file_too_large')
      assert.equal(await client.http.total(), 0)
    },
  },
  {
    name: 'tus: uploads of nobody, of another tenant and of no protocol are refused',
    needs: ['issueKey'],
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const other = await uploadClientOf(fixture)
      const url = await client.create({ 'upload-length': '5' })
      for (const answer of [
        await other.head(url),
        await other.patch(url, 0, 'hello'),
        await other.send('DELETE', url, TUS),
      ]) {
        assert.equal(answer.status, 404)
      }
      const untold = await client.send('POST', '/uploads', {})
      const [error] = client.http.errors(untold, 400, 'invalid_parameter')
      for (const name of ['Tus-Resumable', 'Upload-Complete', 'JSON']) {
        assert.ok(error?.detail.includes(name))
      }
    },
  },
]
