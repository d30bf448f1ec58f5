import assert from 'node:assert/strict'
import type { ContractCase } from '@stowage/core/testing'
import { HttpClient } from '../contract/http-client.ts'
import { exchange } from '../raw-exchange.ts'
import { requestHead } from '../raw-http.ts'
import type { AdapterFixture } from './adapter-fixture.ts'
import { eventually } from './eventually.ts'

/** What the client and `onError` learn of what fails behind an adapter. */
export const failureCases: readonly ContractCase<AdapterFixture>[] = [
  {
    name: 'a failure before the answer is told to onError under the id that the client gets, once',
    async run(world) {
      const client = new HttpClient(world, world.key)
      const { publicFileId } = await world.store.upload(Buffer.alloc(400_000))
      world.script.fault = ({ method }) => (method === 'read' ? { kind: 'fail' } : undefined)
      const path = `/files/${publicFileId}/content`
      const answer = await client.send('GET', path)
      assert(answer.status >= 500, `answered ${answer.status}`)
      assert(!answer.bytes.includes('Simulated'))
      const [{ request } = { request: undefined }, ...others] = world.errors
      assert.equal(others.length, 0)
      assert.equal(request?.requestId, answer.headers.get('x-request-id'))
      assert.deepEqual([request?.method, request?.path], ['GET', `/api/v1${path}`])
    },
  },
  {
    name: 'a download that fails in the middle is broken off and told to onError, and others are served',
    async run(world) {
      const { publicFileId } = await world.store.upload(Buffer.alloc(400_000))
      world.script.fault = ({ method }) => (method === 'read' ? { kind: 'cut' } : undefined)
      const path = `/files/${publicFileId}/content`
      const [answer] = await exchange(world, [`${requestHead(world, 'GET', path)}\r\n`])
      assert.equal(answer?.status, 200)
      assert((answer?.body.length ?? 0) < 400_000)
      assert(!answer?.body.includes('Simulated'))
      await eventually(() => world.errors.length > 0, 'onError')
      assert.equal(world.errors.length, 1)
      assert.match(String(world.errors[0]?.error), /Simulated/)
      await eventually(async () => (await world.openFiles()).length === 0, 'open files')
      world.script.fault = () => undefined
      const whole = await new HttpClient(world, world.key).send('GET', path)
      assert.deepEqual([whole.status, whole.bytes.length], [200, 400_000])
    },
  },
]
