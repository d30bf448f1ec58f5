import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { AssetResource } from '@stowage/api'
import type { ContractCase } from '../../contract/contract.ts'
import type { HttpFixture } from '../../http/http-fixture.ts'
import { bulkFormOf, clientOf } from '../http-client.ts'
import { changed, fieldsAndFile, uploadWith } from '../organise-client.ts'
import { ticketOf } from '../tickets/ticket-client.ts'

const INVALID = [422, 'invalid_body'] as const
const FAILED = [412, 'precondition_failed'] as const
const OWN = {
  title: 'Sunset',
  alt: { en: 'A sunset', 'pt-BR': 'Um pôr do sol' },
  tags: ['Beach', 'été'],
  metadata: { client: 'acme', year: 2026, paid: true, note: null },
  focus: { x: 0.25, y: 1 },
}
const FIELDS = {
  title: OWN.title,
  alt: JSON.stringify(OWN.alt),
  tags: JSON.stringify(OWN.tags),
  metadata: JSON.stringify(OWN.metadata),
  focus: JSON.stringify(OWN.focus),
}

function ownOf({ meta }: AssetResource) {
  const { title, alt, tags, metadata, focus } = meta ?? {}
  return { title, alt, tags, metadata, focus }
}

/** What people and the app say about assets. */
export const ownDataCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'own data is given at upload, shown in meta, and changed by PATCH, each member as a whole',
    async run(fixture) {
      const client = await clientOf(fixture)
      const asset = await uploadWith(client, FIELDS)
      const { id } = asset
      assert.deepEqual(ownOf(asset), OWN)
      assert.deepEqual(ownOf(await client.get(id, '?with_meta=1')), OWN)
      assert.equal((await client.get(id)).meta, undefined)
      const meta = { title: null, tags: ['Ocean'], metadata: { client: 'zenith' } }
      const after = await changed(client, id, { meta })
      assert.deepEqual(ownOf(after), { ...OWN, ...meta })
      assert.ok(after.attributes.updated_at > asset.attributes.updated_at)
      assert.deepEqual(await changed(client, id, { meta: {} }), after)
      const none = { title: null, alt: {}, tags: [], metadata: {}, focus: null }
      assert.deepEqual(ownOf(await changed(client, id, { meta: none })), none)
      const plain = await client.upload('x')
      assert.deepEqual(ownOf(await client.get(plain.id, '?with_meta=1')), none)
    },
  },
  {
    name: 'in a form, title, alt and focus are of the next file, tags and metadata of all behind them',
    async run(fixture) {
      const client = await clientOf(fixture)
      const form = new FormData()
      for (const [field, text] of Object.entries(FIELDS)) form.append(field, text)
      form.append('files[]', new File(['a'], 'a.txt'))
      form.append('files[]', new File(['b'], 'b.txt'))
      form.append('tags', '["last"]')
      form.append('title', '')
      form.append('files[]', new File(['c'], 'c.txt'))
      const path = '/assets/bulk-upload?with_meta=1'
      const answer = await client.send('POST', path, { body: form })
      const { data } = client.document<{ data: AssetResource[] }>(answer, 201, 'AssetsDocument')
      const second = { ...OWN, title: null, alt: {}, focus: null }
      assert.deepEqual(data.map(ownOf), [OWN, second, { ...second, tags: ['last'] }])
    },
  },
  {
    name: 'a PATCH names the member that cannot be taken',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id } = await client.upload('x')
      const many = Array.from({ length: 101 }, (_, index) => String(index))
      for (const [meta, pointer] of [
        [{ title: '' }, '/title'],
        [{ focus: { x: 0, y: 2 } }, '/focus'],
        [{ title: 'x'.repeat(256) }, '/title'],
        [{ title: 7 }, '/title'],
        [{ metadata: { total: 2 ** 53 } }, '/metadata/total'],
        [{ alt: [] }, '/alt'],
        [{ alt: { 'not a language': 'x' } }, '/alt'],
        [{ alt: { en: 'x'.repeat(1001) } }, '/alt/en'],
        [{ alt: inLanguages(50, '水'.repeat(1000)) }, '/alt'],
        [{ tags: 'x' }, '/tags'],
        [{ tags: ['a', 'x'.repeat(65)] }, '/tags/1'],
        [{ tags: many }, '/tags'],
        [{ metadata: { 'a.b/c': {} } }, '/metadata/a.b~1c'],
        [{ metadata: { a: 'x'.repeat(16 * 1024) } }, '/metadata'],
        [{ sha256: 'x' }, '/sha256'],
      ] as const) {
        const json = { data: { type: 'assets', id, meta } }
        const [error] = await client.refused('PATCH', `/assets/${id}`, { json }, INVALID)
        assert.deepEqual(error?.source, { pointer: `/data/meta${pointer}` })
      }
      const json = { data: { type: 'assets', id, meta: [] } }
      const [error] = await client.refused('PATCH', `/assets/${id}`, { json }, INVALID)
      assert.deepEqual(error?.source, { pointer: '/data/meta' })
    },
  },
  {
    name: 'own data among the attributes of a PATCH is refused with the place where it belongs',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id } = await client.upload('x')
      for (const [member, value] of Object.entries(OWN)) {
        const json = { data: { type: 'assets', id, attributes: { [member]: value } } }
        const [error] = await client.refused('PATCH', `/assets/${id}`, { json }, INVALID)
        assert.deepEqual(error?.source, { pointer: `/data/attributes/${member}` })
        assert.match(error.detail, /`data\.meta`/)
      }
    },
  },
  {
    name: 'a form names the field that cannot be taken, and stores nothing',
    async run(fixture) {
      const client = await clientOf(fixture)
      const total = await client.total()
      for (const [field, text] of [
        ['title', 'x'.repeat(256)],
        ['alt', 'a sunset'],
        ['alt', '[]'],
        ['tags', 'a,b'],
        ['tags', '{}'],
        ['tags', '[7]'],
        ['metadata', '{"a":'],
        ['metadata', '{"a":{}}'],
        ['metadata', '7'],
        ['focus', '{"x":0}'],
        ['focus', '0.5'],
      ] as const) {
        const body = fieldsAndFile({ [field]: text })
        const [error] = await client.refused('POST', '/assets', { body }, INVALID)
        assert.deepEqual([error?.source, error?.meta?.index], [{ parameter: field }, 0])
      }
      const twice = fieldsAndFile({ title: 'a' })
      const forms = [new FormData(), bulkFormOf(['x'], 'file')]
      forms[0]?.append('title', 'b')
      for (const [name, value] of twice) forms[0]?.append(name, value)
      forms[1]?.append('title', 'too late')
      for (const body of forms) {
        const [error] = await client.refused('POST', '/assets', { body }, INVALID)
        assert.deepEqual(error?.source, { parameter: 'title' })
      }
      assert.equal(await client.total(), total)
    },
  },
  {
    name: 'an idempotent upload is the same only with the same own data',
    async run(fixture) {
      const client = await clientOf(fixture)
      const headers = { 'idempotency-key': `"${randomUUID()}"` }
      const send = (fields: Readonly<Record<string, string>>) =>
        client.send('POST', '/assets', { headers, body: fieldsAndFile(fields) })
      assert.equal((await send(FIELDS)).status, 201)
      assert.equal(
        (await send({ ...FIELDS, alt: '{"pt-BR":"Um pôr do sol","en":"A sunset"}' })).status,
        201,
      )
      client.errors(await send({ ...FIELDS, title: 'other' }), 422, 'idempotency_conflict')
    },
  },
  {
    name: 'bulk-tag adds and removes tags of all assets, or of none',
    async run(fixture) {
      const client = await clientOf(fixture)
      const one = await uploadWith(client, { tags: '["Beach","old"]' })
      const other = await uploadWith(client, {})
      const asset_ids = [one.id, other.id]
      const tag = (changes: object) =>
        client.send('POST', '/assets/bulk-tag', { json: { asset_ids, ...changes } })
      const tags = async () =>
        Promise.all(asset_ids.map(async (id) => (await client.get(id, '?with_meta=1')).meta?.tags))
      assert.equal((await tag({ add: ['beach', 'new'], remove: ['OLD'] })).status, 204)
      const after = [
        ['Beach', 'new'],
        ['beach', 'new'],
      ]
      assert.deepEqual(await tags(), after)
      for (const [changes, pointer] of [
        [{}, '/add'],
        [{ add: 'x' }, '/add'],
        [{ add: ['x', ''] }, '/add/1'],
        [{ remove: [7] }, '/remove/0'],
        [{ add: ['a'], remove: ['A'] }, '/remove'],
        [{ add: ['a'], tags: [] }, '/tags'],
      ] as const) {
        const [error] = client.errors(await tag(changes), ...INVALID)
        assert.deepEqual(error?.source, { pointer })
      }
      const hundred = Array.from({ length: 99 }, (_, index) => String(index))
      const [full] = client.errors(await tag({ add: hundred }), 422, 'too_many_tags')
      assert.deepEqual(full?.source, { pointer: '/asset_ids/0' })
      assert.match(full?.detail ?? '', /100/)
      await client.change('bulk-trash', [other.id])
      client.errors(await tag({ add: ['x'] }), 404, 'asset_not_found')
      await client.change('bulk-restore', [other.id])
      assert.deepEqual(await tags(), after)
    },
  },
  {
    name: 'If-Match lets only one of two writers change an asset that both have read',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id } = await client.upload('x')
      const path = `/assets/${id}`
      const tag = (await client.send('GET', path)).headers.get('etag') ?? ''
      assert.match(tag, /^"[^"]+"$/)
      const patch = (title: string, etag: string) =>
        client.send('PATCH', path, {
          json: { data: { type: 'assets', id, meta: { title } } },
          headers: { 'if-match': etag },
        })
      const answers = await Promise.all(['one', 'other'].map((title) => patch(title, tag)))
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 412])
      const [won] = answers.filter(({ status }) => status === 200)
      const now = won?.headers.get('etag') ?? ''
      assert.equal((await client.send('HEAD', path)).headers.get('etag'), now)
      for (const etag of [tag, '"x"', 'x', '']) {
        const [error] = client.errors(await patch('late', etag), ...FAILED)
        assert.deepEqual(error?.source, { header: 'If-Match' })
      }
      for (const etag of [`"x", ${now}`, '*']) {
        assert.equal((await patch(`later ${etag}`, etag)).status, 200)
      }
      const last = (await client.send('GET', path)).headers.get('etag')
      assert.equal((await patch('last', `W/${last}`)).status, 200)
      const uploaded = await client.send('POST', '/assets', { body: fieldsAndFile({}) })
      const { data } = JSON.parse(uploaded.bytes.toString()) as { data: AssetResource }
      const read = await client.send('GET', `/assets/${data.id}`)
      assert.equal(read.headers.get('etag'), uploaded.headers.get('etag'))
      const { meta } = await client.get(data.id, '?with_meta=1')
      assert.equal(meta?.etag, read.headers.get('etag'))
    },
  },
  {
    name: 'a ticket fixes tags and metadata: its holder adds to them, and changes none',
    async run(fixture) {
      const client = await clientOf(fixture)
      const fixed = { tags: ['Campaign'], metadata: { client: 'acme' } }
      const { attributes } = await ticketOf(client, { ...fixed, max_files: 2 })
      assert.deepEqual([attributes.tags, attributes.metadata], [fixed.tags, fixed.metadata])
      const fields = {
        title: 'Mine',
        tags: '["campaign","mine"]',
        metadata: '{"client":"other","size":1}',
      }
      const key = attributes.token
      const body = fieldsAndFile(fields)
      const answer = await client.send('POST', '/assets?with_meta=1', { key, body })
      const { data } = client.document<{ data: AssetResource }>(answer, 201, 'AssetDocument')
      assert.deepEqual(ownOf(data), {
        title: 'Mine',
        alt: {},
        tags: ['Campaign', 'mine'],
        metadata: { client: 'acme', size: 1 },
        focus: null,
      })
      for (const [given, pointer] of [
        [{ tags: ['a', ''] }, '/tags'],
        [{ metadata: [] }, '/metadata'],
      ] as const) {
        const json = { data: { type: 'upload-tickets', attributes: given } }
        const [error] = await client.refused('POST', '/upload-tickets', { json }, INVALID)
        assert.deepEqual(error?.source, { pointer: `/data/attributes${pointer}` })
      }
    },
  },
]

/** The same text in so many languages. */
function inLanguages(count: number, text: string): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`en-x-${index}`, text]))
}
