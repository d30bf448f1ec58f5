import assert from 'node:assert/strict'
import type { ContractCase } from '../../contract/contract.ts'
import type { HttpFixture } from '../../http/http-fixture.ts'
import { streamOf, TUS, told, uploadClientOf } from './upload-client.ts'

/** What goes wrong with other servers of resumable uploads. */
export const uploadTrapCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'one byte for each request, with and without a length, is one file',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const text = 'a byte at a time'
      const url = await client.create({ 'upload-length': `${text.length}` })
      for (const [offset, byte] of [...text].slice(0, -1).entries()) {
        const body = offset % 2 === 0 ? byte : streamOf(byte)
        assert.equal((await client.patch(url, offset, body)).status, 204)
      }
      const last = await client.patch(url, text.length - 1, text.at(-1) ?? '')
      assert.equal(await client.stored(last), text)
    },
  },
  {
    name: 'two requests with the last bytes store one asset, and so do empty ones after them',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const url = await client.create({ 'upload-length': '5' })
      await client.patch(url, 0, 'hel')
      const both = await Promise.all([client.patch(url, 3, 'lo'), client.patch(url, 3, 'lo')])
      for (const { status } of both) assert.ok([204, 409, 423].includes(status), String(status))
      const state = await client.head(url)
      if (state.headers.get('upload-offset') === '3') await client.patch(url, 3, 'lo')
      const empty = await client.patch(url, 5, '')
      const again = await client.patch(url, 5, '')
      assert.deepEqual([empty.status, again.status], [204, 204])
      assert.deepEqual(told(again, 'content-location'), told(empty, 'content-location'))
      assert.equal(await client.stored(again), 'hello')
      assert.equal(await client.http.total(), 1)
    },
  },
  {
    name: 'a refusal of the content is given again by every later request',
    needs: ['issueKey'],
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      await client.http.upload('hello', 'there.txt')
      const url = await client.create({ 'upload-length': '5', 'stowage-on-duplicate': 'refuse' })
      for (const answer of [
        await client.patch(url, 0, 'hello'),
        await client.patch(url, 5, ''),
        await client.patch(url, 0, 'hello'),
      ]) {
        client.http.errors(answer, 409, 'duplicate')
        assert.equal(answer.headers.get('upload-offset'), null)
      }
      const head = await client.head(url)
      assert.deepEqual(
        [head.status, ...told(head, 'upload-offset', 'tus-resumable')],
        [409, null, '1.0.0'],
      )
      assert.equal(await client.http.total(), 1)
    },
  },
  {
    name: 'bytes beside an upload that is done are refused, and change nothing',
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const url = await client.create({ 'upload-length': '5' })
      const done = await client.patch(url, 0, 'hello')
      for (const offset of [0, 5]) {
        const { status } = await client.patch(url, offset, 'x')
        assert.ok([409, 413].includes(status), String(status))
      }
      assert.equal(await client.stored(done), 'hello')
      assert.equal(await client.http.total(), 1)
    },
  },
  {
    name: 'a page of an admitted origin may send and read what tus and the draft need',
    needs: ['crossOrigin'],
    async run(fixture) {
      const client = await uploadClientOf(fixture)
      const origin = { origin: fixture.crossOrigin ?? '' }
      const preflight = await client.send('OPTIONS', '/uploads', {
        ...origin,
        'access-control-request-method': 'POST',
      })
      const allowed = preflight.headers.get('access-control-allow-headers') ?? ''
      for (const name of [
        'Tus-Resumable',
        'Upload-Length',
        'Upload-Offset',
        'Upload-Metadata',
        'Upload-Concat',
        'Upload-Defer-Length',
        'Upload-Checksum',
        'Upload-Complete',
        'Upload-Draft-Interop-Version',
        'X-HTTP-Method-Override',
        'Content-Digest',
        'Content-Disposition',
        'Stowage-On-Duplicate',
      ]) {
        assert.ok(allowed.split(', ').includes(name), name)
      }
      const headers = { ...TUS, ...origin, 'upload-length': '5' }
      const begun = await client.send('POST', '/uploads', headers)
      const exposed = (begun.headers.get('access-control-expose-headers') ?? '').split(', ')
      for (const [name] of begun.headers) {
        if (!/^(?:tus|upload)-|^(?:content-)?location$/.test(name)) continue
        assert.ok(
          exposed.some((each) => each.toLowerCase() === name),
          name,
        )
      }
    },
  },
]
