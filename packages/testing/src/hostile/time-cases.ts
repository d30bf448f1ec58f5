import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { ContractCase } from '../contract/contract.ts'
import { answersUntilClosed, exchange, openConnection } from '../http/raw-exchange.ts'
import { filePart, MULTIPART, rawForm, requestHead } from '../http/raw-http.ts'
import { assertOnlyLeft, type HostileFixture } from './hostile-fixture.ts'

const FORM = rawForm([filePart(Buffer.alloc(100_000, 'x'))])

/** Writes one byte after another for as long as the server listens. */
function drip(socket: Socket, bytes: string): void {
  let at = 0
  const timer = setInterval(() => {
    if (socket.writable) socket.write(bytes.charAt(at++ % bytes.length))
  }, 50)
  socket.once('close', () => clearInterval(timer))
  socket.once('end', () => clearInterval(timer))
}

function begunUpload(fixture: HostileFixture): string {
  const lines = [`Content-Type: ${MULTIPART}`, `Content-Length: ${FORM.length}`]
  return `${requestHead(fixture, 'POST', '/assets', ...lines)}\r\n`
}

/** Clients that keep what they hold. */
export const hostileTimeCases: readonly ContractCase<HostileFixture>[] = [
  {
    name: 'a header that never ends is cut off, whether nothing comes or a byte at a time',
    async run(fixture) {
      const start = requestHead(fixture, 'GET', '/assets')
      const sockets = await Promise.all(Array.from({ length: 20 }, () => openConnection(fixture)))
      const answers = sockets.map(answersUntilClosed)
      for (const [index, socket] of sockets.entries()) {
        if (index % 4 > 0) socket.write(start.slice(0, (index * 7) % start.length))
        if (index % 4 > 1) drip(socket, 'X-Slow: 1\r\n')
      }
      for (const each of await Promise.all(answers)) {
        assert(each.every(({ status }) => status === 408 || status === 400))
      }
      await assertOnlyLeft(fixture, [])
    },
  },
  {
    name: 'a body that stands still is 408 at any byte, and leaves nothing',
    async run(fixture) {
      const bodies = [0, 1, 60, 150, 70_000, FORM.length - 1].map((length) =>
        FORM.subarray(0, length),
      )
      const answers = await Promise.all(
        bodies.map((body) => exchange(fixture, [begunUpload(fixture), body])),
      )
      for (const [answer] of answers) assert.equal(answer?.status, 408, answer?.body)
      await assertOnlyLeft(fixture, [])
    },
  },
  {
    name: 'a body of a byte at a time is 408, in a length, in chunks, and as JSON',
    async run(fixture) {
      const chunks = requestHead(
        fixture,
        'POST',
        '/assets',
        `Content-Type: ${MULTIPART}`,
        'Transfer-Encoding: chunked',
      )
      const json = requestHead(
        fixture,
        'POST',
        '/assets/bulk-trash',
        'Content-Type: application/json',
        'Content-Length: 10000',
      )
      const begun = [
        [begunUpload(fixture), FORM.toString()],
        [`${chunks}\r\n`, '1\r\nx\r\n'],
        [`${json}\r\n`, ' '],
      ] as const
      await Promise.all(
        begun.map(async ([start, rest]) => {
          const socket = await openConnection(fixture)
          const answers = answersUntilClosed(socket)
          socket.write(start)
          drip(socket, rest)
          const [answer] = await answers
          assert.equal(answer?.status, 408, answer?.body)
        }),
      )
      await assertOnlyLeft(fixture, [])
    },
  },
  {
    name: 'a client that takes nothing of its download is cut off, also while it sends, and the file is closed',
    async run(fixture) {
      const form = rawForm([filePart(Buffer.alloc(24 * 1024 ** 2))])
      const lines = [
        `Content-Type: ${MULTIPART}`,
        `Content-Length: ${form.length}`,
        'Connection: close',
      ]
      const [stored] = await exchange(fixture, [
        `${requestHead(fixture, 'POST', '/assets', ...lines)}\r\n`,
        form,
      ])
      assert.equal(stored?.status, 201, stored?.body)
      const { public_file_id } = JSON.parse(stored?.body ?? '').data.attributes
      const sockets = await Promise.all([openConnection(fixture), openConnection(fixture)])
      for (const [index, socket] of sockets.entries()) {
        socket.write(`${requestHead(fixture, 'GET', `/files/${public_file_id}/content`)}\r\n`)
        await once(socket, 'readable')
        if (index === 0) continue
        socket.write('GET /')
        drip(socket, 'x')
      }
      await assertOnlyLeft(fixture, ['raw.txt'])
      for (const socket of sockets) socket.destroy()
    },
  },
  {
    name: 'others are served while many wait',
    async run(fixture) {
      const waiting = Array.from({ length: 100 }, (_, index) =>
        exchange(fixture, [begunUpload(fixture), FORM.subarray(0, index * 500)]),
      )
      const answers = await exchange(fixture, [
        `${requestHead(fixture, 'GET', '/assets', 'Connection: close')}\r\n`,
      ])
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200],
      )
      for (const [answer] of await Promise.all(waiting)) assert.equal(answer?.status, 408)
      await assertOnlyLeft(fixture, [])
    },
  },
]
