import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { AssetResource } from '@stowage/api'
import type { ContractCase } from '../../contract/contract.ts'
import type { HttpFixture } from '../../http/http-fixture.ts'
import { streamOf, told, uploadClientOf, urlOf } from './upload-client.ts'

const INVALID = [400, 'invalid_parameter'] as const
const NOT_LAST = { 'upload-complete': '?0' }
const LAST = { 'upload-complete': '?1' }

function sha256(text: string): string {
  return `sha-256=:${createHash('sha256').update(text).digest('base64')}:`
}

/** draft-ietf-httpbis-resumable-upload. Names of cases are its sentences. */
export const draftCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'draft: `OPTIONS` of a resource that takes resumable uploads MUST include `Upload-Limit`',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      for (const path of ['/uploads', '/assets']) {
        const { headers } = await client.http.send('OPTIONS', path, { key: null })
        assert.match(headers.get('upload-limit') ?? '', /^max-size=\d+, max-append-size=\d+$/)
      }
    },
  },
  {
    name: 'draft: a creation that is not complete MUST be answered with `Location` and `Upload-Limit`',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const begun = await client.send('POST', '/uploads', NOT_LAST, 'hello')
      assert.equal(begun.status, 201)
      assert.match(begun.headers.get('upload-limit') ?? '', /^max-size=\d+, .*max-age=\d+$/)
      assert.deepEqual(told(begun, 'upload-complete', 'upload-offset'), ['?0', '5'])
      const last = await client.append(urlOf(begun), 5, ' world', LAST)
      assert.equal(await client.stored(last), 'hello world')
    },
  },
  {
    name: 'draft: a complete creation is answered as by the resource, with `Upload-Complete: ?1`',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      for (const body of ['hello', streamOf('hello')]) {
        const disposition = 'inline; filename="a b.txt"'
        const headers = {
          ...LAST,
          'content-disposition': disposition,
          'content-type': 'text/plain',
        }
        const answer = await client.send('POST', '/uploads', headers, body)
        const { data } = client.http.document<{ data: AssetResource }>(answer, 201, 'AssetDocument')
        assert.deepEqual([data.attributes.name, data.attributes.size], ['a b.txt', 5])
        assert.deepEqual(told(answer, 'upload-complete', 'upload-offset'), ['?1', '5'])
      }
      const empty = await client.send('POST', '/uploads', LAST, '')
      assert.equal(await client.stored(empty), '')
    },
  },
  {
    name: 'draft: other values of `Upload-Offset`, `-Complete` and `-Length` MUST cause the field to be ignored',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const interop = { 'upload-draft-interop-version': '8' }
      for (const complete of ['1', '?2', 'true', '?1, ?1', '']) {
        const headers = { ...interop, 'upload-complete': complete }
        client.http.errors(await client.send('POST', '/uploads', headers), ...INVALID)
      }
      const url = await client.begin({ 'upload-length': '5.0' })
      for (const offset of ['-1', '0.0', '"0"', '1234567890123456', '0, 0']) {
        const answer = await client.append(url, 0, 'x', { ...LAST, 'upload-offset': offset })
        client.http.errors(answer, ...INVALID)
      }
      assert.deepEqual(told(await client.send('HEAD', url, {}), 'upload-length'), [null])
      const parameters = { 'upload-offset': ' 0;a=1; b="c"', 'upload-complete': '?1;a' }
      const answer = await client.append(url, 0, 'hello', parameters)
      assert.equal(await client.stored(answer), 'hello')
    },
  },
  {
    name: 'draft: lengths that are indicated in one request, or in several, MUST match',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const both = { ...LAST, 'upload-length': '6' }
      const answer = await client.send('POST', '/uploads', both, 'hello')
      client.http.errors(answer, 400, 'length_mismatch')
      assert.deepEqual(told(answer, 'upload-complete'), ['?0'])
      const url = await client.begin({ 'upload-length': '5' })
      for (const [body, headers] of [
        ['hel', LAST],
        ['hel', { ...NOT_LAST, 'upload-length': '6' }],
        ['hello', { ...LAST, 'upload-length': '6' }],
      ] as const) {
        const refused = await client.append(url, 0, body, headers)
        client.http.errors(refused, 400, 'length_mismatch')
        assert.deepEqual(told(refused, 'upload-complete'), ['?0'])
      }
      assert.deepEqual(told(await client.send('HEAD', url, {}), 'upload-offset'), ['0'])
      assert.equal(await client.stored(await client.append(url, 0, 'hello', LAST)), 'hello')
    },
  },
  {
    name: 'draft: `HEAD` MUST include offset, completeness, limits, and the length that the client has supplied',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      for (const length of ['5', null]) {
        const url = await client.begin(length === null ? {} : { 'upload-length': length })
        await client.append(url, 0, 'he', NOT_LAST)
        const names = [
          'upload-offset',
          'upload-complete',
          'upload-length',
          'cache-control',
        ] as const
        const open = await client.send('HEAD', url, {})
        assert.deepEqual(
          [open.status, ...told(open, ...names)],
          [204, '2', '?0', length, 'no-store'],
        )
        assert.match(open.headers.get('upload-limit') ?? '', /max-size=\d+.*max-age=\d+/)
        const shown = await client.send('GET', url, {})
        assert.deepEqual([shown.status, ...told(shown, 'upload-offset')], [200, '2'])
        await client.append(url, 2, 'llo', LAST)
        const done = await client.send('HEAD', url, {})
        assert.deepEqual([done.status, ...told(done, ...names)], [204, '5', '?1', '5', 'no-store'])
      }
    },
  },
  {
    name: 'draft: an offset that does not match MUST be 409 with `Upload-Complete: ?0` and the correct offset',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const url = await client.begin({}, 'he')
      for (const offset of [0, 3]) {
        const answer = await client.append(url, offset, 'llo', LAST)
        client.http.errors(answer, 409, 'offset_mismatch')
        assert.deepEqual(told(answer, 'upload-complete', 'upload-offset'), ['?0', '2'])
      }
      assert.equal(await client.stored(await client.append(url, 2, 'llo', LAST)), 'hello')
    },
  },
  {
    name: 'draft: an append is 2xx with `Upload-Complete: ?0`; the last one MUST say `?1`, and may have no content',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const url = await client.begin()
      for (const [offset, part] of ['hel', 'lo'].entries()) {
        const answer = await client.append(url, 3 * offset, part, NOT_LAST)
        assert.deepEqual([answer.status, ...told(answer, 'upload-complete')], [204, '?0'])
      }
      const last = await client.append(url, 5, '', LAST)
      assert.deepEqual([last.status, ...told(last, 'upload-complete')], [201, '?1'])
      assert.equal(await client.stored(last), 'hello')
    },
  },
  {
    name: 'draft: the final answer is given again to a client that lost it, and nothing is stored twice',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const url = await client.begin({ 'upload-length': '5' })
      const first = await client.append(url, 0, 'hello', LAST)
      for (let time = 0; time < 2; time += 1) {
        const again = await client.append(url, 5, '', LAST)
        assert.deepEqual([again.status, ...told(again, 'upload-complete')], [201, '?1'])
        assert.equal(again.headers.get('location'), first.headers.get('location'))
      }
      const late = await client.append(url, 0, 'hello', LAST)
      assert.equal(late.status, 409)
      assert.equal(await client.http.total(), 1)
    },
  },
  {
    name: 'draft: once the offset would exceed the length, the request and any further one MUST be rejected',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const url = await client.begin({ 'upload-length': '5' })
      const answer = await client.append(url, 0, streamOf('hello, world'), NOT_LAST)
      client.http.errors(answer, 413, 'file_too_large')
      assert.match(answer.headers.get('upload-limit') ?? '', /max-size=/)
      assert.equal((await client.append(url, 0, 'hello', LAST)).status, 404)
      assert.equal(await client.http.total(), 0)
    },
  },
  {
    name: 'draft: appended bytes are `application/partial-upload`, otherwise 415; of interop version 5 any',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const url = await client.begin({ 'upload-length': '5' })
      const typed = { ...LAST, 'content-type': 'text/plain' }
      const refused = await client.append(url, 0, 'hello', typed)
      client.http.errors(refused, 415, 'unsupported_media_type')
      const old = { ...typed, 'upload-draft-interop-version': '5' }
      assert.equal(await client.stored(await client.append(url, 0, 'hello', old)), 'hello')
    },
  },
  {
    name: 'draft: an upload that is deleted is gone',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const url = await client.begin({}, 'hello')
      assert.equal((await client.send('DELETE', url, {})).status, 204)
      assert.equal((await client.send('HEAD', url, {})).status, 404)
      assert.equal((await client.append(url, 5, '', LAST)).status, 404)
    },
  },
  {
    name: 'draft: content that does not have its `Content-Digest` is not appended',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const url = await client.begin()
      const wrong = await client.append(url, 0, 'hello', {
        ...LAST,
        'content-digest': sha256('other'),
      })
      client.http.errors(wrong, 422, 'digest_mismatch')
      assert.deepEqual(told(wrong, 'upload-complete'), ['?0'])
      assert.deepEqual(told(await client.send('HEAD', url, {}), 'upload-offset'), ['0'])
      const digest = { ...LAST, 'content-digest': sha256('hello') }
      assert.equal(await client.stored(await client.append(url, 0, 'hello', digest)), 'hello')
    },
  },
  {
    name: 'draft: a representation that does not have its `Repr-Digest` fails for good, with `Upload-Complete: ?1`',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const url = await client.begin({ 'repr-digest': sha256('hello') })
      await client.append(url, 0, 'hel', NOT_LAST)
      for (const answer of [
        await client.append(url, 3, 'XX', LAST),
        await client.append(url, 5, '', LAST),
      ]) {
        client.http.errors(answer, 422, 'digest_mismatch')
        assert.deepEqual(told(answer, 'upload-complete'), ['?1'])
      }
      assert.equal(await client.http.total(), 0)
      const good = await client.begin({ 'repr-digest': sha256('hello') }, 'hel')
      assert.equal(await client.stored(await client.append(good, 3, 'lo', LAST)), 'hello')
    },
  },
]
