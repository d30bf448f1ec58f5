import assert from 'node:assert/strict'
import type { ContractCase } from '../contract/contract.ts'
import { answersUntilClosed, exchange, openConnection } from '../http/raw-exchange.ts'
import {
  filePart,
  headThenMebibytes,
  MULTIPART,
  openSocket,
  rawForm,
  requestHead,
  uploadHead,
  writeThenRead,
} from '../http/raw-http.ts'
import { eventually } from '../time/eventually.ts'
import { type AdapterFixture, REQUEST_SIZE } from './adapter-fixture.ts'
import { assertNothingLeft } from './nothing-left.ts'

const FORM = rawForm([filePart('hello')])
/** In bytes. */
const MEBIBYTE = 1024 ** 2

/** How a request is refused before its body has come, and whether its connection stays open. */
export const refusalCases: readonly ContractCase<AdapterFixture>[] = [
  {
    name: 'a refusal reaches a client that sends everything before it reads, and ends the connection',
    needs: ['connections', 'ownsConnections'],
    async run(fixture) {
      for (const [head, status] of [
        [uploadHead(fixture, null, 8 * MEBIBYTE), 401],
        [uploadHead(fixture, fixture.key, REQUEST_SIZE + 1), 413],
      ] as const) {
        const keptAlive = head.replace('Connection: close\r\n', '')
        const answer = await writeThenRead(
          await openSocket(fixture),
          headThenMebibytes(keptAlive, 8),
        )
        assert.equal(answer.status, status)
        assert.equal(answer.headers.get('connection'), 'close')
      }
      await assertNothingLeft(fixture)
    },
  },
  {
    name: 'a refusal of a small body that has come keeps the connection',
    needs: ['connections'],
    async run(fixture) {
      const lines = [`Content-Type: ${MULTIPART}`, `Content-Length: ${FORM.length}`]
      const refused = requestHead({ ...fixture, key: null }, 'POST', '/assets', ...lines)
      const last = requestHead(fixture, 'GET', '/assets', 'Connection: close')
      const answers = await exchange(fixture, [`${refused}\r\n${FORM}${last}\r\n`])
      assert.deepEqual(
        answers.map(({ status }) => status),
        [401, 200],
      )
    },
  },
  {
    name: 'a client that asks first is asked for its body once, and only when it may send',
    needs: ['connections', 'ownsConnections'],
    async run(fixture) {
      const lines = [
        `Content-Type: ${MULTIPART}`,
        'Expect: 100-continue',
        'Connection: close',
        `Content-Length: ${FORM.length}`,
      ]
      const accepted = await openConnection(fixture)
      const answers = answersUntilClosed(accepted)
      let received = ''
      accepted.on('data', (chunk: Buffer) => {
        received += chunk.toString('latin1')
      })
      accepted.write(`${requestHead(fixture, 'POST', '/assets', ...lines)}\r\n`)
      await eventually(() => received.includes('100 Continue'), 'to be asked for the body')
      assert.equal((await fixture.store.list()).total, 0)
      accepted.write(FORM)
      assert.deepEqual(
        (await answers).map(({ status }) => status),
        [100, 201],
      )
      const huge = lines.with(-1, `Content-Length: ${REQUEST_SIZE + 1}`)
      for (const [head, status] of [
        [requestHead({ ...fixture, key: null }, 'POST', '/assets', ...lines), 401],
        [requestHead(fixture, 'POST', '/assets', ...huge), 413],
      ] as const) {
        const refused = await exchange(fixture, [`${head}\r\n`])
        assert.deepEqual(
          refused.map((each) => each.status),
          [status],
        )
      }
    },
  },
]
