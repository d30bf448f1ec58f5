import assert from 'node:assert/strict'
import type { ContractCase } from '../contract/contract.ts'
import { exchange } from '../http/raw-exchange.ts'
import { requestHead } from '../http/raw-http.ts'
import { HttpClient } from '../http-contract/http-client.ts'
import { eventually } from '../time/eventually.ts'
import type { AdapterFixture } from './adapter-fixture.ts'

/** What the client and `onError` learn about failures behind an adapter. */
export const failureCases: readonly ContractCase<AdapterFixture>[] = [
  {
    name: 'a failure before the answer reaches onError once, with the id that the client gets',
    async run(fixture) {
      const client = new HttpClient(fixture, fixture.key)
      const { publicFileId } = await fixture.store.upload(Buffer.alloc(400_000))
      fixture.script.fault = ({ method }) => (method === 'read' ? { kind: 'fail' } : undefined)
      const path = `/files/${publicFileId}/content`
      const answer = await client.send('GET', path)
      assert(answer.status >= 500, `answered ${answer.status}`)
      assert(!answer.bytes.includes('Simulated'))
      const [{ request } = { request: undefined }, ...others] = fixture.errors
      assert.equal(others.length, 0)
      assert.equal(request?.requestId, answer.headers.get('x-request-id'))
      assert.deepEqual([request?.method, request?.path], ['GET', `/api/v1${path}`])
    },
  },
  {
    name: 'a download that fails in the middle is broken off and reported to onError, and others are served',
    needs: ['connections'],
    async run(fixture) {
      const { publicFileId } = await fixture.store.upload(Buffer.alloc(400_000))
      fixture.script.fault = ({ method }) => (method === 'read' ? { kind: 'cut' } : undefined)
      const path = `/files/${publicFileId}/content`
      const [answer] = await exchange(fixture, [`${requestHead(fixture, 'GET', path)}\r\n`])
      assert.equal(answer?.status, 200)
      assert((answer?.body.length ?? 0) < 400_000)
      assert(!answer?.body.includes('Simulated'))
      await eventually(() => fixture.errors.length > 0, 'onError')
      assert.equal(fixture.errors.length, 1)
      assert.match(String(fixture.errors[0]?.error), /Simulated/)
      await eventually(async () => (await fixture.openFiles()).length === 0, 'open files')
      fixture.script.fault = () => undefined
      const whole = await new HttpClient(fixture, fixture.key).send('GET', path)
      assert.deepEqual([whole.status, whole.bytes.length], [200, 400_000])
    },
  },
]
