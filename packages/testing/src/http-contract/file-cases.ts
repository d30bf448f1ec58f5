import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import type { ContractCase } from '../contract/contract.ts'
import type { HttpFixture } from '../http/http-fixture.ts'
import { type Content, clientOf } from './http-client.ts'

const CONTENT = '0123456789'
const ETAG = `"${createHash('sha256').update(CONTENT).digest('hex')}"`
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><script>1</script></svg>'

/** The bytes themselves. */
export const fileCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'content is shown inline and download is an attachment, both with the name, the type and validators',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { attributes } = await client.upload(CONTENT, 'digits.txt')
      const content = await client.send('GET', attributes.url)
      const download = await client.send('GET', attributes.download_url)
      for (const { status, bytes, headers } of [content, download]) {
        assert.equal(status, 200)
        assert.equal(bytes.toString(), CONTENT)
        assert.match(headers.get('content-type') ?? '', /^text\/plain; charset=(?:utf-8|us-ascii)$/)
        assert.equal(headers.get('content-length'), '10')
        assert.equal(headers.get('etag'), ETAG)
        assert.equal(headers.get('accept-ranges'), 'bytes')
        assert.equal(headers.get('x-content-type-options'), 'nosniff')
        assert.equal(headers.get('cross-origin-resource-policy'), 'same-site')
        assert.equal(headers.get('cache-control'), 'private, no-cache, no-transform')
        assert.match(headers.get('vary') ?? '', /\bAuthorization\b/)
        const created = Math.floor(Date.parse(attributes.created_at) / 1000) * 1000
        assert.equal(Date.parse(headers.get('last-modified') ?? ''), created)
      }
      assert.equal(content.headers.get('content-disposition'), 'inline; filename=digits.txt')
      assert.equal(download.headers.get('content-disposition'), 'attachment; filename=digits.txt')
    },
  },
  {
    name: 'what can run script is never shown in our origin; pictures are, without a sandbox',
    async run(fixture) {
      const client = await clientOf(fixture)
      const headersOf = async (content: Content, name: string) => {
        const { attributes } = await client.upload(content, name)
        return (await client.send('GET', attributes.url)).headers
      }
      const picture = await headersOf(PNG, 'dot.png')
      assert.equal(picture.get('content-type'), 'image/png')
      assert.match(picture.get('content-disposition') ?? '', /^inline;/)
      assert.equal(picture.get('content-security-policy'), null)
      const svg = await headersOf(SVG, 'drawing.svg')
      assert.match(svg.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/)
      const page = await headersOf('<!doctype html><script>alert(1)</script>', 'page.html')
      assert.match(page.get('content-disposition') ?? '', /^attachment;/)
      const bytes = await headersOf(Buffer.from([0, 1, 2, 3, 255, 254]), 'data')
      assert.match(bytes.get('content-disposition') ?? '', /^attachment;/)
    },
  },
  {
    name: 'a single range is 206, several or broken ones the whole file, one outside 416',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { attributes } = await client.upload(CONTENT)
      const partial = [
        ['bytes=0-0', '0', '0-0'],
        ['bytes=2-4', '234', '2-4'],
        ['bytes=7-', '789', '7-9'],
        ['bytes=7-99', '789', '7-9'],
        ['bytes=-3', '789', '7-9'],
        ['bytes=-99', CONTENT, '0-9'],
        ['bytes=0-99999999999999999999', CONTENT, '0-9'],
        ['BYTES=1-1', '1', '1-1'],
      ] as const
      for (const [range, expected, window] of partial) {
        const { status, bytes, headers } = await client.send('GET', attributes.url, {
          headers: { range },
        })
        assert.deepEqual([status, bytes.toString()], [206, expected], range)
        assert.equal(headers.get('content-range'), `bytes ${window}/10`)
        assert.equal(headers.get('content-length'), String(expected.length))
        assert.equal(headers.get('etag'), ETAG)
      }
      for (const range of [
        'bytes=0-1,4-5',
        'bytes=4-2',
        'bytes=x-',
        'bytes=',
        'lines=0-1',
        'bytes=--1',
      ]) {
        const { status, bytes } = await client.send('GET', attributes.url, { headers: { range } })
        assert.deepEqual([status, bytes.toString()], [200, CONTENT], range)
      }
      for (const range of ['bytes=10-', 'bytes=10-20', 'bytes=-0', 'bytes=99999999999999999999-']) {
        const answer = await client.send('GET', attributes.url, { headers: { range } })
        client.errors(answer, 416, 'range_not_satisfiable')
        assert.equal(answer.headers.get('content-range'), 'bytes */10', range)
      }
      const head = await client.send('HEAD', attributes.url, { headers: { range: 'bytes=0-0' } })
      assert.deepEqual([head.status, head.headers.get('content-length')], [200, '10'])
    },
  },
  {
    name: 'conditions are evaluated in the order of RFC 9110',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { attributes } = await client.upload(CONTENT)
      const created = Date.parse(attributes.created_at)
      const at = (seconds: number) => new Date(created + seconds * 1000).toUTCString()
      const cases: readonly (readonly [Record<string, string>, number])[] = [
        [{ 'if-none-match': ETAG }, 304],
        [{ 'if-none-match': `"x", W/${ETAG}` }, 304],
        [{ 'if-none-match': '*' }, 304],
        [{ 'if-none-match': '"x"' }, 200],
        [{ 'if-none-match': '"x"', 'if-modified-since': at(60) }, 200],
        [{ 'if-modified-since': at(0) }, 304],
        [{ 'if-modified-since': at(-60) }, 200],
        [{ 'if-modified-since': 'yesterday' }, 200],
        [{ 'if-match': ETAG }, 200],
        [{ 'if-match': '*' }, 200],
        [{ 'if-match': '"x"' }, 412],
        [{ 'if-match': `W/${ETAG}` }, 412],
        [{ 'if-match': ETAG, 'if-unmodified-since': at(-60) }, 200],
        [{ 'if-unmodified-since': at(-60) }, 412],
        [{ 'if-unmodified-since': at(0) }, 200],
        [{ 'if-match': '"x"', 'if-none-match': ETAG }, 412],
        [{ range: 'bytes=0-1', 'if-range': ETAG }, 206],
        [{ range: 'bytes=0-1', 'if-range': `W/${ETAG}` }, 200],
        [{ range: 'bytes=0-1', 'if-range': '"x"' }, 200],
        [{ range: 'bytes=0-1', 'if-range': at(0) }, 206],
        [{ range: 'bytes=0-1', 'if-range': at(-60) }, 200],
        [{ range: 'bytes=0-1', 'if-none-match': ETAG }, 304],
        [{ range: 'bytes=99-', 'if-match': '"x"' }, 412],
      ]
      for (const [headers, status] of cases) {
        for (const method of headers.range === undefined ? ['GET', 'HEAD'] : ['GET']) {
          const answer = await client.send(method, attributes.url, { headers })
          assert.equal(answer.status, status, `${method} ${JSON.stringify(headers)}`)
          if (status !== 304) continue
          assert.equal(answer.bytes.length, 0)
          assert.equal(answer.headers.get('etag'), ETAG)
          assert.equal(answer.headers.get('cache-control'), 'private, no-cache, no-transform')
        }
      }
      const failed = await client.send('GET', attributes.url, { headers: { 'if-match': '"x"' } })
      client.errors(failed, 412, 'precondition_failed')
    },
  },
  {
    name: 'an unknown file is 404, an unknown variant 400, a variant that the file has not 404',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id, attributes } = await client.upload(CONTENT)
      for (const unknown of [randomUUID(), id, 'x', '%2e%2e%2f']) {
        for (const action of ['content', 'download']) {
          await client.refused('GET', `/files/${unknown}/${action}`, {}, [404, 'file_not_found'])
        }
      }
      for (const url of [attributes.url, attributes.download_url]) {
        const [error] = await client.refused('GET', `${url}?variant=huge`, {}, [
          400,
          'invalid_parameter',
        ])
        assert.deepEqual(error?.source, { parameter: 'variant' })
        await client.refused('GET', `${url}?variant=thumbnail`, {}, [404, 'file_not_found'])
      }
    },
  },
  {
    name: 'a client that stops reading a large file does not hold anything up',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { attributes } = await client.upload(Buffer.alloc(4 * 1024 ** 2))
      const controller = new AbortController()
      const headers = { authorization: `Bearer ${client.key}` }
      const response = await client.fetch(attributes.url, { headers, signal: controller.signal })
      await response.body?.getReader().read()
      controller.abort()
      assert.equal((await client.send('GET', attributes.url)).bytes.length, 4 * 1024 ** 2)
    },
  },
]
