import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { AssetResource, ErrorDocument } from '@stowage/api'
import type { ContractCase } from '../../contract/contract.ts'
import type { HttpFixture } from '../../http/http-fixture.ts'
import { clientOf, type HttpClient } from '../http-client.ts'

const VERBS = [
  ['POST', '/assets/bulk-trash'],
  ['POST', '/assets/bulk-restore'],
  ['DELETE', '/assets/bulk-permanent'],
] as const

async function uploadSome(client: HttpClient, count: number): Promise<AssetResource[]> {
  const assets: AssetResource[] = []
  for (let index = 0; index < count; index += 1) assets.push(await client.upload(`asset ${index}`))
  return assets
}

/** Trash, restore, permanent deletion, and changes. */
export const lifeCycleCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'a trashed asset is nowhere but in the trash, until it is restored',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id, attributes } = await client.upload('x')
      const total = await client.total()
      await client.change('bulk-trash', [id])
      await client.refused('GET', `/assets/${id}`, {}, [404, 'asset_not_found'])
      await client.refused('GET', attributes.url, {}, [404, 'file_not_found'])
      await client.refused('GET', attributes.download_url, {}, [404, 'file_not_found'])
      assert.equal(await client.total(), total - 1)
      const trash = async () => (await client.list('?filter[trashed]=only&with_meta=1')).data
      const [trashed] = await trash()
      assert.equal(trashed?.id, id)
      assert.match(trashed?.meta?.trashed_at ?? '', /Z$/)

      await client.change('bulk-trash', [id])
      assert.equal((await trash())[0]?.meta?.trashed_at, trashed?.meta?.trashed_at)

      await client.change('bulk-restore', [id])
      await client.change('bulk-restore', [id])
      assert.equal((await client.get(id, '?with_meta=1')).meta?.trashed_at, null)
      assert.equal((await client.send('GET', attributes.url)).status, 200)
      assert.equal(await client.total(), total)
    },
  },
  {
    name: 'links of the trash stay in the trash',
    async run(fixture) {
      const client = await clientOf(fixture)
      const ids = (await uploadSome(client, 2)).map(({ id }) => id)
      await client.change('bulk-trash', ids)
      const { data, links } = await client.list('?filter[trashed]=only&per_page=1')
      const next = await client.list(links.next ?? '')
      assert.deepEqual([data[0]?.id, next.data[0]?.id], ids.toReversed())
    },
  },
  {
    name: 'permanent deletion needs the trash first, then leaves nothing, and may be repeated',
    async run(fixture) {
      const client = await clientOf(fixture)
      const [kept, gone] = await uploadSome(client, 2)
      assert(kept && gone)
      await client.change('bulk-trash', [gone.id])
      const json = { asset_ids: [gone.id, kept.id] }
      const [error] = await client.refused('DELETE', '/assets/bulk-permanent', { json }, [
        409,
        'not_trashed',
      ])
      assert.deepEqual(error?.source, { pointer: '/asset_ids/1' })
      assert((await client.list('?filter[trashed]=only')).data.some(({ id }) => id === gone.id))

      await client.change('bulk-permanent', [gone.id])
      await client.change('bulk-permanent', [gone.id])
      await client.refused('GET', `/assets/${gone.id}`, {}, [404, 'asset_not_found'])
      await client.refused('GET', gone.attributes.url, {}, [404, 'file_not_found'])
      for (const path of ['/assets/bulk-trash', '/assets/bulk-restore']) {
        await client.refused('POST', path, { json: { asset_ids: [gone.id] } }, [
          404,
          'asset_not_found',
        ])
      }
      assert(!(await client.list('?filter[trashed]=only')).data.some(({ id }) => id === gone.id))
      await client.get(kept.id)
    },
  },
  {
    name: 'unknown ids refuse the whole request, with a pointer to each',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id } = await client.upload('x')
      const ids = [id, randomUUID(), 'not-a-uuid', '__proto__', '', '\u0000', '\ud800']
      for (const [method, path] of VERBS) {
        const answer = await client.send(method, path, { json: { asset_ids: ids } })
        const { errors } = client.document<ErrorDocument>(answer, 404, 'ErrorDocument')
        const blamed = errors.map(({ status, code, source }) => [status, code, source])
        const unknown = [1, 2, 3, 4, 5, 6].map((index) => [
          '404',
          'asset_not_found',
          { pointer: `/asset_ids/${index}` },
        ])
        // Known assets that are not in the trash are listed too.
        const untrashed = ['409', 'not_trashed', { pointer: '/asset_ids/0' }]
        assert.deepEqual(blamed, method === 'DELETE' ? [...unknown, untrashed] : unknown)
      }
      await client.get(id)
    },
  },
  {
    name: 'duplicates count once; a thousand ids may be named, one more is 422',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id } = await client.upload('x')
      await client.change(
        'bulk-trash',
        Array.from({ length: 1001 }, () => id),
      )
      const ids = Array.from({ length: 1000 }, () => randomUUID())
      const spelled = { asset_ids: [...ids, ...ids.map((each) => each.toUpperCase())] }
      for (const [method, path] of VERBS) {
        for (const json of [{ asset_ids: ids }, spelled]) {
          const errors = await client.refused(method, path, { json }, [404, 'asset_not_found'])
          assert.equal(errors.length, 1000)
        }
        const json = { asset_ids: [...ids, id] }
        const [error] = await client.refused(method, path, { json }, [422, 'too_many_ids'])
        assert.deepEqual(error?.meta, { limit: 1000 })
      }
    },
  },
  {
    name: 'PATCH changes name and favourite, and updated_at only when something differs',
    async run(fixture) {
      const client = await clientOf(fixture)
      const before = await client.upload('x', 'old.txt')
      const patch = async (attributes: object, type = 'application/json') => {
        const body = JSON.stringify({ data: { type: 'assets', id: before.id, attributes } })
        const headers = { 'content-type': type }
        const answer = await client.send('PATCH', `/assets/${before.id}`, { headers, body })
        return client.document<{ data: AssetResource }>(answer, 200, 'AssetDocument').data
      }
      const after = await patch({ name: 'new.txt', is_favourite: true }, 'application/vnd.api+json')
      assert.deepEqual([after.attributes.name, after.attributes.is_favourite], ['new.txt', true])
      assert(after.attributes.updated_at > before.attributes.updated_at)
      assert.deepEqual(await patch({ is_favourite: true }), after)
      assert.deepEqual(await patch({}), after)
      assert.deepEqual(await client.get(before.id), after)
      assert.equal((await patch({ name: ' y\u061c.txt' })).attributes.name, 'y.txt')
    },
  },
  {
    name: 'PATCH names what it does not take, and what does not match',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id } = await client.upload('x')
      const data = { type: 'assets', id }
      const invalid = [
        [{}, '/data'],
        [{ data: [] }, '/data'],
        [{ data: { id } }, '/data/type'],
        [{ data: { type: 'assets' } }, '/data/id'],
        [{ data: { ...data, attributes: [] } }, '/data/attributes'],
        [{ data: { ...data, attributes: { name: '' } } }, '/data/attributes/name'],
        [{ data: { ...data, attributes: { name: '\u0001' } } }, '/data/attributes/name'],
        [{ data: { ...data, attributes: { name: '..' } } }, '/data/attributes/name'],
        [{ data: { ...data, attributes: { name: '\u200b\u2060' } } }, '/data/attributes/name'],
        [{ data: { ...data, attributes: { name: 7 } } }, '/data/attributes/name'],
        [
          { data: { ...data, attributes: { is_favourite: null } } },
          '/data/attributes/is_favourite',
        ],
        [{ data: { ...data, attributes: { size: 1 } } }, '/data/attributes/size'],
        [{ data: { ...data, relationships: { folder: { data: null } } } }, '/data/relationships'],
        [{ data: { ...data, meta: { sha256: '' } } }, '/data/meta/sha256'],
        [{ data: { ...data, name: 'new.txt' } }, '/data/name'],
        [{ data, meta: {} }, '/meta'],
        [{ data, is_favourite: true }, '/is_favourite'],
        [{ data, 'a/b~c': 1 }, '/a~1b~0c'],
        [{ data: { ...data, attributes: { 'a/b~c': 1 } } }, '/data/attributes/a~1b~0c'],
      ] as const
      for (const [json, pointer] of invalid) {
        const [error] = await client.refused('PATCH', `/assets/${id}`, { json }, [
          422,
          'invalid_body',
        ])
        assert.deepEqual(error?.source, { pointer })
      }
      for (const name of ['tags', 'title', 'alt', 'metadata']) {
        const json = { data: { ...data, attributes: { [name]: null } } }
        const call = ['PATCH', `/assets/${id}`, { json }, [422, 'invalid_body']] as const
        const [error] = await client.refused(...call)
        assert.deepEqual(error?.source, { pointer: `/data/attributes/${name}` })
        assert.match(error?.detail ?? '', /belongs in `data\.meta`/)
      }
      for (const [name, slash] of [
        ['../x/y.txt', '/'],
        ['C:\\y.txt', '\\'],
      ] as const) {
        const json = { data: { ...data, attributes: { name } } }
        const call = ['PATCH', `/assets/${id}`, { json }, [422, 'invalid_body']] as const
        const [error] = await client.refused(...call)
        assert.deepEqual(error?.source, { pointer: '/data/attributes/name' })
        assert.ok(error?.detail.includes(`\`${slash}\``), error?.detail)
      }
      const headers = { 'content-type': 'application/json' }
      const resource = `"type":"assets","id":"${id}"`
      for (const proto of [
        `{"data":{${resource},"attributes":{"__proto__":{"name":"x"}}}}`,
        `{"data":{${resource},"__proto__":{"name":"x"}}}`,
        `{"data":{${resource}},"__proto__":{"name":"x"}}`,
      ]) {
        await client.refused('PATCH', `/assets/${id}`, { headers, body: proto }, [
          422,
          'invalid_body',
        ])
      }
      const mismatch = [409, 'resource_mismatch'] as const
      await client.refused(
        'PATCH',
        `/assets/${id}`,
        { json: { data: { ...data, type: 'keys' } } },
        mismatch,
      )
      await client.refused(
        'PATCH',
        `/assets/${id}`,
        { json: { data: { ...data, id: randomUUID() } } },
        mismatch,
      )
      const unknown = randomUUID()
      await client.refused(
        'PATCH',
        `/assets/${unknown}`,
        { json: { data: { ...data, id: unknown } } },
        [404, 'asset_not_found'],
      )
    },
  },
  {
    name: 'a malformed UUID is an unknown asset; letters of a UUID may be of either case',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id } = await client.upload('x')
      const broken = fixture.refusesBrokenUrls ? [] : ['%', '%zz']
      for (const unknown of ['x', '%00', '..%2f', id.slice(1), `${id}x`, randomUUID(), ...broken]) {
        await client.refused('GET', `/assets/${unknown}`, {}, [404, 'asset_not_found'])
      }
      assert.equal((await client.get(id.toUpperCase())).id, id)
    },
  },
]
