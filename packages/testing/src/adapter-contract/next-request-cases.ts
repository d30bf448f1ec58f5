import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import type { ContractCase } from '../contract/contract.ts'
import { answersUntilClosed, openConnection } from '../http/raw-exchange.ts'
import { parseAnswers, type RawAnswer, requestHead } from '../http/raw-http.ts'
import type { AdapterFixture } from './adapter-fixture.ts'
import { assertNothingLeft } from './nothing-left.ts'
import {
  PREPARED,
  prepareRefusals,
  REFUSED_BODIES,
  type RefusalState,
  type RefusedBody,
} from './refused-bodies.ts'

interface Upload {
  readonly what: string
  readonly status: number
  readonly head: string
  readonly body: Buffer
  readonly isLate: boolean
}

function* uploads(fixture: AdapterFixture, state: RefusalState): Generator<Upload> {
  for (const refused of REFUSED_BODIES) {
    for (const size of refused.sizes) yield* uploadsOf(fixture, state, refused, size)
  }
}

function* uploadsOf(
  fixture: AdapterFixture,
  { keys, ids }: RefusalState,
  refused: RefusedBody,
  size: number,
): Generator<Upload> {
  const { status, method, type, as, header = [], late, body } = refused
  // A smaller body is refused because it is not JSON.
  const isRead = status === 413 && size < 1024 ** 2
  const from = as === undefined ? fixture : { ...fixture, key: keys[as] }
  const path = refused.path.replace(/{(\w+)}/, (_, name: keyof typeof ids) => ids[name])
  const plain = body?.(size) ?? Buffer.alloc(size, 'x')
  for (const framing of [`Content-Length: ${plain.length}`, 'Transfer-Encoding: chunked']) {
    const head = requestHead(from, method, path, `Content-Type: ${type}`, ...header, framing)
    yield {
      what: `${head}\r\n${plain.length} bytes`,
      status: isRead ? 400 : status,
      head: `${head}\r\n`,
      body: framing.startsWith('Content') ? plain : inChunks(plain),
      isLate: late === true || isRead,
    }
  }
}

function inChunks(body: Buffer): Buffer {
  const size = body.length.toString(16)
  return Buffer.concat([Buffer.from(`${size}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')])
}

/**
 * The answers must be the refusal alone, which ends the connection, or the refusal and the answer to the next request.
 */
function assertUsable({ what, status }: Upload, answers: readonly RawAnswer[]): void {
  const [refusal, next, ...others] = answers
  assert.equal(refusal?.status, status, `${what}: ${refusal?.body}`)
  if (refusal?.headers.get('connection') === 'close') assert.equal(next, undefined, what)
  else assert.equal(next?.status, 200, what)
  assert.deepEqual(others, [])
}

/**
 * Sends the upload, and waits for its answer after this many bytes of the body. Then sends the rest, and another
 * request unless the answer says that it is the last one.
 */
async function exchangeAfter(fixture: AdapterFixture, upload: Upload, bytes: number) {
  const connection = await openConnection(fixture)
  const answers = answersUntilClosed(connection)
  // They are awaited last, and may fail earlier.
  answers.catch(() => {})
  connection.write(upload.head)
  connection.write(upload.body.subarray(0, bytes))
  const refusal = await firstAnswer(connection)
  connection.write(upload.body.subarray(bytes))
  if (refusal?.headers.get('connection') === 'close') connection.end()
  else connection.write(`${requestHead(fixture, 'GET', '/assets', 'Connection: close')}\r\n`)
  if (refusal === undefined) assert.fail(`${upload.what}: closed without an answer`)
  assertUsable(upload, await answers)
}

/** The first whole answer on a connection; `undefined` when it closed before. */
function firstAnswer(connection: Socket): Promise<RawAnswer | undefined> {
  return new Promise((resolve) => {
    let received = Buffer.alloc(0)
    connection.once('close', () => resolve(undefined))
    connection.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      const [answer] = parseAnswers(received)
      const length = Number(answer?.headers.get('content-length') ?? 0)
      if (answer !== undefined && Buffer.byteLength(answer.body) >= length) resolve(answer)
    })
  })
}

/** How a refusal while a body is under way affects the next request on its connection. */
export const nextRequestCases: readonly ContractCase<AdapterFixture>[] = [
  {
    name: 'after a refused body the connection answers the next request, or the refusal says that it ends',
    needs: ['connections'],
    async run(fixture) {
      const state = await prepareRefusals(fixture)
      for (const upload of uploads(fixture, state)) {
        await exchangeAfter(fixture, upload, upload.body.length)
      }
      await assertNothingLeft(fixture, PREPARED)
    },
  },
  {
    name: 'a client that waits in the middle of its body reads the refusal, and may send the rest',
    needs: ['connections'],
    async run(fixture) {
      const state = await prepareRefusals(fixture)
      for (const upload of uploads(fixture, state)) {
        if (!upload.isLate) await exchangeAfter(fixture, upload, upload.body.length >> 1)
      }
      await assertNothingLeft(fixture, PREPARED)
    },
  },
]
