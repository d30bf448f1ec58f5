import { constants, fstatSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createBlobDirectory } from '@stowage/testing/internal'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { nodeFileSystem } from './node-file-system.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('syncDirectory', () => {
  it.skipIf(process.platform === 'win32')('syncs the directory itself, and closes it', async () => {
    const directory = await createBlobDirectory()
    onTestFinished(() => directory.remove())
    const synced: boolean[] = []
    vi.spyOn(nodeFileSystem, 'sync').mockImplementation(async (fd) => {
      synced.push(fstatSync(fd).isDirectory())
    })
    await nodeFileSystem.syncDirectory(directory.path)
    expect(synced).toEqual([true])
    const missing = nodeFileSystem.syncDirectory(join(directory.path, 'missing'))
    await expect(missing).rejects.toMatchObject({ code: 'ENOENT' })
    vi.spyOn(nodeFileSystem, 'sync').mockRejectedValue(new Error('EIO'))
    await expect(nodeFileSystem.syncDirectory(directory.path)).rejects.toThrow('EIO')
    expect(await directory.openFiles()).toEqual([])
  })
})

describe('syncDirectory on Windows, where no directory can be opened', () => {
  it('resolves without a look at it', async () => {
    const { platform } = process
    onTestFinished(() => void Object.defineProperty(process, 'platform', { value: platform }))
    Object.defineProperty(process, 'platform', { value: 'win32' })
    vi.resetModules()
    const { nodeFileSystem: onWindows } = await import('./node-file-system.ts')
    await onWindows.syncDirectory(join('nowhere', 'missing'))
  })
})

describe('write', () => {
  it.each([
    ['nothing', []],
    ['one chunk', ['one']],
    ['several chunks', ['one', 'two', '', 'three']],
  ])('takes %s in one call', async (_, texts) => {
    const directory = await createBlobDirectory()
    onTestFinished(() => directory.remove())
    const path = join(directory.path, 'file')
    await writeFile(path, '')
    const fd = await nodeFileSystem.open(path, constants.O_RDWR)
    const chunks = texts.map((text) => Buffer.from(text))
    expect(await nodeFileSystem.write(fd, chunks, 0)).toBe(texts.join('').length)
    await nodeFileSystem.close(fd)
    expect(await readFile(path, 'utf8')).toBe(texts.join(''))
  })
})
