import assert from 'node:assert/strict'
import type { AssetResource } from '@stowage/api'
import type { ContractCase } from '../contract/contract.ts'
import { exchange } from '../http/raw-exchange.ts'
import { BOUNDARY, MULTIPART, type RawAnswer, rawForm } from '../http/raw-http.ts'
import { assertOnlyLeft, type HostileFixture } from './hostile-fixture.ts'

/** Every header that an answer may have, from the API or the framework. */
const KNOWN: ReadonlySet<string> = new Set([
  'accept-ranges',
  'allow',
  'cache-control',
  'connection',
  'content-disposition',
  'content-length',
  'content-range',
  'content-security-policy',
  'content-type',
  'cross-origin-resource-policy',
  'date',
  'etag',
  'keep-alive',
  'last-modified',
  'location',
  'transfer-encoding',
  'vary',
  'www-authenticate',
  'x-content-type-options',
  'x-powered-by',
  'x-request-id',
])

/** Names that would break out of a carelessly quoted header. */
const NAMES: readonly string[] = [
  'a\r\nX-Evil: 1\r\n\r\n<script>',
  'a\nX-Evil: 1',
  'a\rX-Evil: 1',
  'a"; filename="evil.html',
  'a\\"; filename=evil.html; x="',
  'a\\',
  '"',
  'a;b=c, d',
  "a'b''c%0d%0aX-Evil: 1",
  '%22%0D%0AX-Evil: 1',
  'ä€\u{1f600}\u202egnp.exe',
  '\u2028\u2029\u0085',
  'a\u0000b',
  '=?utf-8?q?a?=',
]

const RANGES = `bytes=${'0-0,'.repeat(3500)}0-0`
const TAGS = `${'"x", W/"y", '.repeat(1000)}"z"`

class Attacker {
  readonly #fixture: HostileFixture

  constructor(fixture: HostileFixture) {
    this.#fixture = fixture
  }

