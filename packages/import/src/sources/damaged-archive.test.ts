import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderOf } from '../entries/folder.fixture.ts'
import { entriesOf, memoryStore } from '../entries/library.fixture.ts'
import { exportTenant } from '../export/export-tenant.ts'
import { ManifestError } from '../rows/manifest-error.ts'
import { importAll } from '../run/import-all.ts'
import { archiveOf, type FixtureEntry } from './archive.fixture.ts'
import { fromArchive } from './from-archive.ts'

const BLOCK = 512
const id = (n: number) => `11111111-2222-4333-8444-00000000000${n}`
const BEGIN: readonly FixtureEntry[] = [
  ['stowage.json', '{"version":1}'],
  ['folders.jsonl', ''],
]
const recordOf = (n: number, more: object = {}): FixtureEntry => [
  `assets/${id(n)}.json`,
  JSON.stringify({ id: id(n), name: `${n}.txt`, ...more }),
]
const fileOf = (n: number): FixtureEntry => [`assets/${id(n)}.file`, 'x']

/** The archive of a tenant with files of no, one and several blocks. */
async function exportedFile(): Promise<string> {
  const store = memoryStore()
  const owner = { type: 'post', id: '1', field: 'files' }
  const folder = await store.folders.create({ name: 'A' })
  for (const size of [0, 7, BLOCK, 1500]) {
    const { id } = await store.upload(Buffer.alloc(size, 'x'), { folderId: folder.id })
    await store.owners.add(id, owner)
  }
  const file = path.join(await folderOf({}), 'whole.tar')
  await exportTenant(store, 'default', { file })
  return file
}

