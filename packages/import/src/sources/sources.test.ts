import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderOf } from '../entries/folder.fixture.ts'
import { entriesOf, memoryStore } from '../entries/library.fixture.ts'
import { importAll } from '../run/import-all.ts'
import { fromManifest } from './from-manifest.ts'
import { fromTable } from './from-table.ts'

const ID = '11111111-2222-4333-8444-555555555555'
const FULL = {
  path: 'files/a.txt',
  id: ID,
  external_id: 'cms/1',
  name: 'first.txt',
  folder: 'Trips/2019',
  created_at: '2019-05-01 10:00:00',
  trashed_at: '2020-05-01T10:00:00+02:00',
  tags: 'x;y',
  'alt.en': 'A dune',
  'metadata.client': 'c7',
  is_favourite: 'true',
  created_by: 'u1',
}
const BARE = { path: 'files/b.txt' }

function csvOf(rows: readonly object[]): string {
  const names = Object.keys(FULL)
  const line = (row: object) => names.map((name) => `"${Object(row)[name] ?? ''}"`).join(',')
  return [names.join(','), ...rows.map(line)].join('\n')
}

describe('fromManifest', () => {
  it.each([
    ['list.csv', csvOf([FULL, BARE])],
    ['list.jsonl', [FULL, BARE].map((row) => JSON.stringify(row)).join('\n')],
    ['list.json', JSON.stringify([FULL, BARE], null, 2)],
  ])('reads %s, and the store keeps what it says', async (name, text) => {
    const directory = await folderOf({ 'files/a.txt': 'a', 'files/b.txt': 'b', [name]: text })
    const store = memoryStore()
    const report = await importAll(store, fromManifest(path.join(directory, name)))
    expect(report).toMatchObject({ stored: 2, failures: [] })
    const asset = await store.get(ID, { trashed: 'include' })
    expect(asset).toMatchObject({
      externalId: 'cms/1',
      name: 'first.txt',
      createdAt: '2019-05-01T10:00:00.000000Z',
      trashedAt: '2020-05-01T08:00:00.000000Z',
      tags: ['x', 'y'],
      alt: { en: 'A dune' },
      metadata: { client: 'c7' },
      isFavourite: true,
      createdBy: 'u1',
    })
    expect((await store.folders.get(asset.folderId ?? '')).path).toEqual(['Trips', '2019'])
    const [other] = (await store.list()).assets
    expect(other).toMatchObject({ name: 'b.txt', externalId: 'files/b.txt' })
  })

  it('takes no file from outside of its root', async () => {
    const outside = await folderOf({ secret: 's' })
    const paths = ['../../etc/passwd', '/etc/passwd', path.join(outside, 'secret'), 'a\0b', '', '.']
    const text = paths.map((each) => JSON.stringify({ path: each })).join('\n')
    const directory = await folderOf({ 'list.jsonl': `${text}\n5\n` })
    const found = await entriesOf(fromManifest(path.join(directory, 'list.jsonl')))
    expect(found).toHaveLength(7)
    for (const each of found) expect(each).toHaveProperty('refused')
  })

  it.each([
    ['list.csv', 'path,nmae\na,b\n', 'nmae'],
    ['list.csv', 'path\n"a\n', 'no CSV'],
    ['list.json', '[{', 'no JSON'],
  ])('ends when %s cannot be understood', async (name, text, words) => {
    const directory = await folderOf({ [name]: text })
    await expect(entriesOf(fromManifest(path.join(directory, name)))).rejects.toThrow(words)
  })

  it('brings folders of users back to them', async () => {
    const root = await folderOf({ a: 'a', b: 'b', c: 'c' })
    const rows = [
      { path: 'a', folder: ['Trips'], created_by: 'ann', folder_created_by: 'ann' },
      { path: 'b', folder: ['Trips'], created_by: 'bob', folder_created_by: 'bob' },
      { path: 'c', folder: ['Trips'], created_by: 'ann', folder_created_by: null },
    ]
    const file = path.join(root, 'list.jsonl')
    await writeFile(file, rows.map((row) => JSON.stringify(row)).join('\n'))
    const store = memoryStore()
    expect(await importAll(store, fromManifest(file, { root }))).toMatchObject({ stored: 3 })
    for (const createdBy of ['ann', 'bob']) {
      const own = store.for({ scope: { createdBy } })
      const { folders } = await own.folders.list()
      expect(folders).toMatchObject([{ name: 'Trips', createdBy }])
      const { total } = await own.list({ filter: { folderId: folders[0]?.id ?? '' } })
      expect(total).toBe(1)
    }
  })
})

