import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { ContractCase } from '../contract/contract.ts'
import type { HttpFixture } from '../http/http-fixture.ts'
import { clientOf, type HttpClient } from './http-client.ts'
import { folderNow, folderOf, foldersOf, folderUpdate, uploadWith } from './organise-client.ts'

const EXISTS = [409, 'folder_exists'] as const
const NOT_FOUND = [404, 'folder_not_found'] as const
const INVALID = [422, 'invalid_body'] as const
const unique = (name: string) => `${name} ${randomUUID()}`

const namesOf = async (client: HttpClient, parent: string) =>
  (await foldersOf(client, `?filter[parent_id]=${parent}`)).data.map(
    ({ attributes }) => attributes.name,
  )

/** Folders by themselves. */
export const folderCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'a folder is made, found, renamed, moved with all in it, and deleted',
    async run(fixture) {
      const client = await clientOf(fixture)
      const press = await folderOf(client, unique('Press'))
      const archive = await folderOf(client, unique('Archive'))
      const year = await folderOf(client, '2026', press.id)
      const { attributes } = year
      assert.deepEqual(attributes.path, [press.attributes.name, '2026'])
      assert.equal(attributes.parent_id, press.id)
      assert.equal(attributes.created_at, attributes.updated_at)
      assert.deepEqual(await folderNow(client, year.id.toUpperCase()), year)
      const moved = await client.send(
        'PATCH',
        `/folders/${press.id}`,
        folderUpdate(press.id, { name: 'News', parent_id: archive.id }),
      )
      assert.equal(moved.status, 200, moved.bytes.toString())
      const now = await folderNow(client, year.id)
      assert.deepEqual(now.attributes.path, [archive.attributes.name, 'News', '2026'])
      assert.equal(now.attributes.updated_at, attributes.updated_at)
      assert.equal((await client.send('DELETE', `/folders/${year.id}`)).status, 204)
      await client.refused('GET', `/folders/${year.id}`, {}, NOT_FOUND)
      await client.refused('DELETE', `/folders/${year.id}`, {}, NOT_FOUND)
    },
  },
  {
    name: 'folders are listed by name as people sort, all or those in one place, page by page',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id } = await folderOf(client, unique('top'))
      for (const name of ['img 10', 'img 2', 'Álbum', 'beta']) await folderOf(client, name, id)
      const sorted = ['Álbum', 'beta', 'img 2', 'img 10']
      assert.deepEqual(await namesOf(client, id), sorted)
      assert.ok(!(await namesOf(client, 'null')).includes('beta'))
      const seen: string[] = []
      let url: string | null = `?per_page=3&filter[parent_id]=${id}`
      while (url !== null) {
        const { data, links, meta } = await foldersOf(client, url)
        assert.deepEqual([meta.total, meta.last_page, meta.per_page], [4, 2, 3])
        seen.push(...data.map(({ attributes }) => attributes.name))
        url = links.next
      }
      assert.deepEqual(seen, sorted)
      const all = (await foldersOf(client, '?per_page=100')).meta.total
      assert.ok(all >= 5)
      assert.deepEqual(await namesOf(client, randomUUID()), [])
    },
  },
  {
    name: 'with_meta=1 tells what lies directly in a folder',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id, meta } = await folderOf(client, unique('top'))
      assert.equal(meta, undefined)
      await folderOf(client, 'in it', id)
      await uploadWith(client, { folder_id: id }, '12345')
      const answer = await client.send('GET', `/folders/${id}`)
      const etag = answer.headers.get('etag')
      const expected = { folders: 1, assets: 1, bytes: 5, created_by: null, etag }
      assert.deepEqual((await folderNow(client, id, '?with_meta=1')).meta, expected)
      const { data } = await foldersOf(client, '?with_meta=1&filter[parent_id]=null&per_page=100')
      const listed = data.find((folder) => folder.id === id)
      if (listed !== undefined) assert.deepEqual(listed.meta, expected)
    },
  },
  {
    name: 'siblings have different names whatever the case, also when one is renamed or moved',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id } = await folderOf(client, unique('top'))
      const first = await folderOf(client, 'Été', id)
      const other = await folderOf(client, 'other', id)
      const data = { type: 'folders', attributes: { name: 'ÉTÉ', parent_id: id } }
      const [error] = await client.refused('POST', '/folders', { json: { data } }, EXISTS)
      assert.deepEqual(error?.source, { pointer: '/data/attributes/name' })
      assert.deepEqual(error?.meta, { folder_id: first.id })
      const path = `/folders/${other.id}`
      await client.refused(
        'PATCH',
        path,
        folderUpdate(other.id, { name: 'e\u0301te\u0301' }),
        EXISTS,
      )
      const inner = await folderOf(client, 'été', first.id)
      const move = folderUpdate(inner.id, { parent_id: id })
      await client.refused('PATCH', `/folders/${inner.id}`, move, EXISTS)
      const spelled = await client.send(
        'PATCH',
        `/folders/${first.id}`,
        folderUpdate(first.id, { name: 'ÉTÉ' }),
      )
      assert.equal(spelled.status, 200)
    },
  },
  {
    name: 'a folder is never moved into itself, and lies in at most 32 folders with itself',
    async run(fixture) {
      const client = await clientOf(fixture)
      const ids: string[] = []
      for (let depth = 1; depth <= 32; depth += 1) {
        ids.push((await folderOf(client, unique(String(depth)), ids.at(-1) ?? null)).id)
      }
      const [top = '', second = ''] = ids
      const tooDeep = [422, 'folder_too_deep'] as const
      const attributes = { name: 'x', parent_id: ids.at(-1) }
      const json = { data: { type: 'folders', attributes } }
      const [error] = await client.refused('POST', '/folders', { json }, tooDeep)
      assert.deepEqual(error?.meta, { limit: 32 })
      assert.deepEqual(error?.source, { pointer: '/data/attributes/parent_id' })
      for (const id of [top, second, ids.at(-1)]) {
        await client.refused('PATCH', `/folders/${top}`, folderUpdate(top, { parent_id: id }), [
          409,
          'folder_cycle',
        ])
      }
      const { id: beside } = await folderOf(client, unique('beside'))
      const under = folderUpdate(top, { parent_id: beside })
      await client.refused('PATCH', `/folders/${top}`, under, tooDeep)
    },
  },
  {
    name: 'a folder that is not empty is deleted only when it is said what becomes of its assets',
    async run(fixture) {
      const client = await clientOf(fixture)
      for (const assets of ['detach', 'trash']) {
        const top = await folderOf(client, unique('top'))
        const inner = await folderOf(client, 'inner', top.id)
        const asset = await uploadWith(client, { folder_id: inner.id })
        for (const { id } of [top, inner]) {
          await client.refused('DELETE', `/folders/${id}`, {}, [409, 'folder_not_empty'])
        }
        const path = `/folders/${top.id}?assets=${assets}`
        assert.equal((await client.send('DELETE', path)).status, 204)
        await client.refused('GET', `/folders/${inner.id}`, {}, NOT_FOUND)
        if (assets === 'trash') {
          await client.refused('GET', `/assets/${asset.id}`, {}, [404, 'asset_not_found'])
          await client.change('bulk-restore', [asset.id])
        }
        assert.equal((await client.get(asset.id)).attributes.folder_id, null)
      }
    },
  },
  {
    name: 'requests about folders name what is wrong with them',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id } = await folderOf(client, unique('top'))
      const data = { type: 'folders' }
      for (const [json, pointer] of [
        [{}, '/data'],
        [{ data }, '/data/attributes/name'],
        [{ data: { ...data, attributes: [] } }, '/data/attributes'],
        [{ data: { ...data, attributes: { name: 7 } } }, '/data/attributes/name'],
        [{ data: { ...data, attributes: { name: '..' } } }, '/data/attributes/name'],
        [{ data: { ...data, attributes: { name: '\u00ad' } } }, '/data/attributes/name'],
        [{ data: { ...data, attributes: { name: 'a/b' } } }, '/data/attributes/name'],
        [{ data: { ...data, attributes: { name: 'a\\b' } } }, '/data/attributes/name'],
        [
          { data: { ...data, attributes: { name: 'x', parent_id: 7 } } },
          '/data/attributes/parent_id',
        ],
        [{ data: { ...data, attributes: { name: 'x', path: [] } } }, '/data/attributes/path'],
        [{ data: { ...data, id, attributes: { name: 'x' } } }, '/data/id'],
        [{ data: { ...data, attributes: { name: 'x' } }, meta: {} }, '/meta'],
      ] as const) {
        const [error] = await client.refused('POST', '/folders', { json }, INVALID)
        assert.deepEqual(error?.source, { pointer })
      }
      const path = `/folders/${id}`
      const [unnamed] = await client.refused('PATCH', path, folderUpdate(id, { name: '' }), INVALID)
      assert.deepEqual(unnamed?.source, { pointer: '/data/attributes/name' })
      const mismatch = [409, 'resource_mismatch'] as const
      await client.refused('PATCH', path, folderUpdate(randomUUID(), {}), mismatch)
      await client.refused('POST', '/folders', { json: { data: { type: 'assets' } } }, mismatch)
      for (const parent of [randomUUID(), 'x']) {
        const attributes = { name: 'x', parent_id: parent }
        const made = { json: { data: { ...data, attributes } } }
        const [error] = await client.refused('POST', '/folders', made, NOT_FOUND)
        assert.deepEqual(error?.source, { pointer: '/data/attributes/parent_id' })
        await client.refused('PATCH', path, folderUpdate(id, { parent_id: parent }), NOT_FOUND)
      }
      for (const unknown of [randomUUID(), 'x', '%20']) {
        await client.refused('GET', `/folders/${unknown}`, {}, NOT_FOUND)
      }
      for (const [query, parameter] of [
        ['?filter[parent_id]=x', 'filter[parent_id]'],
        ['?filter[parent_id]=', 'filter[parent_id]'],
        ['?filter[name]=x', 'filter[name]'],
        ['?sort=name', 'sort'],
        ['?q=x', 'q'],
        ['?page[size]=5', 'page[size]'],
      ] as const) {
        const refusal = [400, 'invalid_parameter'] as const
        const [error] = await client.refused('GET', `/folders${query}`, {}, refusal)
        assert.deepEqual(error?.source, { parameter })
      }
      await client.refused('DELETE', `${path}?assets=keep`, {}, [400, 'invalid_parameter'])
    },
  },
  {
    name: 'If-Match keeps a folder from being changed or deleted once somebody else has changed it',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id } = await folderOf(client, unique('top'))
      const path = `/folders/${id}`
      const tag = (await client.send('GET', path)).headers.get('etag') ?? ''
      assert.match(tag, /^"[^"]+"$/)
      const rename = (name: string, etag: string) =>
        client.send('PATCH', path, { ...folderUpdate(id, { name }), headers: { 'if-match': etag } })
      const first = await rename(unique('first'), tag)
      assert.equal(first.status, 200)
      const now = first.headers.get('etag') ?? ''
      assert.notEqual(now, tag)
      const failed = [412, 'precondition_failed'] as const
      const [error] = client.errors(await rename('second', tag), ...failed)
      assert.deepEqual(error?.source, { header: 'If-Match' })
      await client.refused('DELETE', path, { headers: { 'if-match': tag } }, failed)
      assert.equal((await rename(unique('third'), `"x", W/${now}`)).status, 200)
      assert.equal(
        (await client.send('DELETE', path, { headers: { 'if-match': '*' } })).status,
        204,
      )
    },
  },
  {
    name: 'folders of another tenant do not exist',
    needs: ['issueKey'],
    async run(fixture) {
      const [client, other] = [await clientOf(fixture), await clientOf(fixture)]
      const { id } = await folderOf(client, unique('top'))
      const asset = await other.upload('x')
      await other.refused('GET', `/folders/${id}`, {}, NOT_FOUND)
      await other.refused('PATCH', `/folders/${id}`, folderUpdate(id, { name: 'x' }), NOT_FOUND)
      await other.refused('DELETE', `/folders/${id}?assets=trash`, {}, NOT_FOUND)
      assert.equal((await foldersOf(other)).meta.total, 0)
      const json = { asset_ids: [asset.id], folder_id: id }
      await other.refused('POST', '/assets/bulk-move', { json }, NOT_FOUND)
    },
  },
]
