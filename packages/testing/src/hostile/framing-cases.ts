import assert from 'node:assert/strict'
import { TLSSocket } from 'node:tls'
import type { ContractCase } from '../contract/contract.ts'
import { exchange, openConnection } from '../http/raw-exchange.ts'
import { filePart, MULTIPART, rawForm, requestHead } from '../http/raw-http.ts'
import { AMBIGUOUS, GARBAGE } from './framings.ts'
import { assertOnlyLeft, type HostileFixture } from './hostile-fixture.ts'

const FORM = rawForm([filePart('x')])
const HELD = Buffer.alloc(100_000, 'x')

/** A complete upload that would store `raw.txt`. It must never be taken for a separate request. */
function upload(fixture: HostileFixture): string {
  const lines = [
    `Content-Type: ${MULTIPART}`,
    `Content-Length: ${FORM.length}`,
    'Connection: close',
  ]
  return `${requestHead(fixture, 'POST', '/assets', ...lines)}\r\n${FORM}`
}

/** The end of a request is never ambiguous. */
export const hostileFramingCases: readonly ContractCase<HostileFixture>[] = [
  {
    name: 'a request whose end is ambiguous is refused, and what stands behind it is not handled',
    needs: ['ownsConnections'],
    async run(fixture) {
      for (const [name, framing] of AMBIGUOUS) {
        const start = requestHead(
          fixture,
          'POST',
          '/assets/bulk-trash',
          'Content-Type: application/json',
        )
        const answers = await exchange(fixture, [start + framing + upload(fixture)])
        const statuses = answers.map(({ status }) => status)
        assert.equal(statuses.length, 1, `${name}: ${statuses}`)
        assert([400, 413, 431, 501].includes(statuses[0] ?? 0), `${name}: ${statuses}`)
        await assertOnlyLeft(fixture, [], name)
      }
    },
  },
  {
    name: 'chunks of an HTTP/1.0 client are refused, and its connection closed',
    needs: ['ownsConnections'],
    async run(fixture) {
      const lines = ['Connection: keep-alive', 'Transfer-Encoding: chunked']
      const json = 'Content-Type: application/json'
      const start = requestHead(fixture, 'POST', '/assets/bulk-trash', json, ...lines)
      const old = `${start.replace('HTTP/1.1', 'HTTP/1.0')}\r\n2\r\n{}\r\n0\r\n\r\n`
      const answers = await exchange(fixture, [old + upload(fixture)])
      assert.deepEqual(
        answers.map(({ status }) => status),
        [400],
      )
      await assertOnlyLeft(fixture, [])
    },
  },
  {
    name: 'what is no request ends the connection',
    async run(fixture) {
      for (const [name, bytes] of GARBAGE) {
        const answers = await exchange(fixture, [bytes])
        assert(answers.length <= 1 && answers.every(({ status }) => status >= 400), name)
        await assertOnlyLeft(fixture, [], name)
      }
    },
  },
  {
    name: 'a request in the body of a request is never handled',
    async run(fixture) {
      const inner = upload(fixture)
      const length = `Content-Length: ${inner.length}`
      const outer = [
        requestHead(fixture, 'GET', '/assets', length),
        requestHead(fixture, 'OPTIONS', '/assets', length),
        requestHead(fixture, 'GET', '/nothing', length),
        requestHead(
          fixture,
          'POST',
          '/assets/bulk-trash',
          'Content-Type: application/json',
          length,
        ),
        requestHead(fixture, 'POST', '/assets', 'Content-Type: text/plain', length),
        requestHead(fixture, 'POST', '/assets', length).replace(fixture.key, 'stw_wrong'),
        requestHead(
          fixture,
          'GET',
          '/assets',
          'Connection: Upgrade, close',
          'Upgrade: h2c',
          length,
        ),
      ]
      for (const start of outer) {
        const last = requestHead(fixture, 'GET', '/nothing', 'Connection: close')
        const answers = await exchange(fixture, [`${start}\r\n${inner}${last}\r\n`])
        assert(answers.length <= 2 && answers.every(({ status }) => status !== 201), start)
        await assertOnlyLeft(fixture, [], start)
      }
    },
  },
  {
    name: 'a request behind a refused upload is handled only when the body before it had come whole',
    async run(fixture) {
      const refusals = [
        requestHead(fixture, 'POST', '/assets', 'Content-Type: text/plain'),
        requestHead(fixture, 'POST', '/assets', `Content-Type: ${MULTIPART}`).replace(
          fixture.key,
          'stw_wrong',
        ),
      ]
      for (const start of refusals) {
        const cut = `${start}Content-Length: ${HELD.length}\r\n\r\n`
        const behind = await exchange(fixture, [cut, HELD.subarray(0, 50_000), upload(fixture)])
        assert.equal(behind.length, 1)
        assert.equal(behind[0]?.headers.get('connection'), 'close')
        await assertOnlyLeft(fixture, [], start)
      }
      const whole = `${refusals[0]}Content-Length: 4\r\n\r\nbody`
      const answers = await exchange(fixture, [whole + whole + upload(fixture)])
      assert.deepEqual(
        answers.map(({ status }) => status),
        [415, 415, 201],
      )
      await assertOnlyLeft(fixture, ['raw.txt'])
    },
  },
  {
    name: 'a body of unknown length is refused as soon as it is over a limit, never cut',
    async run(fixture) {
      const start = requestHead(
        fixture,
        'POST',
        '/assets',
        `Content-Type: ${MULTIPART}`,
        'Transfer-Encoding: chunked',
      )
      const form = rawForm([filePart('')])
      const begin = form.subarray(0, form.indexOf('\r\n\r\n') + 4)
      const kibibyte = 'x'.repeat(1024)
      function* endless() {
        yield `${start}\r\n${begin.length.toString(16)}\r\n${begin}\r\n`
        for (let count = 0; count < 20_000; count += 1) yield `400\r\n${kibibyte}\r\n`
      }
      const [answer] = await exchange(fixture, endless())
      assert.equal(answer?.status, 413, answer?.body)
      await assertOnlyLeft(fixture, [])
      const json = requestHead(
        fixture,
        'POST',
        '/assets/bulk-trash',
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
      )
      function* endlessJson() {
        yield `${json}\r\n`
        for (let count = 0; count < 20_000; count += 1) yield `400\r\n${kibibyte}\r\n`
      }
      const [refused] = await exchange(fixture, endlessJson())
      assert.equal(refused?.status, 413, refused?.body)
      await assertOnlyLeft(fixture, [])
    },
  },
  {
    name: 'a client that leaves at any byte of an upload leaves nothing',
    async run(fixture) {
      const whole = upload(fixture)
      const lengths = Array.from({ length: 12 }, (_, index) =>
        Math.floor(((whole.length - 1) * (index + 1)) / 12),
      )
      for (const [index, length] of lengths.entries()) {
        const socket = await openConnection(fixture)
        await new Promise((resolve) => socket.write(whole.slice(0, length), 'latin1', resolve))
        if (index % 3 === 0) socket.resume().end()
        else if (index % 3 === 1 || socket instanceof TLSSocket) socket.destroy()
        else socket.resetAndDestroy()
      }
      await assertOnlyLeft(fixture, [])
    },
  },
]