describe('fromTable', () => {
  it('reads rows as multer gives them', async () => {
    const root = await folderOf({ f3a9: 'pdf', 'in/b7': 'x' })
    const rows = [
      { id: 17, filename: 'f3a9', originalname: 'invoice.pdf', created_at: '2021-03-04 05:06:07' },
      { path: 'in/b7', createdAt: new Date(0) },
      { id: 18 },
      { id: 19, filename: '../secret' },
    ]
    expect(await entriesOf(fromTable(rows, { root }))).toEqual([
      {
        label: 'f3a9',
        size: 3,
        item: { externalId: '17', name: 'invoice.pdf', createdAt: '2021-03-04 05:06:07Z' },
      },
      {
        label: 'in/b7',
        size: 1,
        item: { externalId: 'in/b7', name: 'b7', createdAt: new Date(0) },
      },
      { label: 'row 3', refused: 'has neither filename nor path' },
      { label: '../secret', refused: expect.stringContaining('lies outside of') },
    ])
  })

  it('warns of columns that nothing reads, unless a function reads rows', async () => {
    const root = await folderOf({ a: 'a' })
    const rows = [
      { id: 1, filename: 'a', size: 1, mimetype: 'text/plain', user_id: 7, caption: 'x' },
    ]
    const warned: string[] = []
    const onWarning = ({ warning }: { readonly warning: string }) => void warned.push(warning)
    const store = memoryStore()
    const report = await importAll(store, fromTable(rows, { root }), { onWarning })
    expect(report).toMatchObject({ stored: 1, warnings: [{ label: 'columns' }] })
    expect(warned).toEqual([expect.stringContaining('not read: user_id, caption. Pass map')])
    const map = ({ id, user_id }: (typeof rows)[number]) => ({
      path: 'a',
      externalId: `of ${id}`,
      createdBy: String(user_id),
    })
    const mapped = await importAll(store, fromTable(rows, { root, map }))
    expect(mapped).toMatchObject({ stored: 1, warnings: [] })
    expect((await store.for({ scope: { createdBy: '7' } }).list()).total).toBe(1)
  })

  it('takes the path of multer where no file has the filename', async () => {
    const root = await folderOf({ 'in/b7': 'x', f1: 'y' })
    const rows = [
      { id: 1, filename: 'b7', path: 'in/b7' },
      { id: 2, filename: 'b7', path: path.relative('.', path.join(root, 'in', 'b7')) },
      { id: 3, filename: 'f1', path: 'in/b7' },
      { id: 4, filename: 'gone', path: 'gone' },
    ]
    expect(await entriesOf(fromTable(rows, { root }))).toMatchObject([
      { label: 'in/b7', size: 1 },
      { size: 1, item: { externalId: '2' } },
      { label: 'f1' },
      { label: 'gone', refused: 'is not there' },
    ])
  })

  it('waits for a function that asks elsewhere', async () => {
    const root = await folderOf({ a: 'a' })
    const map = async ({ file }: { readonly file: string }) => ({ path: file, externalId: file })
    expect(await entriesOf(fromTable([{ file: 'a' }], { root, map }))).toMatchObject([
      { label: 'a', item: { externalId: 'a' } },
    ])
    const nothing = fromTable([{ file: 'a' }], { root, map: () => undefined as never })
    expect(await entriesOf(nothing)).toMatchObject([{ refused: expect.stringContaining('null') }])
  })

  it('ends with the error of that function, whatever its code', async () => {
    const root = await folderOf({ a: 'a' })
    const refused = Object.assign(new Error('The other database is away.'), {
      code: 'ECONNREFUSED',
    })
    const map = () => Promise.reject(refused)
    await expect(entriesOf(fromTable([{ file: 'a' }], { root, map }))).rejects.toBe(refused)
  })

  it('says which argument is wrong', async () => {
    const root = await folderOf({})
    const wrong: readonly (readonly [unknown, unknown, string])[] = [
      [[], undefined, 'root is missing'],
      [[], { dir: root }, 'fromTable has no option dir'],
      [[], { root, mapp: 1 }, 'Did you mean map?'],
      [[], { root: `${root}z` }, 'is not there. Check the path.'],
      [Promise.resolve([]), { root }, 'Await it'],
      [{ rows: [] }, { root }, 'Pass result.rows'],
      [[[{}], []], { root }, 'mysql2'],
    ]
    for (const [rows, options, words] of wrong) {
      const entries = () => entriesOf(fromTable(rows as never, options as never))
      await expect(entries()).rejects.toThrow(words)
      await expect(entries()).rejects.toMatchObject({ code: 'invalid_argument' })
    }
  })

  it('reads rows of any form by a function, and their owners', async () => {
    const root = await folderOf({ a: 'a' })
    await writeFile(path.join(root, 'b'), 'b')
    const owners = [{ type: 'invoice', id: '7', field: 'file' }]
    const source = fromTable([{ file: 'a' }, { file: null }], {
      root,
      map: ({ file }) =>
        file === null ? null : { path: String(file), externalId: 'inv-7', owners },
    })
    expect(await entriesOf(source)).toEqual([
      { label: 'a', size: 1, owners, item: { externalId: 'inv-7', name: 'a' } },
    ])
  })
})
