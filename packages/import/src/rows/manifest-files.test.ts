import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { FACT_ENTRIES } from '@stowage/core/internal'
import { describe, expect, it } from 'vitest'
import { folderOf } from '../entries/folder.fixture.ts'
import { entriesOf } from '../entries/library.fixture.ts'
import { fromManifest } from '../sources/from-manifest.ts'

/** What is read of a manifest beside the files `a` and `b`. */
async function read(name: string, content: string | Uint8Array): Promise<readonly unknown[]> {
  const directory = await folderOf({ a: 'a', b: 'b', 'in/c': 'c' })
  await writeFile(path.join(directory, name), content)
  return entriesOf(fromManifest(path.join(directory, name)))
}

describe('a manifest', () => {
  it.each([
    [
      'list.csv',
      Buffer.from('path,title\na,caf\xe9\n', 'latin1'),
      'list.csv is not UTF-8. Save it as CSV UTF-8.',
    ],
    ['list.csv', Buffer.from('\ufeffpath,title\na,caf\xe9\n', 'utf16le'), 'is not UTF-8'],
    ['list.csv', Buffer.from('path,title\na,cafe\n', 'utf16le'), 'is not UTF-8'],
    ['list.csv', Buffer.from('path,title\na,caf\xc3', 'latin1'), 'is not UTF-8'],
    [
      'list.jsonl',
      Buffer.from('{"path":"a","title":"caf\xe9"}\n', 'latin1'),
      'list.jsonl is not UTF-8. Save it as UTF-8.',
    ],
    ['list.json', Buffer.from('[{"path":"a","title":"caf\xe9"}]', 'latin1'), 'is not UTF-8'],
  ])('that is not UTF-8 is refused: %s', async (name, bytes, words) => {
    await expect(read(name, bytes)).rejects.toThrow(words)
  })

  it('may have a byte order mark, and letters that are cut in two by a read', async () => {
    const title = `${'x'.repeat(65_536 - 'path,title\na,'.length - 4)}é`
    const expected = [expect.objectContaining({ item: expect.objectContaining({ title }) })]
    expect(await read('list.csv', `\ufeffpath,title\na,${title}\n`)).toEqual(expected)
    const row = JSON.stringify({ path: 'a', title })
    expect(await read('list.jsonl', `\ufeff${row}\r\n`)).toEqual(expected)
  })

  it('may separate cells by semicolons, as Excel does', async () => {
    const text = '\ufeffpath;external_id;tags;title\r\na;7;"x;y";"One, two"\r\n'
    expect(await read('list.csv', text)).toMatchObject([
      { label: 'a', item: { externalId: '7', tags: ['x', 'y'], title: 'One, two' } },
    ])
  })

  it('may write the names of columns in capitals', async () => {
    expect(await read('list.csv', 'Path,EXTERNAL_ID,Alt.en\na,7,A text\n')).toMatchObject([
      { item: { externalId: '7', alt: { en: 'A text' } } },
    ])
    expect(await read('list.jsonl', '{"Path":"a","Title":"T"}')).toMatchObject([
      { item: { title: 'T' } },
    ])
  })

  it.each([
    ['path,createdat\na,x\n', 'Did you mean created_at?'],
    ['path,externalId\na,x\n', 'Did you mean external_id?'],
    ['path,entirely\na,x\n', /id, public_file_id, created_at, .*alt\.<language>/],
    ['path,Path\na,b\n', 'has the column "path" twice'],
    ['', 'list.csv is empty'],
    ['\n\n', 'list.csv is empty'],
  ])('with wrong columns is refused: %j', async (text, words) => {
    await expect(read('list.csv', text)).rejects.toThrow(words)
  })

  it('that is not there is refused', async () => {
    const gone = path.join(await folderOf({}), 'gone')
    await expect(entriesOf(fromManifest(`${gone}.csv`))).rejects.toThrow('gone.csv is not there')
    await expect(entriesOf(fromManifest(`${gone}/x.jsonl`))).rejects.toThrow('is not there')
  })

  it('refuses each row that is wrong, with its line', async () => {
    const rows = 'a,2019-02-30\nb,2019-02-28T25:00\na,soon\nin\\c,\nb,2019-02-28\n'
    expect(await read('list.csv', `path,created_at\n${rows}`)).toMatchObject([
      {
        label: 'a',
        refused:
          'line 2: created_at is no time from 1800 to June 2255: "2019-02-30". ' +
          'Write 2026-01-31T09:05:00+02:00, or 2026-01-31 09:05:00 for UTC',
      },
      { label: 'b', refused: expect.stringContaining('line 3: created_at is no time') },
      { label: 'a', refused: expect.stringContaining('"soon"') },
      { label: 'in\\c', refused: expect.stringContaining('Write / instead of \\') },
      { label: 'b', item: { createdAt: '2019-02-28T00:00:00Z' } },
    ])
  })

  it('may have the facts that an export writes, which the store finds out itself', async () => {
    const facts = FACT_ENTRIES.map(([, { column }]) => column).filter((name) => name !== 'name')
    const values = facts.map((name) => (name === 'sha256' ? '0'.repeat(64) : 'x'))
    const text = `path,title,${facts}\na,T,${values}\n`
    const [entry] = await read('list.csv', text)
    expect(entry).toMatchObject({ label: 'a', item: { title: 'T' } })
    expect(JSON.stringify(entry)).not.toContain('"x"')
  })

  it('takes the first of rows with one id', async () => {
    expect(await read('list.csv', 'path,external_id\na,7\nb,7\nb,8\n')).toMatchObject([
      { label: 'a', item: { externalId: '7' } },
      { label: 'b', refused: 'line 3: has the external_id "7" of line 2, which is taken' },
      { label: 'b', item: { externalId: '8' } },
    ])
  })
})
