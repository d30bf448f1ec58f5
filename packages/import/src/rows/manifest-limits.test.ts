import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderOf } from '../entries/folder.fixture.ts'
import { entriesOf } from '../entries/library.fixture.ts'
import { fromManifest } from '../sources/from-manifest.ts'
import { ManifestError } from './manifest-error.ts'

const MIB = 2 ** 20

async function read(name: string, text: string): Promise<readonly unknown[]> {
  const directory = await folderOf({ a: 'a' })
  await writeFile(path.join(directory, name), text)
  return entriesOf(fromManifest(path.join(directory, name)))
}

describe('a manifest', () => {
  it.each([
    ['list.jsonl', `{"path":"a"}\n{"path":"${'x'.repeat(4 * MIB)}`, 'line 2 has more than'],
    ['list.json', `{"path":"a"}\n{"path":"${'x'.repeat(4 * MIB)}`, 'line 2 has more than'],
    ['list.json', `[${' '.repeat(64 * MIB)}]`, 'Write JSON lines'],
    ['list.csv', 'x'.repeat(2 * MIB), 'a row of more than 1048576 bytes'],
    ['list.csv', `path,title\na,${'x'.repeat(2 * MIB)}`, 'a row of more than 1048576 bytes'],
    ['list.csv', `path,title\na,"${'x,y\n'.repeat(MIB)}`, 'a row of more than 1048576 bytes'],
  ])('is read with a limit: %s', async (name, text, words) => {
    const error: unknown = await read(name, text).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ManifestError)
    expect((error as Error).message).toContain(words)
    expect((error as Error).message.length).toBeLessThan(500)
  })

  it('may have rows up to the limit', async () => {
    const title = 'x'.repeat(MIB - 100)
    const expected = [{ item: { title } }]
    expect(await read('list.csv', `path,title\na,${title}\n`)).toMatchObject(expected)
    const row = JSON.stringify({ path: 'a', title })
    expect(await read('list.jsonl', `${row}\n`)).toMatchObject(expected)
    expect(await read('list.json', `\n [${row}]`)).toMatchObject(expected)
  })

  it('shows the begin of a long name only', async () => {
    const error: unknown = await read('list.csv', `path,${'x'.repeat(10_000)}\n`).catch((e) => e)
    expect((error as Error).message).toContain(`"${'x'.repeat(100)}…"`)
    expect((error as Error).message.length).toBeLessThan(1000)
  })

  it('has keys that are text or numbers', async () => {
    const rows = ['{"a":1}', '[1]', 'true', '7'].map((id) => `{"path":"a","external_id":${id}}`)
    const refused = expect.stringContaining('external_id must be text or a number')
    expect(await read('list.jsonl', rows.join('\n'))).toMatchObject([
      { refused },
      { refused },
      { refused },
      { item: { externalId: '7' } },
    ])
  })
})