  /** Sends one request with these headers; `path` is below `/api/v1`. */
  async send(
    method: string,
    path: string,
    { headers = {}, body = '' }: { headers?: Record<string, string>; body?: string | Buffer } = {},
  ): Promise<RawAnswer> {
    const { host, pathname } = new URL(this.#fixture.baseUrl)
    const lines = Object.entries({
      Host: host,
      Authorization: `Bearer ${this.#fixture.key}`,
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    const target = `${pathname.replace(/\/$/, '')}/api/v1${path}`
    const head = `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`
    const answers = await exchange(this.#fixture, [head, Buffer.from(body)])
    assert.equal(answers.length, 1, `${method} ${path}`)
    const [answer] = answers as [RawAnswer]
    for (const [name, value] of answer.headers) {
      assert(KNOWN.has(name), `${method} ${path}: ${name}: ${value}`)
      assert.match(value, /^[\x20-\x7e]*$/, `${method} ${path}: ${name}`)
    }
    return answer
  }

  async upload(name: string): Promise<AssetResource> {
    const escaped = name.replace(/["\r\n]/g, encodeURIComponent).replaceAll('\\', '\\\\')
    const header = `Content-Disposition: form-data; name="file"; filename="${escaped}"`
    const body = rawForm([{ header: [header], content: 'x' }])
    const answer = await this.send('POST', '/assets', {
      headers: { 'Content-Type': MULTIPART },
      body,
    })
    assert.equal(answer.status, 201, `${JSON.stringify(name)}: ${answer.body}`)
    return JSON.parse(answer.body).data
  }
}

/** The only file name that a disposition gives to clients that know RFC 8187, else to all. */
function nameIn(disposition: string): string {
  const extended = /; filename\*=UTF-8''([\w!#$&+.^`|~%-]+)$/.exec(disposition)?.[1]
  if (extended !== undefined) return decodeURIComponent(extended)
  const plain = /^(?:inline|attachment); filename=(?:"((?:[^"\\]|\\.)*)"|([\w!#$%&'*+.^`|~-]+))$/
  const [, quoted, token] = plain.exec(disposition) ?? []
  return quoted?.replace(/\\(.)/g, '$1') ?? token ?? `unreadable: ${disposition}`
}

/** What the API writes into headers, and what it reads from the client's. */
export const hostileHeaderCases: readonly ContractCase<HostileFixture>[] = [
  {
    name: 'no name breaks out of a header that we write',
    async run(fixture) {
      const attacker = new Attacker(fixture)
      const stored: string[] = []
      for (const name of NAMES) {
        const { id, attributes } = await attacker.upload(`c${name.replaceAll('\0', '')}`)
        const patch = { data: { type: 'assets', id, attributes: { name: `b${name}c` } } }
        const renamed = await attacker.send('PATCH', `/assets/${id}`, {
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(patch),
        })
        const isPath = /[/\\]/.test(name)
        assert.equal(renamed.status, isPath ? 422 : 200, `${JSON.stringify(name)}: ${renamed.body}`)
        const kept = isPath ? attributes.name : JSON.parse(renamed.body).data.attributes.name
        stored.push(kept)
        for (const action of ['content', 'download']) {
          const file = await attacker.send('GET', `/files/${attributes.public_file_id}/${action}`)
          assert.deepEqual([file.status, file.body], [200, 'x'])
          const disposition = file.headers.get('content-disposition') ?? ''
          assert.equal(nameIn(disposition), kept, disposition)
        }
      }
      await assertOnlyLeft(fixture, stored)
    },
  },
  {
    name: 'no header of the client is reflected in response headers, nor in links',
    async run(fixture) {
      const attacker = new Attacker(fixture)
      const header = 'Content-Disposition: form-data; name="file"; filename="a"'
      const body = rawForm([{ header: [header], content: 'x' }])
      const hostile = [
        { 'X-Request-Id': 'a"><script>' },
        { 'X-Request-Id': 'x'.repeat(10_000) },
        { Host: 'evil.example"><script>' },
        { Host: 'user:secret@evil.example' },
        { Host: 'evil.example/path?query#fragment' },
        { Origin: 'https://evil.example' },
        { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'javascript' },
        { Forwarded: 'host=evil.example;proto=https' },
        { 'X-Forwarded-Prefix': '//evil.example' },
        {
          'X-Original-URL': '/admin',
          'X-Rewrite-URL': '/admin',
          'X-HTTP-Method-Override': 'DELETE',
        },
      ]
      for (const headers of hostile) {
        const sending = { headers: { 'Content-Type': MULTIPART, ...headers }, body }
        const answer = await attacker.send('POST', '/assets', sending)
        // Frameworks that make a URL from the Host refuse invalid ones.
        if (fixture.ownsConnections === undefined && answer.status === 400) continue
        assert.equal(answer.status, 201, answer.body)
        assert.doesNotMatch(
          answer.body + [...answer.headers.values()].join(),
          /evil|script|secret|x{200}/,
          JSON.stringify(headers),
        )
      }
    },
  },
  {
    name: 'no path reaches anything but our routes',
    async run(fixture) {
      const attacker = new Attacker(fixture)
      const paths = [
        '/../../../../etc/passwd',
        '/files/..%2f..%2f..%2fstowage.db/content',
        '/files/%2e%2e/content',
        '/files/%00/content',
        '/assets/%0d%0aX-Evil:%201',
        '/assets/__proto__',
        '/constructor',
        '//evil.example/assets',
        '/assets%2f..%2fassets',
        '/assets/\\..\\..',
        `/${'a/'.repeat(3000)}`,
        `/assets/${'%'.repeat(300)}`,
        `/assets?${'page=1&'.repeat(1000)}`,
        `/assets?${'a[b]'.repeat(1000)}=1`,
        '/assets?page=1%00',
      ]
      for (const path of paths) {
        const { status, body } = await attacker.send('GET', path)
        assert([400, 404].includes(status) || path.includes('a[b]'), `${path}: ${status}`)
        assert.doesNotMatch(body, /root:|SQLite format|node_modules|\.ts:\d/)
      }
      await assertOnlyLeft(fixture, [])
    },
  },
  {
    name: 'thousands of ranges, tags and types cost next to nothing, and give the file once at most',
    async run(fixture) {
      const attacker = new Attacker(fixture)
      const { attributes } = await attacker.upload('a')
      const path = `/files/${attributes.public_file_id}/content`
      const hostile: readonly (readonly [Record<string, string>, number])[] = [
        [{ Range: RANGES }, 200],
        [{ Range: `bytes=${'0-,'.repeat(4000)}0-` }, 200],
        [{ Range: `bytes=${' '.repeat(10_000)}x` }, 200],
        [{ Range: `bytes=${'9'.repeat(10_000)}-` }, 416],
        [{ Range: `bytes=-${'9'.repeat(10_000)}` }, 206],
        [{ 'If-None-Match': TAGS }, 200],
        [{ 'If-Match': TAGS }, 412],
        [{ 'If-Range': TAGS, Range: 'bytes=0-0' }, 200],
        [{ 'If-Modified-Since': `Mon, ${'1'.repeat(10_000)}` }, 200],
        [{ Accept: 'text/html;q=0.1,'.repeat(800) }, 200],
      ]
      for (const [headers, status] of hostile) {
        const what = JSON.stringify(headers).slice(0, 80)
        await attacker.send('GET', path, { headers })
        const before = process.cpuUsage()
        for (let count = 0; count < 10; count += 1) {
          const answer = await attacker.send('GET', path, { headers })
          assert.equal(answer.status, status, what)
          if (status < 300) assert.equal(answer.body, 'x', what)
        }
        const { user, system } = process.cpuUsage(before)
        assert((user + system) / 1000 < 1000, `${what}: ${(user + system) / 10_000} ms each`)
      }
      const types = `multipart/form-data; boundary=${BOUNDARY}${'; a="\\\\"'.repeat(1500)}`
      const before = process.cpuUsage()
      const { status } = await attacker.send('POST', '/assets', {
        headers: { 'Content-Type': types },
        body: 'x',
      })
      assert([400, 415].includes(status))
      assert(process.cpuUsage(before).user / 1000 < 1000)
    },
  },
]
