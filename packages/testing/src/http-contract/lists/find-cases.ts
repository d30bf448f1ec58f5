import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { AssetResource } from '@stowage/api'
import type { ContractCase } from '../../contract/contract.ts'
import type { HttpFixture } from '../../http/http-fixture.ts'
import { photoOf } from '../../store/photo.ts'
import { clientOf, type HttpClient } from '../http-client.ts'
import { changed, folderOf, uploadWith } from '../organise-client.ts'

const REFUSED = [400, 'invalid_parameter'] as const
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** Finds only among the assets that it has uploaded, by a tag of their own. Returns their names. */
class Shelf {
  /** Without a letter that a search could find. */
  readonly tag = `shelf-${BigInt(`0x${randomUUID().replaceAll('-', '')}`)}`
  readonly #client: HttpClient

  constructor(client: HttpClient) {
    this.#client = client
  }

  add(
    name: string,
    content: string | Uint8Array<ArrayBuffer> = 'x',
    { tags = [], ...fields }: { tags?: string[] } & Readonly<Record<string, unknown>> = {},
  ): Promise<AssetResource> {
    const texts = Object.entries({ ...fields, tags: JSON.stringify([this.tag, ...tags]) })
    return uploadWith(this.#client, Object.fromEntries(texts) as never, content, name)
  }

  async find(query: string, sort = 'name'): Promise<readonly string[]> {
    const path = `?filter[tag][any]=${this.tag}&sort=${sort}&${query}`
    const { data, meta } = await this.#client.list(path)
    assert.equal(meta.total, data.length)
    return data.map(({ attributes }) => attributes.name)
  }
}

/** Filters, search and sort orders of the list. */
export const findCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'photos are found by date and camera, and sorted by when they were taken',
    async run(fixture) {
      const shelf = new Shelf(await clientOf(fixture))
      const add = (name: string, words: Parameters<typeof photoOf>[0]) =>
        shelf.add(name, Uint8Array.from(photoOf(words)))
      await add('a.png', { takenAt: '2024-05-01T18:30:00+02:00', camera: 'NIKON D850' })
      await add('b.png', { takenAt: '2024-05-01T17:30:00Z', camera: 'iPhone 15' })
      await shelf.add('c.txt')
      for (const [query, names] of [
        ['filter[camera]=NIKON%20D850', ['a.png']],
        ['filter[camera]=NIKON%20D850,iPhone%2015', ['a.png', 'b.png']],
        ['filter[taken_at][gte]=2024-05-01T17:00:00Z', ['b.png']],
        ['filter[taken_at][lt]=2024-05-01T17:00:00Z', ['a.png']],
      ] as const) {
        assert.deepEqual(await shelf.find(query), names, query)
      }
      const sorted = (sort: string) => shelf.find('filter[type]=image', sort)
      assert.deepEqual(await sorted('taken_at'), ['a.png', 'b.png'])
      assert.deepEqual(await sorted('-taken_at'), ['b.png', 'a.png'])
    },
  },
  {
    name: 'each filter finds what it says',
    async run(fixture) {
      const client = await clientOf(fixture)
      const shelf = new Shelf(client)
      const { id: top } = await folderOf(client, shelf.tag)
      const { id: inner } = await folderOf(client, 'inner', top)
      const dot = await shelf.add('dot.png', PNG, { folder_id: top })
      const note = await shelf.add('note.txt', 'hello', { folder_id: inner, tags: ['Red', 'big'] })
      const data = { client: 'acme', year: 2026, code: '7', paid: true, gone: null }
      await shelf.add('data.json', '{"a":1}', { tags: ['red'], metadata: JSON.stringify(data) })
      await changed(client, note.id, { attributes: { is_favourite: true } })
      const { created_at: first } = dot.attributes
      const { created_at: second } = note.attributes
      const by = dot.meta?.created_by
      for (const [query, names] of [
        ['', ['data.json', 'dot.png', 'note.txt']],
        [`filter[folder_id]=${top}`, ['dot.png']],
        ['filter[folder_id]=null', ['data.json']],
        [`filter[folder_id]=${randomUUID()}`, []],
        [`filter[folder_tree]=${top}`, ['dot.png', 'note.txt']],
        [`filter[folder_tree]=${inner.toUpperCase()}`, ['note.txt']],
        ['filter[type]=image', ['dot.png']],
        ['filter[type]=image,video', ['dot.png']],
        ['filter[mime_type]=image/*,application/json', ['data.json', 'dot.png']],
        ['filter[extension]=txt', ['note.txt']],
        ['filter[tag]=RED', ['data.json', 'note.txt']],
        ['filter[tag]=red,big', ['note.txt']],
        ['filter[tag][all]=red,big', ['note.txt']],
        ['filter[is_favourite]=true', ['note.txt']],
        ['filter[is_favourite]=false', ['data.json', 'dot.png']],
        [
          `filter[created_by]=${encodeURIComponent(by ?? 'null')}`,
          ['data.json', 'dot.png', 'note.txt'],
        ],
        ['filter[created_by]=nobody,else', []],
        [`filter[sha256]=${dot.meta?.sha256}`, ['dot.png']],
        ['filter[status]=ready', ['data.json', 'dot.png', 'note.txt']],
        ['filter[status]=failed,processing', []],
        ['filter[metadata][client]=acme', ['data.json']],
        ['filter[metadata][client]=acm', []],
        ['filter[metadata][year]=2026', ['data.json']],
        ['filter[metadata][year]="2026"', []],
        ['filter[metadata][code]="7"', ['data.json']],
        ['filter[metadata][code]=7', []],
        ['filter[metadata][paid]=true&filter[metadata][gone]=null', ['data.json']],
        ['filter[metadata][__proto__]=x', []],
        ['filter[size][lte]=5', ['note.txt']],
        ['filter[size][gt]=5&filter[size][lt]=60', ['data.json']],
        ['filter[width][gte]=1', ['dot.png']],
        ['filter[width][gte]=1e0', ['dot.png']],
        ['filter[height][gt]=1', []],
        ['filter[duration_seconds][gte]=0.5', []],
        [`filter[created_at][lt]=${second}`, ['dot.png']],
        [
          `filter[created_at][gte]=${first}&filter[created_at][lte]=${second}`,
          ['dot.png', 'note.txt'],
        ],
        ['filter[created_at][gte]=1999-12-31T23:00:00+01:00', ['data.json', 'dot.png', 'note.txt']],
        ['filter[updated_at][lt]=2001-02-28', []],
        ['filter[q]=NÖT', ['note.txt']],
        ['filter[q]=da json', ['data.json']],
        ['filter[type]=document&filter[q]=o&filter[size][lt]=6', ['note.txt']],
      ] as const) {
        assert.deepEqual(await shelf.find(query), names, query)
      }
    },
  },
  {
    name: 'filter[trashed] lists the trash alone, or both',
    async run(fixture) {
      const client = await clientOf(fixture)
      const shelf = new Shelf(client)
      await shelf.add('a')
      await client.change('bulk-trash', [(await shelf.add('b')).id])
      assert.deepEqual(await shelf.find(''), ['a'])
      assert.deepEqual(await shelf.find('filter[trashed]=only'), ['b'])
      assert.deepEqual(await shelf.find('filter[trashed]=with'), ['a', 'b'])
    },
  },
  {
    name: 'search looks for parts of words in name, title, alt and tags, whatever case and accents',
    async run(fixture) {
      const client = await clientOf(fixture)
      const shelf = new Shelf(client)
      await shelf.add('beach_2026.txt', 'x', { title: 'Café au lait' })
      await shelf.add('plain.txt', 'x', { alt: '{"de":"Straßenfest"}', tags: ['Ocean'] })
      for (const [words, names] of [
        ['each', ['beach_2026.txt']],
        ['cafe lai', ['beach_2026.txt']],
        ['STRASSE', ['plain.txt']],
        ['cea', ['plain.txt']],
        ['beach ocean', []],
        ['t', ['beach_2026.txt', 'plain.txt']],
      ] as const) {
        assert.deepEqual(await shelf.find(`filter[q]=${encodeURIComponent(words)}`), names, words)
      }
    },
  },
  {
    name: 'sort orders by what it names, both ways',
    async run(fixture) {
      const client = await clientOf(fixture)
      const shelf = new Shelf(client)
      const oldest = await shelf.add('img 10.txt', '1')
      await shelf.add('Img 2.txt', '22')
      await shelf.add('ähnlich.png', PNG)
      await changed(client, oldest.id, { meta: { title: 'changed' } })
      for (const [sort, names] of [
        ['name', ['ähnlich.png', 'Img 2.txt', 'img 10.txt']],
        ['size', ['img 10.txt', 'Img 2.txt', 'ähnlich.png']],
        ['created_at', ['img 10.txt', 'Img 2.txt', 'ähnlich.png']],
        ['updated_at', ['Img 2.txt', 'ähnlich.png', 'img 10.txt']],
        ['duration_seconds', ['img 10.txt', 'Img 2.txt', 'ähnlich.png']],
      ] as const) {
        for (const [order, expected] of [
          [sort, names],
          [`-${sort}`, names.toReversed()],
        ] as const) {
          const { data } = await client.list(`?filter[tag]=${shelf.tag}&sort=${order}`)
          const found = data.map(({ attributes }) => attributes.name)
          assert.deepEqual(found, expected, order)
        }
      }
      const { data } = await client.list(`?filter[tag]=${shelf.tag}&sort=type`)
      assert.deepEqual(
        data.map(({ attributes }) => attributes.type),
        ['document', 'document', 'image'],
      )
    },
  },
  {
    name: 'links keep filters and order, by name',
    async run(fixture) {
      const client = await clientOf(fixture)
      const shelf = new Shelf(client)
      for (const name of ['b', 'a', 'c']) await shelf.add(name)
      const query = `?sort=name&per_page=2&filter[tag]=${shelf.tag}&filter[metadata][x]="1"&utm=y`
      const empty = await client.list(query)
      assert.deepEqual(
        [...new URL(empty.links.first).searchParams.keys()],
        ['filter[metadata][x]', 'filter[tag]', 'page', 'per_page', 'sort'],
      )
      const first = await client.list(`?sort=name&per_page=2&filter[tag]=${shelf.tag}`)
      const same = await client.list(`?filter%5Btag%5D=${shelf.tag}&per_page=2&sort=name`)
      assert.deepEqual(same, first)
      const next = await client.list(first.links.next ?? '')
      assert.deepEqual(
        [...first.data, ...next.data].map(({ attributes }) => attributes.name),
        ['a', 'b', 'c'],
      )
      assert.deepEqual(
        await client.list(next.links.prev ?? ''),
        await client.list(first.links.first),
      )
    },
  },
  {
    name: 'a filter or order that cannot be taken is 400, and says what can',
    async run(fixture) {
      const client = await clientOf(fixture)
      const hundredOne = Array.from({ length: 101 }, (_, index) => `t${index}`)
      for (const [query, parameter, detail] of [
        ['filter[folder_id]=x', 'filter[folder_id]', /id of one folder/],
        ['filter[folder_tree]=null', 'filter[folder_tree]', /id of one folder/],
        ['filter[type]=images', 'filter[type]', /`image`/],
        ['filter[type]=image,', 'filter[type]', /`image`/],
        ['filter[mime_type]=png', 'filter[mime_type]', /image\/\*/],
        ['filter[extension]=.jpg', 'filter[extension]', /without dot/],
        ['filter[tag]=', 'filter[tag]', /1 to 100 tags/],
        [`filter[tag]=${hundredOne}`, 'filter[tag]', /1 to 100 tags/],
        ['filter[is_favourite]=yes', 'filter[is_favourite]', /`true` or `false`/],
        ['filter[sha256]=abc', 'filter[sha256]', /64 hexadecimal/],
        ['filter[status]=done', 'filter[status]', /`ready`/],
        ['filter[size][gte]=-1', 'filter[size][gte]', /whole number/],
        ['filter[size][gte]=1.5', 'filter[size][gte]', /whole number/],
        ['filter[size]=5', 'filter[size]', /filter\[size\]\[gte\]/],
        ['filter[size][min]=5', 'filter[size][min]', /filter\[size\]\[gte\]/],
        ['filter[created_at][gte]=yesterday', 'filter[created_at][gte]', /2026-01-31/],
        ['filter[created_at][lt]=2026-02-30', 'filter[created_at][lt]', /2026-01-31/],
        ['filter[metadata]=x', 'filter[metadata]', /filter\[metadata\]\[client\]/],
        ['filter[q]=', 'filter[q]', /1 to 255/],
        ['filter[q]=...', 'filter[q]', /a letter/],
        [`filter[q]=${'x'.repeat(256)}`, 'filter[q]', /1 to 255/],
        ['filter[trashed]=yes', 'filter[trashed]', /only or with/],
        ['filter[tags]=a', 'filter[tags]', /filter\[tag\]/],
        ['filter[folderId]=a', 'filter[folderId]', /filter\[folder_id\]/],
        ['filter[favourite]=true', 'filter[favourite]', /filter\[is_favourite\]/],
        ['filter[name]=a', 'filter[name]', /filter\[q\]/],
        ['filter[colour]=a', 'filter[colour]', /There are `filter\[folder_id\]`/],
        [`filter[external_id]=${'x'.repeat(256)}`, 'filter[external_id]', /printable/],
        ['filter[type][]=image', 'filter[type][]', /commas/],
        ['filter[type]=image&filter[type]=video', 'filter[type]', /commas/],
        ['filter[tag]=a&filter[tag][all]=b', 'filter[tag][all]', /one of them/],
        ['sort=title', 'sort', /`name`/],
        ['sort=-created', 'sort', /`-created_at`/],
        ['sort=name,size', 'sort', /`duration_seconds`/],
        ['sort=', 'sort', /`created_at`/],
        ['q=x', 'q', /filter\[q\]/],
        ['search=x', 'search', /filter\[q\]/],
      ] as const) {
        const [error] = await client.refused('GET', `/assets?${query}`, {}, REFUSED)
        assert.deepEqual(error?.source, { parameter }, query)
        assert.match(error?.detail ?? '', detail, query)
      }
    },
  },
]
