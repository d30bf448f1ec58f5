import { truncate } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { entriesOf, memoryStore, treeOf } from '../entries/library.fixture.ts'
import { importAll } from '../run/import-all.ts'
import { archiveOf } from './archive.fixture.ts'
import { fromArchive } from './from-archive.ts'

const id = (n: number) => `11111111-2222-4333-8444-00000000000${n}`
const FOLDERS = [
  { id: 'f1', name: 'Trips', parentId: null },
  { id: 'f2', name: '2019', parentId: 'f1' },
]

function recordOf(n: number, more: object = {}): string {
  const times = {
    createdAt: '2019-05-01T10:00:00.000001Z',
    updatedAt: '2020-05-01T10:00:00.000001Z',
  }
  const asset = { id: id(n), publicFileId: id(n + 5), name: `${n}.txt`, folderId: null, ...times }
  return JSON.stringify({ ...asset, trashedAt: null, externalId: null, ...more })
}

describe('fromArchive', () => {
  const whole = [
    ['stowage.json', '{"version":1}'],
    ['folders.jsonl', FOLDERS.map((each) => JSON.stringify(each)).join('\n')],
    [`assets/${id(1)}.json`, recordOf(1, { folderId: 'f2' })],
    [`assets/${id(1)}.file`, 'x'.repeat(300_000)],
    [`assets/${id(2)}.json`, recordOf(2, { trashedAt: '2021-05-01T10:00:00.000001Z' })],
    [`assets/${id(2)}.file`, ''],
    ['assets/later.txt', 'of a later release'],
  ] as const

  it('brings a tenant back with ids, dates, folders and trash', async () => {
    const file = await archiveOf(whole)
    const store = memoryStore()
    expect(await importAll(store, fromArchive(file))).toMatchObject({ stored: 2, failures: [] })
    expect(await treeOf(store)).toEqual(['Trips/2019/1.txt'])
    expect(await store.get(id(1))).toMatchObject({
      publicFileId: id(6),
      createdAt: '2019-05-01T10:00:00.000001Z',
      updatedAt: '2020-05-01T10:00:00.000001Z',
      size: 300_000,
    })
    const trashed = await store.get(id(2), { trashed: 'include' })
    expect(trashed).toMatchObject({ size: 0, trashedAt: '2021-05-01T10:00:00.000001Z' })
    expect(await importAll(store, fromArchive(file))).toMatchObject({ present: 2, differing: 0 })
    const other = store.for({ tenant: 'other' })
    expect(await importAll(other, fromArchive(file, { ids: 'new' }))).toMatchObject({ stored: 2 })
    expect((await other.list()).assets[0]).toMatchObject({ externalId: id(1) })
  })

  it('refuses an asset without a record, and takes one of an unknown folder into none', async () => {
    const file = await archiveOf([
      ['stowage.json', '{"version":1}'],
      [`assets/${id(1)}.file`, 'x'],
      [`assets/${id(2)}.json`, recordOf(2, { folderId: 'gone' })],
      [`assets/${id(2)}.file`, 'x'],
      ['folders/1.jsonl', '{"id":"made","name":"Made","createdBy":"ann"}'],
      [`assets/${id(3)}.json`, recordOf(3, { folderId: 'made' })],
      [`assets/${id(3)}.file`, 'x'],
    ])
    expect(await entriesOf(fromArchive(file))).toMatchObject([
      { label: id(1), refused: 'has no record before it' },
      { label: '2.txt', warning: expect.stringContaining('it comes into none') },
      { label: '2.txt', item: { name: '2.txt' } },
      { label: '3.txt', item: { folder: ['Made'], folderCreatedBy: 'ann' } },
    ])
    const store = memoryStore()
    const warnings: unknown[] = []
    const onWarning = (warning: unknown) => void warnings.push(warning)
    const report = await importAll(store, fromArchive(file), { onWarning })
    expect(report).toMatchObject({ stored: 2, failed: 1, warnings })
    expect(await treeOf(store)).toEqual(['2.txt', 'Made/3.txt'])
  })

  it.each([
    [[['other.json', '{}']], 'no archive'],
    [[], 'no archive'],
    [[['stowage.json', '{"version":2}']], 'Update Stowage'],
  ] as const)('refuses another archive: %j', async (entries, words) => {
    await expect(entriesOf(fromArchive(await archiveOf(entries)))).rejects.toThrow(words)
  })

  it('ends when the archive is cut off', async () => {
    const file = await archiveOf(whole)
    await truncate(file, 200_000)
    await expect(entriesOf(fromArchive(file))).rejects.toThrow()
  })
})
