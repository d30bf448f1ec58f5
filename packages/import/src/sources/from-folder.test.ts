import { mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderOf } from '../entries/folder.fixture.ts'
import { entriesOf, memoryStore, treeOf } from '../entries/library.fixture.ts'
import { importAll } from '../run/import-all.ts'
import { type FromFolderOptions, fromFolder } from './from-folder.ts'

/** The paths in a store after an import of this folder. */
async function importedFrom(
  directory: string,
  options?: FromFolderOptions,
): Promise<readonly string[]> {
  const store = memoryStore()
  expect(await importAll(store, fromFolder(directory, options))).toMatchObject({ failures: [] })
  return await treeOf(store)
}

describe('fromFolder', () => {
  it('leaves out what systems leave behind, hidden files and what is excluded', async () => {
    const taken = ['a.txt', 'Trips/b.txt']
    const left = ['@eaDir/a.txt', 'Trips/@eaDir/b.txt', 'Thumbs.db', '#recycle/c', '~$a.docx']
    const excluded = ['c.tmp', 'Trips/d.tmp', 'drafts/2019/e.txt', 'store/f.txt']
    const names = [...taken, ...left, ...excluded, '.hidden/g.txt', '.DS_Store']
    const directory = await folderOf(Object.fromEntries(names.map((name) => [name, name])))
    const options = {
      exclude: ['*.tmp', 'drafts/**'],
      excluded: [path.join(directory, 'store')],
    }
    expect(await importedFrom(directory, options)).toEqual(taken.toSorted())
    const hidden = await importedFrom(directory, { ...options, hidden: true })
    expect(hidden).toEqual([...taken, '.hidden/g.txt'].toSorted())
    const all = await importedFrom(directory)
    expect(all).toEqual([...taken, ...excluded].toSorted())
  })

  it.runIf(process.platform === 'linux')(
    'reads names that are not UTF-8 as Latin-1, file by file',
    async () => {
      const directory = await folderOf({ 'caf\u00e9.txt': 'in UTF-8' })
      const latin1 = (name: string) => Buffer.from(path.join(directory, name), 'latin1')
      await mkdir(latin1('No\xebl'))
      for (const name of ['No\xebl/\xe9t\xe9.txt', 'No\xebl/b.txt', 'AC\\DC.txt'])
        await writeFile(latin1(name), name)
      const expected = [
        'AC-DC.txt',
        'No\u00ebl/b.txt',
        'No\u00ebl/\u00e9t\u00e9.txt',
        'caf\u00e9.txt',
      ]
      expect(await importedFrom(directory)).toEqual(expected.toSorted())
    },
  )

  it.skipIf(process.platform === 'win32')(
    'refuses what cannot be read, and takes the others',
    async () => {
      const directory = await folderOf({ 'a.txt': 'a', 'z.txt': 'z' })
      await symlink('nothing', path.join(directory, 'broken.txt'))
      await symlink('/etc/passwd', path.join(directory, 'outside.txt'))
      const found = await entriesOf(fromFolder(directory))
      expect(found).toMatchObject([
        { label: 'a.txt', item: {} },
        { label: 'broken.txt', refused: expect.anything() },
        { label: 'outside.txt', refused: expect.anything() },
        { label: 'z.txt', item: {} },
      ])
    },
  )
})
