import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Service, startService } from '../testing/service.fixture.ts'

let service: Service

beforeEach(async () => {
  service = await startService()
})

afterEach(() => service.close())

const file = () => new Blob(['hello'])

describe('folders', () => {
  it('are made, listed, renamed, moved and deleted', async () => {
    const { folders } = service.client()
    const press = await folders.create({ name: 'Press' })
    const year = await folders.create({ name: '2026', parent_id: press.id })
    expect(year.attributes.path).toEqual(['Press', '2026'])
    expect((await folders.list({ 'filter[parent_id]': press.id })).data).toEqual([year])
    expect((await folders.get(press.id, { with_meta: '1' })).meta).toMatchObject({ folders: 1 })
    const moved = await folders.update(year.id, { name: '2027', parent_id: null })
    expect(moved.attributes.path).toEqual(['2027'])
    await folders.delete(press.id)
    await expect(folders.get(press.id)).rejects.toMatchObject({ code: 'folder_not_found' })
  })

  it('take assets in at upload and later, and let go of them', async () => {
    const client = service.client()
    const { id: folder_id } = await client.folders.create({ name: 'Press' })
    const one = await client.upload(file(), { name: 'a', fields: { folder_id } })
    const other = await client.upload(file(), { name: 'b' })
    await client.move([other.id], folder_id)
    const filter = { folder_id }
    expect((await client.list({ filter, sort: 'name' })).data.map(({ id }) => id)).toEqual([
      one.id,
      other.id,
    ])
    await expect(client.folders.delete(folder_id)).rejects.toMatchObject({
      code: 'folder_not_empty',
    })
    await client.folders.delete(folder_id, { assets: 'detach' })
    expect((await client.get(one.id)).attributes.folder_id).toBeNull()
  })
})

describe('own data', () => {
  it('is said at upload and later, and found by', async () => {
    const client = service.client()
    const fields = {
      title: 'Sunset',
      alt: { en: 'A sunset', de: 'Ein Sonnenuntergang' },
      tags: ['Beach'],
      metadata: { client: 'acme', code: '7' },
    }
    const { id, meta } = await client.upload(file(), { fields, query: { with_meta: '1' } })
    expect(meta).toMatchObject(fields)
    await client.tag(id, { add: ['Evening'], remove: ['beach'] })
    await client.update(id, { title: null, is_favourite: true })
    const changed = await client.get(id, { with_meta: '1' })
    expect(changed.meta).toMatchObject({ ...fields, title: null, tags: ['Evening'] })
    for (const filter of [
      { tag: ['evening'] },
      { tag: { any: ['x', 'evening'] } },
      { metadata: { client: 'acme', code: '7' } },
      { is_favourite: true, type: ['document' as const], size: { gte: 5 } },
      { q: 'sonnen' },
    ]) {
      expect((await client.list({ filter })).meta.total).toBe(1)
    }
    expect((await client.list({ filter: { metadata: { code: 7 } } })).meta.total).toBe(0)
  })

  it('is not overwritten by who has read an older version', async () => {
    const client = service.client()
    const { id, meta } = await client.upload(file(), { query: { with_meta: '1' } })
    const call = { ifMatch: meta?.etag }
    await client.update(id, { title: 'first' }, call)
    const late = client.update(id, { title: 'second' }, call)
    await expect(late).rejects.toMatchObject({ code: 'precondition_failed', status: 412 })
  })
})

describe('lists', () => {
  it('go by cursors, in any order, while assets come and go', async () => {
    const client = service.client()
    for (const name of ['b', 'a', 'd', 'c', 'e']) await client.upload(file(), { name })
    const found: string[] = []
    for await (const { attributes } of client.assets({ sort: 'name', per_page: 2 })) {
      found.push(attributes.name)
      if (found.length === 2) await client.upload(file(), { name: '0' })
    }
    expect(found).toEqual(['a', 'b', 'c', 'd', 'e'])
    const first = await client.list({ sort: 'name', 'page[size]': 4 })
    expect([first.meta.total, first.links.prev]).toEqual([6, null])
  })
})

it('tells what a tenant has', async () => {
  const client = service.client()
  await client.upload(file())
  const { attributes } = await client.usage()
  expect(attributes).toMatchObject({ assets: 1, bytes: 5, trashed_assets: 0 })
  expect(attributes.by_type?.document).toEqual({ assets: 1, bytes: 5 })
})

describe('all that match a filter', () => {
  it('are marked, tagged, moved, trashed and restored, as long as they are as many as expected', async () => {
    const client = service.client()
    const { id: folder_id } = await client.folders.create({ name: 'Old' })
    const ids: string[] = []
    for (const name of ['a1', 'a2', 'b']) ids.push((await client.upload(file(), { name })).id)
    const found = { filter: { q: 'a' }, expected: 2 }
    await client.mark(found, true)
    await client.tag(found, { add: ['old'] })
    await client.move(found, folder_id)
    const filter = { is_favourite: true, tag: ['old'], folder_id }
    expect((await client.list({ filter })).meta.total).toBe(2)
    await client.trash({ filter, expected: 2 })
    await expect(client.restore({ filter, expected: 1 })).rejects.toMatchObject({
      code: 'count_changed',
      errors: [{ meta: { count: 2 } }],
    })
    await client.restore({ filter, expected: 2 })
    expect((await client.list({ filter })).meta.total).toBe(2)
    await client.mark(ids, false)
    expect((await client.list({ filter: { is_favourite: true } })).meta.total).toBe(0)
  })
})
