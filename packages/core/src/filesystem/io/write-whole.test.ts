import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { watchedFileSystem } from '../../testing/watched-file-system.ts'
import { writeWhole } from './write-whole.ts'

describe('writeWhole', () => {
  let folder: string
  let file: string

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'stowage-whole-'))
    file = path.join(folder, 'file')
  })
  afterEach(() => rm(folder, { recursive: true }))

  /** Writes on a file system whose calls of these names fail so. Resolves to the calls that succeeded, in order. */
  async function written(codes: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
    const done: string[] = []
    const fileSystem = watchedFileSystem(({ phase, method, target }) => {
      const code = codes[method]
      if (phase === 'start' && code !== undefined) throw Object.assign(new Error(code), { code })
      if (phase === 'end') done.push(typeof target === 'string' ? `${method} ${target}` : method)
    })
    const cannotOpen = (error: unknown) => error
    await writeWhole(file, (target) => target.appendFile('whole'), { cannotOpen, fileSystem })
    return done
  }

  it('syncs the directory last, and leaves the file alone', async () => {
    const done = await written()
    expect(done[0]).toBe(`link ${file}`)
    expect(done.at(-1)).toBe(`syncDirectory ${folder}`)
    expect(await readdir(folder)).toEqual(['file'])
    expect(await readFile(file, 'utf8')).toBe('whole')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('syncs the copy, too, on a disk without hard links', async () => {
    const done = await written({ link: 'EPERM' })
    const calls = done.map((each) => each.split(' ')[0])
    expect(calls).toEqual(['open', 'sync', 'close', 'unlink', 'syncDirectory'])
    expect(await readFile(file, 'utf8')).toBe('whole')
  })

  it.each([
    { syncDirectory: 'EIO' },
    { link: 'EPERM', syncDirectory: 'EIO' },
    { link: 'EPERM', sync: 'EIO' },
    { link: 'EIO' },
  ])('leaves nothing when it fails: %o', async (codes) => {
    await expect(written(codes)).rejects.toThrow('EIO')
    expect(await readdir(folder)).toEqual([])
  })

  it('takes the place of no file, where there are no links either', async () => {
    await writeFile(file, 'mine')
    await expect(written()).rejects.toMatchObject({ code: 'EEXIST' })
    await expect(written({ link: 'EPERM' })).rejects.toMatchObject({ code: 'EEXIST' })
    expect(await readdir(folder)).toEqual(['file'])
    expect(await readFile(file, 'utf8')).toBe('mine')
  })

  it('is content with a disk that cannot sync a directory', async () => {
    await written({ syncDirectory: 'EINVAL' })
    expect(await readdir(folder)).toEqual(['file'])
  })
})
