import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { AssetResource } from '@stowage/api'
import type { ContractCase } from '../../contract/contract.ts'
import { type HttpFixture, issuedKey } from '../../http/http-fixture.ts'
import { bulkFormOf, type Content, clientOf, formOf, HttpClient } from '../http-client.ts'

type Named = readonly [Content, string]

const PATHS = ['/assets', '/assets/bulk-upload'] as const
const single = (content: Content, name = 'a.txt') => formOf({ file: [content, name] as Named })
const formFor = (path: string, content: Content) =>
  path === '/assets' ? single(content) : bulkFormOf([content, 'second'])

/** A header with a new key. */
const newKey = () => ({ 'idempotency-key': `"${randomUUID()}"` })

async function uploaded(
  client: HttpClient,
  headers: Readonly<Record<string, string>>,
  content: Content = 'x',
): Promise<AssetResource> {
  const answer = await client.send('POST', '/assets', { headers, body: single(content) })
  return client.document<{ data: AssetResource }>(answer, 201, 'AssetDocument').data
}

/** Uploads sent again under the same `Idempotency-Key`. */
export const idempotencyCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'an upload repeated under its Idempotency-Key is the same 201, and is stored once',
    async run(fixture) {
      const client = await clientOf(fixture)
      for (const path of PATHS) {
        const before = await client.total()
        const headers = newKey()
        const send = () => client.send('POST', path, { headers, body: formFor(path, 'content') })
        const first = await send()
        assert.equal(first.status, 201)
        for (const again of [await send(), await send()]) {
          assert.equal(again.status, 201)
          assert.equal(again.bytes.toString(), first.bytes.toString())
          assert.equal(again.headers.get('location'), first.headers.get('location'))
        }
        assert.equal(await client.total(), before + (path === '/assets' ? 1 : 2))
      }
    },
  },
  {
    name: 'other content under the same Idempotency-Key is 422, and is not stored',
    async run(fixture) {
      const client = await clientOf(fixture)
      for (const path of PATHS) {
        const headers = newKey()
        await client.send('POST', path, { headers, body: formFor(path, 'content') })
        const before = await client.total()
        const mismatch = [422, 'idempotency_conflict'] as const
        const other = { headers, body: formFor(path, 'other') }
        const [error] = await client.refused('POST', path, other, mismatch)
        assert.deepEqual(error?.source, { header: 'Idempotency-Key' })
        assert.equal(await client.total(), before)
      }
      const headers = newKey()
      await uploaded(client, headers)
      const renamed = { headers, body: single('x', 'b.txt') }
      await client.refused('POST', '/assets', renamed, [422, 'idempotency_conflict'])
    },
  },
  {
    name: 'uploads at the same time under one Idempotency-Key answer the same asset, and one is stored',
    async run(fixture) {
      const client = await clientOf(fixture)
      const headers = newKey()
      const assets = await Promise.all(
        Array.from({ length: 6 }, () => uploaded(client, headers, 'together')),
      )
      for (const asset of assets) assert.deepEqual(asset, assets[0])
      assert.equal(await client.total(), 1)
    },
  },
  {
    name: 'an Idempotency-Key may be quoted or bare, and is the same key',
    async run(fixture) {
      const client = await clientOf(fixture)
      const key = randomUUID()
      const { id } = await uploaded(client, { 'idempotency-key': key })
      assert.equal((await uploaded(client, { 'idempotency-key': `"${key}"` })).id, id)
      assert.equal(await client.total(), 1)
    },
  },
  {
    name: 'uploads without an Idempotency-Key, or under another one, are uploads of their own',
    async run(fixture) {
      const client = await clientOf(fixture)
      const assets = [
        await uploaded(client, {}),
        await uploaded(client, {}),
        await uploaded(client, newKey()),
        await uploaded(client, newKey()),
      ]
      assert.equal(new Set(assets.map(({ id }) => id)).size, 4)
    },
  },
  {
    name: 'an Idempotency-Key that is malformed or too long is 400, and nothing is stored',
    async run(fixture) {
      const client = await clientOf(fixture)
      for (const key of ['""', '"open', 'two words', '"a", "b"', 'x'.repeat(256)]) {
        for (const path of PATHS) {
          const sending = { headers: { 'idempotency-key': key }, body: formFor(path, 'x') }
          const refusal = [400, 'invalid_parameter'] as const
          const [error] = await client.refused('POST', path, sending, refusal)
          assert.deepEqual(error?.source, { header: 'Idempotency-Key' })
        }
      }
      await uploaded(client, { 'idempotency-key': `"${'x'.repeat(255)}"` })
      assert.equal(await client.total(), 1)
    },
  },
  {
    name: "an Idempotency-Key of another API key of the tenant is that key's own",
    needs: ['issueKey'],
    async run(fixture) {
      const tenant = `tenant-${randomUUID()}`
      const [anna, ben] = [
        new HttpClient(fixture, await issuedKey(fixture, { tenant })),
        new HttpClient(fixture, await issuedKey(fixture, { tenant })),
      ]
      const headers = newKey()
      const asset = await uploaded(anna, headers, 'of anna')
      const other = await uploaded(ben, headers, 'of ben')
      assert.notEqual(other.id, asset.id)
      assert.deepEqual(await uploaded(anna, headers, 'of anna'), asset)
    },
  },
  {
    name: 'a refused upload leaves its Idempotency-Key unused',
    async run(fixture) {
      const client = await clientOf(fixture)
      const headers = newKey()
      const wrongField = { headers, body: formOf({ picture: ['x', 'a.txt'] }) }
      await client.refused('POST', '/assets', wrongField, [422, 'invalid_body'])
      const asset = await uploaded(client, headers, 'other')
      assert.deepEqual(await uploaded(client, headers, 'other'), asset)
    },
  },
  {
    name: 'a repetition of what was deleted for good since is 404, and says so',
    async run(fixture) {
      const client = await clientOf(fixture)
      const headers = newKey()
      const { id } = await uploaded(client, headers)
      await client.change('bulk-trash', [id])
      assert.equal((await uploaded(client, headers)).id, id)
      await client.change('bulk-permanent', [id])
      const again = { headers, body: single('x') }
      const notFound = [404, 'asset_not_found'] as const
      const [error] = await client.refused('POST', '/assets', again, notFound)
      assert.match(error?.detail ?? '', /stored before/)
      assert.equal(await client.total(), 0)
    },
  },
]
