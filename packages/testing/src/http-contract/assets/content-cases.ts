import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { AssetResource } from '@stowage/api'
import type { ContractCase } from '../../contract/contract.ts'
import { type HttpFixture, issuedKey } from '../../http/http-fixture.ts'
import { bulkFormOf, clientOf, formOf, HttpClient } from '../http-client.ts'

const single = (content: string) => formOf({ file: [content, 'a.txt'] })
const RETURN = { 'stowage-on-duplicate': 'return' }
const REFUSE = { 'stowage-on-duplicate': 'refuse' }

/** Files whose bytes are already stored, and ids of other systems. */
export const contentCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'Stowage-On-Duplicate: return answers 200 with the asset there is, 201 when something was stored',
    async run(fixture) {
      const client = await clientOf(fixture)
      const content = randomUUID()
      const first = await client.send('POST', '/assets', { body: single(content) })
      const { data } = await client.document<{ data: AssetResource }>(first, 201, 'AssetDocument')
      const before = await client.total()
      const again = await client.send('POST', '/assets', { headers: RETURN, body: single(content) })
      const there = await client.document<{ data: AssetResource }>(again, 200, 'AssetDocument')
      assert.deepEqual(there.data, data)
      for (const name of ['location', 'etag']) {
        assert.equal(again.headers.get(name), first.headers.get(name))
      }
      const bulk = async (contents: readonly string[], status: number) => {
        const body = bulkFormOf(contents)
        const answer = await client.send('POST', '/assets/bulk-upload', { headers: RETURN, body })
        const document = await client.document<{ data: AssetResource[] }>(
          answer,
          status,
          'AssetsDocument',
        )
        return document.data.map(({ id }) => id)
      }
      assert.deepEqual(await bulk([content, content], 200), [data.id, data.id])
      const [same, fresh] = await bulk([content, randomUUID()], 201)
      assert.equal(same, data.id)
      assert.notEqual(fresh, data.id)
      assert.equal(await client.total(), before + 1)
    },
  },
  {
    name: 'Stowage-On-Duplicate: refuse answers 409 with the id of the asset there is, and stores nothing',
    async run(fixture) {
      const client = await clientOf(fixture)
      const content = randomUUID()
      const first = await client.send('POST', '/assets', { body: single(content) })
      const { data } = await client.document<{ data: AssetResource }>(first, 201, 'AssetDocument')
      const before = await client.total()
      const refused = { headers: REFUSE, body: bulkFormOf([randomUUID(), content]) }
      const conflict = [409, 'duplicate'] as const
      const [error] = await client.refused('POST', '/assets/bulk-upload', refused, conflict)
      assert.deepEqual(error?.meta, { index: 1, asset_id: data.id })
      assert.deepEqual(error?.source, { parameter: 'files[]' })
      assert.equal(await client.total(), before)
      const wrong = { headers: { 'stowage-on-duplicate': 'keep' }, body: single('x') }
      const [unknown] = await client.refused('POST', '/assets', wrong, [400, 'invalid_parameter'])
      assert.deepEqual(unknown?.source, { header: 'Stowage-On-Duplicate' })
      assert.match(unknown?.detail ?? '', /`store`, `return` or `refuse`/)
    },
  },
  {
    name: 'a key that may not read is answered with what it uploaded itself alone',
    needs: ['issueKey'],
    async run(fixture) {
      const tenant = `tenant-${randomUUID()}`
      const client = new HttpClient(fixture, await issuedKey(fixture, { tenant }))
      const permissions = ['write'] as const
      const writer = new HttpClient(fixture, await issuedKey(fixture, { tenant, permissions }))
      const content = randomUUID()
      const upload = (uploader: HttpClient, headers: Readonly<Record<string, string>>) =>
        uploader.send('POST', '/assets', { headers, body: single(content) })
      assert.equal((await upload(client, {})).status, 201)
      assert.equal((await upload(writer, RETURN)).status, 201)
      assert.equal((await upload(writer, RETURN)).status, 200)
      assert.equal((await upload(writer, REFUSE)).status, 409)
    },
  },
  {
    name: 'external_id is kept, shown, filtered by, and taken once',
    async run(fixture) {
      const client = await clientOf(fixture)
      const externalId = `Ä/${randomUUID()}`
      const form = (id: string) => {
        const fields = new FormData()
        fields.append('external_id', id)
        fields.append('file', new File([randomUUID()], 'a.txt'))
        return fields
      }
      const answer = await client.send('POST', '/assets?with_meta=1', { body: form(externalId) })
      const { data } = await client.document<{ data: AssetResource }>(answer, 201, 'AssetDocument')
      assert.equal(data.meta?.external_id, externalId)
      const query = `filter[external_id]=${encodeURIComponent(externalId)}`
      const listed = await client.send('GET', `/assets?${query}&with_meta=1`)
      const list = await client.document<{ data: AssetResource[] }>(listed, 200, 'AssetList')
      assert.deepEqual(
        list.data.map(({ id, meta }) => [id, meta?.external_id]),
        [[data.id, externalId]],
      )
      const taken = [409, 'external_id_taken'] as const
      const [error] = await client.refused('POST', '/assets', { body: form(externalId) }, taken)
      assert.deepEqual(error?.source, { parameter: 'external_id' })
      assert.deepEqual(error?.meta, { index: 0, asset_id: data.id })
      const long = { body: form('x'.repeat(256)) }
      const [wrong] = await client.refused('POST', '/assets', long, [422, 'invalid_body'])
      assert.deepEqual(wrong?.source, { parameter: 'external_id' })
    },
  },
]
