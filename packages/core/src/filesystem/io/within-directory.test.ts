import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isOutsideDirectory, withinDirectory } from './within-directory.ts'

describe('withinDirectory', () => {
  let top: string
  let root: string

  beforeEach(async () => {
    top = await realpath(await mkdtemp(path.join(tmpdir(), 'stowage-within-')))
    root = path.join(top, 'root')
    await mkdir(path.join(root, 'in'), { recursive: true })
    await mkdir(path.join(top, 'out'))
    await writeFile(path.join(root, 'file'), '')
    await symlink('in', path.join(root, 'link-in'))
    await symlink('../out', path.join(root, 'link-out'))
    await symlink(path.join(top, 'nowhere'), path.join(root, 'link-nowhere'))
    await symlink('root', path.join(top, 'link-root'))
  })
  afterEach(() => rm(top, { recursive: true }))

  it.each([
    ['a', 'a'],
    ['new/folder/a', 'new/folder/a'],
    ['in/../a', 'a'],
    ['link-in/a', 'in/a'],
    ['file/a', 'file/a'],
    ['..a', '..a'],
    // The last name is what is written, renamed or removed: not what it leads to.
    ['link-out', 'link-out'],
  ])('places %s', async (name, at) => {
    expect(await withinDirectory(root, name)).toBe(path.join(root, at))
  })

  it('takes an absolute path in the folder, and a folder behind a link', async () => {
    expect(await withinDirectory(root, path.join(root, 'a'))).toBe(path.join(root, 'a'))
    const linked = path.join(top, 'link-root')
    expect(await withinDirectory(linked, 'a')).toBe(path.join(root, 'a'))
    expect(await withinDirectory(root, path.join(linked, 'a'))).toBe(path.join(root, 'a'))
  })

  it.each([
    '',
    '.',
    '..',
    '../a',
    'in/../../a',
    '../root',
    '../root2/a',
    '/',
    '/etc/passwd',
    'a\0b',
    'link-out/a',
    'link-out/new/a',
    'in/../link-out/a',
    'link-nowhere/a',
    'link-nowhere/b/a',
  ])('refuses %j', async (name) => {
    const error = await withinDirectory(root, name).catch((error: unknown) => error)
    expect(isOutsideDirectory(error)).toBe(true)
    expect(String(error)).toContain('leads out of')
  })
})
