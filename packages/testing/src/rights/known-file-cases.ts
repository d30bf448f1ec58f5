import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { AssetResource, Authorization } from '@stowage/api'
import type { ContractCase } from '../contract/contract.ts'
import { bulkFormOf, type HttpClient } from '../http-contract/http-client.ts'
import { ticketUploads, tokenOf } from '../http-contract/tickets/ticket-client.ts'
import { clientsOf, type RightsFixture } from './rights-fixture.ts'

const RETURN = { 'stowage-on-duplicate': 'return' }
const REFUSE = { 'stowage-on-duplicate': 'refuse' }

/** The ids of an upload of these contents, and its status. */
async function uploaded(
  client: HttpClient,
  contents: readonly string[],
  headers: Readonly<Record<string, string>>,
): Promise<readonly [number, ...string[]]> {
  const body = bulkFormOf(contents)
  const answer = await client.send('POST', '/assets/bulk-upload', { headers, body })
  const text = answer.bytes.toString()
  assert.ok(answer.status === 200 || answer.status === 201, text)
  const { data } = JSON.parse(text) as { readonly data: readonly AssetResource[] }
  return [answer.status, ...data.map(({ id }) => id)]
}

/** Existing files, for callers who may not see all of them. */
export const knownFileCases: readonly ContractCase<RightsFixture>[] = [
  {
    name: 'with authorize, Stowage-On-Duplicate looks among what the scope of the uploader reaches',
    async run(fixture) {
      const scope = ({ id }: { readonly id: string }) => ({ createdBy: id })
      const clientOf = await clientsOf(fixture, { authorize: () => true, scope })
      const [ann, bob] = [clientOf('ann'), clientOf('bob')]
      const content = randomUUID()
      const [, anns = ''] = await uploaded(ann, [content], {})
      assert.deepEqual(await uploaded(ann, [content], RETURN), [200, anns])
      const refused = { headers: REFUSE, body: bulkFormOf([content]) }
      const [error] = await ann.refused('POST', '/assets/bulk-upload', refused, [409, 'duplicate'])
      assert.deepEqual(error?.meta, { index: 0, asset_id: anns })
      const [status, bobs] = await uploaded(bob, [content], RETURN)
      assert.equal(status, 201)
      assert.notEqual(bobs, anns)
    },
  },
  {
    name: 'with authorize and without a scope, the service stores every upload',
    async run(fixture) {
      const ann = (await clientsOf(fixture, { authorize: () => true }))('ann')
      await uploaded(ann, ['there'], {})
      for (const headers of [RETURN, REFUSE]) {
        assert.equal((await uploaded(ann, ['there'], headers))[0], 201)
      }
      assert.equal(await ann.total(), 3)
    },
  },
  {
    name: 'what authorize throws about a repeated upload is 500',
    async run(fixture) {
      let answer: () => Authorization = () => true
      const reported: unknown[] = []
      const onError = (error: unknown) => void reported.push(error)
      const options = { authorize: () => answer(), onError }
      const ann = (await clientsOf(fixture, options))('ann')
      const once = { 'idempotency-key': '"once"' }
      await uploaded(ann, ['there'], once)
      answer = () => {
        throw new Error('down')
      }
      const body = bulkFormOf(['there'])
      const { status } = await ann.send('POST', '/assets/bulk-upload', { headers: once, body })
      assert.equal(status, 500)
      assert.deepEqual([await ann.total(), reported.length], [1, 1])
    },
  },
  {
    name: 'the asset that has an external id is named to those alone who may get it',
    async run(fixture) {
      let verdict: Authorization = true
      const ann = (await clientsOf(fixture, { authorize: () => verdict }))('ann')
      const form = () => {
        const fields = new FormData()
        fields.append('external_id', 'cms/1')
        fields.append('file', new File([randomUUID()], 'a.txt'))
        return { body: fields }
      }
      const answer = await ann.send('POST', '/assets', form())
      const { data } = ann.document<{ data: AssetResource }>(answer, 201, 'AssetDocument')
      for (verdict of [true, false, 'unknown'] as const) {
        const taken = [409, 'external_id_taken'] as const
        const [error] = await ann.refused('POST', '/assets', form(), taken)
        const meta = { index: 0, ...(verdict === true && { asset_id: data.id }) }
        assert.deepEqual(error?.meta, meta)
      }
    },
  },
  {
    name: 'with authorize, an upload by ticket always stores: authorize cannot be asked about its holder',
    async run(fixture) {
      const { store } = fixture
      const clientOf = await clientsOf(fixture, { authorize: () => false })
      const { token } = await store.tickets.create({ files: 2, createdBy: 'ann' })
      const { stored } = ticketUploads(clientOf('ann'))
      const first = await stored(token, 'x')
      const second = ticketUploads(clientOf('ann'))
      const again = await second.one(token, 'x', RETURN)
      assert.equal(again.status, 201)
      const { data } = JSON.parse(again.bytes.toString()) as { readonly data: AssetResource }
      assert.notEqual(data.id, first.id)
      const free = await clientsOf(fixture, {})
      const ofUser = await store.tickets.create({ files: 1, createdBy: 'ann' })
      assert.equal((await ticketUploads(free('ann')).one(ofUser.token, 'x', RETURN)).status, 200)
      const ofPrincipal = await tokenOf(free('ann'))
      const { status } = await ticketUploads(free('ann')).one(ofPrincipal, 'x', RETURN)
      assert.equal(status, 200)
    },
  },
]
