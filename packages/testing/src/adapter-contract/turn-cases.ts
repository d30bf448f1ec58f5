import assert from 'node:assert/strict'
import type { ContractCase } from '../contract/contract.ts'
import { formOf, HttpClient } from '../http-contract/http-client.ts'
import type { AdapterFixture } from './adapter-fixture.ts'

/** One transparent pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** Whose turn a request takes when it must wait for others. */
export const turnCases: readonly ContractCase<AdapterFixture>[] = [
  {
    name: 'a request takes the turn of its principal, its ticket, or its address where it has neither',
    async run(fixture) {
      const { key, store, callers } = fixture
      const client = new HttpClient(fixture, key)
      const [keyOfClient] = await store.keys.list()
      const { ticket, token } = await store.tickets.create({ files: 1 })
      const upload = async (by: string, query = '') => {
        const body = formOf({ file: [GIF, 'a.gif'] })
        const answer = await client.send('POST', `/assets${query}`, { key: by, body })
        assert.equal(answer.status, 201)
        return answer
      }
      const stored = await upload(key, '?sign=600')
      await upload(token)
      const { data } = JSON.parse(String(stored.bytes)) as {
        data: { meta: { signed: { thumbnail_url: string } } }
      }
      // By default, what a client says about its own address is not believed.
      const headers = { 'x-forwarded-for': '192.0.2.7', 'x-real-ip': '192.0.2.7' }
      const send = fixture.fetch ?? fetch
      const answer = await send(data.meta.signed.thumbnail_url, { headers })
      assert.equal(await answer.text(), 'small')
      assert.deepEqual(callers, [
        `caller ${keyOfClient?.id}`,
        `caller ${ticket.id}`,
        'caller address 127.0.0.1',
      ])
    },
  },
]
