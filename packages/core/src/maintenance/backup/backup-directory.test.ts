import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nodeFileSystem } from '../../filesystem/io/node-file-system.ts'
import { watchedFileSystem } from '../../testing/watched-file-system.ts'
import { openBackupDirectory } from './backup-directory.ts'

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'stowage-'))
})
afterEach(() => rm(root, { recursive: true }))

const refusal = { code: 'invalid_argument', context: { argument: 'directory' } }

/** Every file below the folder with its content. */
async function contentOf(directory: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    found[relative(directory, path)] = entry.isFile() ? await readFile(path, 'utf8') : 'a folder'
  }
  return found
}

async function fill(files: Record<string, string>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(root, name, '..'), { recursive: true })
    await writeFile(join(root, name), content)
  }
}

/** One whole backup of a database with this content. */
async function backUp(content: string): Promise<void> {
  const directory = await openBackupDirectory(root)
  await writeFile(join(directory.incoming, 'stowage.db'), content)
  await directory.place()
  await directory.finish()
}

describe('openBackupDirectory', () => {
  it.each<[string, Record<string, string>]>([
    ['a folder of the name `incoming`', { 'incoming/notes.txt': 'a' }],
    ['one with a file of our name in it', { 'incoming/stowage.db': 'a' }],
    ['one beside the files of a store', { 'incoming/a.txt': 'a', 'blobs/0abc/de/0abcde': 'b' }],
    ['files of a store without its database', { 'blobs/0abc/de/0abcde': 'b' }],
    ['files of a store that waits for uploads', { 'staging/1-a': 'a' }],
    ['any other file', { 'notes.txt': 'a' }],
    ['a database that no backup put there', { 'stowage.db': 'a' }],
    ['a backup list that names no database', { 'stowage.db': 'a', 'backup.json': '{}' }],
    ['a damaged backup list', { 'stowage.db': 'a', 'backup.json': '{' }],
    ['a list that is no object', { 'stowage.db': 'a', 'backup.json': 'null' }],
  ])('refuses %s, and touches nothing', async (_, files) => {
    await fill(files)
    const before = await contentOf(root)
    await expect(openBackupDirectory(root)).rejects.toMatchObject(refusal)
    expect(await contentOf(root)).toEqual(before)
  })

  it('takes a folder that is empty, a new volume, or what a crash left right at the beginning', async () => {
    for (const name of ['', 'lost+found', 'incoming']) {
      await mkdir(join(root, name), { recursive: true })
      const directory = await openBackupDirectory(root)
      expect(directory.trusted).toBe(false)
      await directory.abandon()
      await rm(join(root, 'incoming'), { recursive: true })
    }
  })

  it('goes on where a first backup was cut off, and trusts no file of it', async () => {
    const cutOff = await openBackupDirectory(root)
    await fill({ 'blobs/0abc/de/0abcde': 'half', 'incoming/stowage.db': 'half' })
    await fill({
      'incoming/stowage.db-wal': 'half',
      'incoming/stowage.db.0123456789abcdef.partial-journal': 'half',
      'incoming/stowage.db.0123456789abcdef.partial': '',
    })
    const directory = await openBackupDirectory(root)
    expect(directory.trusted).toBe(false)
    expect(await readdir(cutOff.incoming)).toEqual(['stowage-backup'])
  })

  it('takes nothing of others away that came into the folder meanwhile', async () => {
    await backUp('first')
    const directory = await openBackupDirectory(root)
    await writeFile(join(directory.incoming, 'stowage.db'), 'second')
    await fill({ 'incoming/notes.txt': 'mine' })
    await directory.place()
    await directory.finish()
    expect(await contentOf(root)).toMatchObject({
      'stowage.db': 'second',
      'incoming/notes.txt': 'mine',
    })
    const before = await contentOf(root)
    await expect(openBackupDirectory(root)).rejects.toMatchObject(refusal)
    expect(await contentOf(root)).toEqual(before)
  })

  it('refuses its own backup once a store keeps files in it', async () => {
    await backUp('first')
    await fill({ 'quarantine/a': 'a' })
    await expect(openBackupDirectory(root)).rejects.toMatchObject(refusal)
  })

  it('closes every file that it opens', async () => {
    const open = new Set<number>()
    const directory = await openBackupDirectory(root, {
      ...nodeFileSystem,
      async open(...args) {
        const fd = await nodeFileSystem.open(...args)
        open.add(fd)
        return fd
      },
      async close(fd, ...args) {
        await nodeFileSystem.close(fd, ...args)
        open.delete(fd)
      },
    })
    await writeFile(join(directory.incoming, 'stowage.db'), 'first')
    await directory.place()
    await directory.finish()
    expect([...open]).toEqual([])
  })

  it('lists the databases that are there, and no other', async () => {
    const listed = async (): Promise<unknown[]> =>
      JSON.parse(await readFile(join(root, 'backup.json'), 'utf8')).databases
    await backUp('first')
    const [first] = await listed()
    expect(await listed()).toEqual([expect.any(String)])
    await backUp('the second')
    expect(await listed()).toEqual([first, expect.any(String)])
  })

  it('reports that a folder cannot be removed, unless it holds foreign files', async () => {
    const broken = Object.assign(new Error('EIO: i/o error'), { code: 'EIO', syscall: 'rmdir' })
    const directory = await openBackupDirectory(root, {
      ...nodeFileSystem,
      rmdir: () => Promise.reject(broken),
    })
    await writeFile(join(directory.incoming, 'stowage.db'), 'first')
    await directory.place()
    await expect(directory.finish()).rejects.toBe(broken)
  })

  it('makes each step durable before the next one', async () => {
    const steps: string[] = []
    const files = new Map<unknown, string>()
    const fileSystem = watchedFileSystem(({ phase, method, target }) => {
      if (
        phase === 'start' ||
        !['mkdir', 'sync', 'syncDirectory', 'rename', 'unlink', 'rmdir'].includes(method)
      )
        return
      const name = typeof target === 'string' ? relative(root, target) || 'the folder' : 'a file'
      steps.push(`${method} ${files.get(target) ?? name}`)
    })
    await backUp('first')
    const directory = await openBackupDirectory(root, fileSystem)
    expect(steps.splice(0)).toEqual([
      'syncDirectory ..',
      'mkdir incoming',
      'syncDirectory the folder',
      'syncDirectory incoming',
    ])
    await writeFile(join(directory.incoming, 'stowage.db'), 'second')
    await directory.place()
    expect(steps.splice(0)).toEqual([
      'sync a file',
      'sync a file',
      'rename backup.json',
      'syncDirectory the folder',
      'rename stowage.db',
      'syncDirectory the folder',
    ])
    await directory.finish()
    expect(steps).toEqual([
      'unlink incoming/stowage.db',
      'unlink incoming/stowage-backup',
      'rmdir incoming',
      'syncDirectory the folder',
    ])
  })
})
