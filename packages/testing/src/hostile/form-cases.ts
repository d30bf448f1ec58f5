import assert from 'node:assert/strict'
import type { ContractCase } from '../contract/contract.ts'
import { exchange } from '../http/raw-exchange.ts'
import { MULTIPART, type RawAnswer, requestHead } from '../http/raw-http.ts'
import type { HostileForm } from './form.ts'
import { hostileForms } from './forms.ts'
import { assertOnlyLeft, type HostileFixture } from './hostile-fixture.ts'

/** Milliseconds of CPU time that one form may cost client and server together. */
const CPU_BUDGET = 3000

/** The head of a request with a form, on a connection that ends with it. */
function formHead(fixture: HostileFixture, form: HostileForm, framing: string): string {
  const lines = [`Content-Type: ${form.contentType ?? MULTIPART}`, framing, 'Connection: close']
  return `${requestHead(fixture, 'POST', form.path ?? '/assets', ...lines)}\r\n`
}

/** The body in chunks of this size, in the chunked coding. */
export function* chunked(body: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < body.length; at += size) {
    const chunk = body.subarray(at, at + size)
    yield Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, CRLF])
  }
  yield Buffer.from('0\r\n\r\n')
}

const CRLF = Buffer.from('\r\n')

function* inOnePiece(fixture: HostileFixture, form: HostileForm): Generator<string | Buffer> {
  yield formHead(fixture, form, `Content-Length: ${form.body.length}`)
  yield form.body
}

function* inChunks(fixture: HostileFixture, form: HostileForm): Generator<string | Buffer> {
  yield formHead(fixture, form, 'Transfer-Encoding: chunked')
  yield* chunked(form.body, 4093)
}

/** Checks one answer against the expected outcome of the form. */
export function assertOutcome(
  { name, outcome }: HostileForm,
  answer: Pick<RawAnswer, 'status' | 'body'> | undefined,
): void {
  assert(answer !== undefined, `${name}: closed without an answer`)
  if ('stored' in outcome) {
    assert.equal(answer.status, 201, `${name}: ${answer.body}`)
    return
  }
  const [status, ...codes] = outcome.refused
  assert.equal(answer.status, status, `${name}: ${answer.body}`)
  const { code } = JSON.parse(answer.body).errors[0]
  assert(codes.includes(code), `${name}: ${code}`)
}

/** What forms may contain, each sent with its length and in an unknown number of chunks. */
export const hostileFormCases: readonly ContractCase<HostileFixture>[] = (
  [
    ['with a length', inOnePiece],
    ['in chunks', inChunks],
  ] as const
).map(([how, send]) => ({
  name: `every hostile form has its answer at little cost, and leaves what was stored alone, ${how}`,
  async run(fixture) {
    const stored: string[] = []
    for (const form of hostileForms) {
      const before = process.cpuUsage()
      const [answer] = await exchange(fixture, send(fixture, form))
      const { user, system } = process.cpuUsage(before)
      assertOutcome(form, answer)
      assert((user + system) / 1000 < CPU_BUDGET, `${form.name}: ${(user + system) / 1000} ms`)
      if ('stored' in form.outcome) stored.push(...form.outcome.stored)
      await assertOnlyLeft(fixture, stored, form.name)
    }
  },
}))
