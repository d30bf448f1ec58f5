import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createBlobDirectory } from '@stowage/testing/internal'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createDirectories } from './directories.ts'
import { nodeFileSystem } from './node-file-system.ts'

describe('createDirectories', () => {
  it('removes directories that are empty, up to the root, which stays', async () => {
    const { path, remove } = await createBlobDirectory()
    onTestFinished(remove)
    const root = join(path, 'root')
    await mkdir(join(root, 'a', 'b'), { recursive: true })
    await createDirectories(root, nodeFileSystem).prune(join(root, 'a', 'b'))
    expect(await readdir(path)).toEqual(['root'])
    expect(await readdir(root)).toEqual([])
  })
})
