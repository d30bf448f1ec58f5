import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSqliteMetadata } from '../../sqlite/metadata/open-sqlite-metadata.ts'
import { openAssetStore } from './open-asset-store.ts'

const NOBODY = 65534

let directory: string

beforeAll(() => {
  // Root may write anywhere. This process runs the tests of this file alone.
  if (process.getuid?.() === 0) {
    process.setgid?.(NOBODY)
    process.setuid?.(NOBODY)
  }
})
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'stowage-'))
})
afterEach(async () => {
  for (const name of await readdir(directory)) await chmod(join(directory, name), 0o755)
  await chmod(directory, 0o755)
  await rm(directory, { recursive: true })
})

/** What the operator reads: the path in the way, its mode and owner, and as whom the process runs. */
function messageFor(kind: string, path: string, mode: string): RegExp {
  const [uid, gid] = [process.getuid?.(), process.getgid?.()]
  const owner = `has mode ${mode} and belongs to user ${uid}, group ${gid}`
  return new RegExp(
    `the ${kind} ${path} ${owner}, and this process runs as user ${uid}, group ${gid}`,
  )
}

const system = 'EACCES'

describe('openAssetStore, on a folder that cannot be written', () => {
  it('says which folder, whose it is, and as whom the process runs', async () => {
    await chmod(directory, 0o555)
    await expect(openAssetStore({ directory })).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument: 'directory', system },
      message: expect.stringMatching(messageFor('folder', directory, '0555')),
    })
  })

  it('names the folder in which it cannot be made', async () => {
    await chmod(directory, 0o555)
    const deep = join(directory, 'not', 'there')
    await expect(openAssetStore({ directory: deep })).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument: 'directory', system },
      message: expect.stringMatching(messageFor('folder', directory, '0555')),
    })
  })

  it('names a folder in it that another user has made', async () => {
    const blobs = join(directory, 'blobs')
    await mkdir(blobs, { mode: 0o500 })
    await expect(openAssetStore({ directory })).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringMatching(messageFor('folder', blobs, '0500')),
    })
  })

  it('names a database that cannot be written', async () => {
    await (await openAssetStore({ directory })).close()
    const file = join(directory, 'stowage.db')
    await chmod(file, 0o440)
    await expect(openAssetStore({ directory })).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument: 'file', system },
      message: expect.stringMatching(messageFor('file', file, '0440')),
    })
    await (await openAssetStore({ directory, readOnly: true })).close()
  })

  it('says so of an upload when the rights are taken away later, and shows no path to programs', async () => {
    const store = await openAssetStore({ directory })
    await mkdir(join(directory, 'blobs'), { mode: 0o500 })
    await expect(store.upload(new Uint8Array(300_000))).rejects.toMatchObject({
      code: 'unavailable',
      context: { system },
      message: expect.stringMatching(messageFor('folder', join(directory, 'blobs'), '0500')),
    })
    await store.close()
  })

  it('names a file that stands where the folder should', async () => {
    const file = join(directory, 'a')
    await writeFile(file, '')
    for (const path of [file, join(file, 'b')]) {
      await expect(openAssetStore({ directory: path })).rejects.toMatchObject({
        code: 'invalid_argument',
        context: { argument: 'directory' },
        message: expect.stringContaining(path),
      })
    }
  })
})

describe('openAssetStore, where there can be no folder', () => {
  it('names the folder and what to do', async () => {
    const folder = join(directory, 'a'.repeat(300))
    await expect(openAssetStore({ directory: folder })).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument: 'directory', system: 'ENAMETOOLONG' },
      message: expect.stringContaining(`${folder} cannot be made`),
    })
  })
})

describe('openSqliteMetadata, in a folder that cannot be written', () => {
  it('says which folder, whose it is, and as whom the process runs', async () => {
    await chmod(directory, 0o555)
    await expect(openSqliteMetadata({ file: join(directory, 'a.db') })).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument: 'file', system },
      message: expect.stringMatching(messageFor('folder', directory, '0555')),
    })
  })
})
