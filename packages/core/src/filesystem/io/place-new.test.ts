import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { watchedFileSystem } from '../../testing/watched-file-system.ts'
import { placeNew } from './place-new.ts'

describe('placeNew', () => {
  let folder: string
  const at = (name: string) => path.join(folder, name)

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'stowage-place-'))
    await writeFile(at('part'), 'new')
  })
  afterEach(() => rm(folder, { recursive: true }))

  /** A file system whose calls of these names fail so. Notes which calls succeed. */
  function failing(codes: Readonly<Record<string, string | undefined>>) {
    const done: string[] = []
    const fileSystem = watchedFileSystem(({ phase, method }) => {
      const code = codes[method]
      if (phase === 'start' && code !== undefined) throw Object.assign(new Error(code), { code })
      if (phase === 'end') done.push(method)
    })
    return { fileSystem, done }
  }

  it.each([undefined, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP'])(
    'writes over no file where a link ends with %s',
    async (link) => {
      const { fileSystem } = failing({ link })
      await placeNew(at('part'), at('file'), fileSystem)
      expect(await readFile(at('file'), 'utf8')).toBe('new')
      await writeFile(at('file'), 'mine')
      await expect(placeNew(at('part'), at('file'), fileSystem)).rejects.toMatchObject({
        code: 'EEXIST',
      })
      expect(await readFile(at('file'), 'utf8')).toBe('mine')
    },
  )

  it('passes on what is wrong with the disk', async () => {
    const { fileSystem } = failing({ link: 'EIO' })
    await expect(placeNew(at('part'), at('file'), fileSystem)).rejects.toThrow('EIO')
    expect(await readdir(folder)).toEqual(['part'])
  })

  it('syncs a copy, and leaves nothing of one that cannot be synced', async () => {
    const { fileSystem, done } = failing({ link: 'EPERM' })
    await placeNew(at('part'), at('file'), fileSystem)
    expect(done).toEqual(['open', 'sync', 'close'])
    const broken = failing({ link: 'EPERM', sync: 'EIO' })
    await expect(placeNew(at('part'), at('other'), broken.fileSystem)).rejects.toThrow('EIO')
    expect((await readdir(folder)).toSorted()).toEqual(['file', 'part'])
  })
})