describe('fromArchive', () => {
  it('says so wherever an archive was cut off', async () => {
    const whole = await readFile(await exportedFile())
    const file = path.join(await folderOf({}), 'cut.tar')
    const cuts = Array.from({ length: whole.length / BLOCK }, (_, index) => index * BLOCK)
    const within = [1, 511, 513, BLOCK * 7 + 100, whole.length - 1, whole.length - 600]
    for (const at of [...cuts, ...within]) {
      await writeFile(file, whole.subarray(0, at))
      await expect(importAll(memoryStore(), fromArchive(file)), `${at}`).rejects.toThrow(
        ManifestError,
      )
      // What a download reserved and did not fill.
      if (at > whole.length - 3 * BLOCK) continue
      await writeFile(file, Buffer.concat([whole.subarray(0, at), Buffer.alloc(whole.length - at)]))
      const padded = importAll(memoryStore(), fromArchive(file))
      await expect(padded, `${at} and zeros`).rejects.toThrow(ManifestError)
    }
    await writeFile(file, whole)
    const report = await importAll(memoryStore(), fromArchive(file))
    expect(report).toMatchObject({ stored: 4, failed: 0 })
  })

  it('names an archive that is not there', async () => {
    const folder = await folderOf({})
    const read = (file: string) => entriesOf(fromArchive(file))
    await expect(read(`${folder}/gone.tar`)).rejects.toThrow('gone.tar is not there. Check')
    await expect(read(folder)).rejects.toThrow('is a folder. Check the path.')
  })

  it('says so when files are missing in the middle', async () => {
    const file = await archiveOf([
      ['stowage.json', '{"version":1,"counted":true}'],
      recordOf(1),
      fileOf(1),
      ['end.json', '{"assets":2,"bytes":2}'],
    ])
    await expect(entriesOf(fromArchive(file))).rejects.toThrow(
      'has 1 files with 1 bytes, and was written with 2 and 2 bytes: it is damaged.',
    )
  })

  it('stores no half file, also without a SHA-256', async () => {
    const whole = [...BEGIN, recordOf(1), [`assets/${id(1)}.file`, 'x'.repeat(5000)]] as const
    const file = await archiveOf(whole)
    const store = memoryStore()
    const sources = fromArchive(file)[Symbol.asyncIterator]()
    const entry = (await sources.next()).value
    await writeFile(file, (await readFile(file)).subarray(0, 4000))
    expect(await importAll(store, [entry])).toMatchObject({
      stored: 0,
      failures: [
        { label: '1.txt', reason: expect.stringMatching(/ends after \d+ of its 5000 bytes/) },
      ],
    })
    await sources.return?.(undefined)
  })

  it('keeps back what was refused or held back by a scan', async () => {
    const scan = () => 'wait' as const
    const from = memoryStore({ scan })
    const [bad, held] = [await from.upload(Buffer.from('bad')), await from.upload(Buffer.from('h'))]
    await from.admin.resolveScan(bad.id, 'infected')
    const file = path.join(await folderOf({}), 'scanned.tar')
    await exportTenant(from, 'default', { file })
    const to = memoryStore()
    await importAll(to, fromArchive(file))
    expect(await to.get(bad.id)).toMatchObject({ status: 'failed' })
    expect(await to.get(held.id)).toMatchObject({ status: 'processing' })
    for (const each of [bad, held]) {
      await expect(to.read(each.id)).rejects.toMatchObject({ code: 'file_not_found' })
    }
    const strict = memoryStore({ scan: () => ({ reject: 'not here' }) })
    expect(await importAll(strict, fromArchive(file))).toMatchObject({ stored: 0, failed: 2 })
  })

  it.each([
    [[['stowage.json', '{nope']], 'stowage.json cannot be read'],
    [[['stowage.json', 'null']], 'is an archive of version undefined'],
    [[BEGIN[0], ['folders.jsonl', '{"id":"a","name":"A"}\n{nope\n']], 'line 2 of folders.jsonl'],
    [[BEGIN[0], ['folders.jsonl', 'null\n']], 'line 1 of folders.jsonl is no folder'],
    [[BEGIN[0], ['end.json', '[]']], 'end.json cannot be read'],
  ] as const)('names what is damaged: %j', async (entries, words) => {
    const file = await archiveOf(entries as readonly FixtureEntry[])
    const read = entriesOf(fromArchive(file))
    await expect(read).rejects.toThrow(ManifestError)
    await expect(read).rejects.toThrow(words)
  })

  it('refuses each asset that is damaged, and goes on', async () => {
    const broken = (n: number, content: string): FixtureEntry => [`assets/${id(n)}.json`, content]
    const link = { type: 'symlink', linkname: '/etc/passwd' } as const
    const file = await archiveOf([
      ...BEGIN,
      broken(1, '{nope'),
      fileOf(1),
      broken(2, 'null'),
      fileOf(2),
      recordOf(4),
      [`assets/${id(4)}.file`, '', link],
      recordOf(5),
      fileOf(5),
      recordOf(6),
    ])
    expect(await entriesOf(fromArchive(file))).toMatchObject([
      { label: id(1), refused: 'has a record that is no object in JSON' },
      { label: id(2), refused: 'has a record that is no object in JSON' },
      { label: id(4), refused: 'has a record, and no file after it' },
      { label: '5.txt' },
      { label: id(6), refused: 'has a record, and no file after it' },
    ])
  })

  it.each(['{nope', 'null', '{"type":"post","id":7,"assetId":"a"}', 'x'.repeat(200_000)])(
    'names the archive of an attachment that is none: %.20s',
    async (line) => {
      const file = await archiveOf([
        ...BEGIN,
        recordOf(1),
        fileOf(1),
        ['attachments/1.jsonl', line],
      ])
      const failed = importAll(memoryStore(), fromArchive(file))
      await expect(failed).rejects.toThrow(ManifestError)
      await expect(failed).rejects.toThrow(`${file} has a line in attachments`)
    },
  )

  it('refuses folders that lie too deep or in each other, without walking all of them', async () => {
    const chain = (length: number) =>
      Array.from({ length }, (_, n) => ({
        id: `${n}`,
        name: `level ${n}`,
        parentId: n === 0 ? null : `${n - 1}`,
      }))
    const folders = [...chain(40), { id: 'a', name: 'a', parentId: 'b' }]
    folders.push({ id: 'b', name: 'b', parentId: 'a' })
    const file = await archiveOf([
      ['stowage.json', '{"version":1}'],
      ['folders.jsonl', folders.map((folder) => JSON.stringify(folder)).join('\n')],
      recordOf(1, { folderId: '31' }),
      fileOf(1),
      recordOf(2, { folderId: '32' }),
      fileOf(2),
      recordOf(3, { folderId: 'a' }),
      fileOf(3),
    ])
    const refused = expect.stringContaining('lies in more than 32 folders')
    expect(await entriesOf(fromArchive(file))).toMatchObject([
      { label: '1.txt', item: { folder: chain(32).map(({ name }) => name) } },
      { label: id(2), refused },
      { label: id(3), refused },
    ])
  })
})
