import { fstatSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createBlobDirectory } from '../../testing/fixtures/blob-directory.ts'
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
