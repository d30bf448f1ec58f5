import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  assertBytes,
  assertMissing,
  collected,
  faultPlan,
  faultyFileSystem,
  stagedBytes,
  stagedIn,
} from '@stowage/testing'
import {
  assertCode,
  type BlobDirectory,
  createBlobDirectory,
  stagedInChunks,
  unusedBlobKey,
} from '@stowage/testing/internal'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newBlobKey } from '../../blobs/blob-key.ts'
import { nodeFileSystem } from '../io/node-file-system.ts'
import { type DiskFiles, disk } from './blobs.ts'

const bytes = randomBytes(300_000)
const isWindows = process.platform === 'win32'

let directory: BlobDirectory
let blobs: DiskFiles

beforeEach(async () => {
  directory = await createBlobDirectory()
  blobs = disk({ directory: join(directory.path, 'deep', 'store') })
})

afterEach(() => directory.remove())

/** Where the documentation says that a blob lies. */
function placeOf(key: string): string {
  return join(directory.path, 'deep/store/blobs', key.slice(0, 4), key.slice(4, 6), key)
}

describe('a filesystem blob store on disk', () => {
  it('says where a blob lies below its directory', async () => {
    const key = unusedBlobKey()
    await blobs.put(key, stagedBytes(bytes))
    const place = blobs.locate?.(key) ?? ''
    expect(place).toBe(`blobs/${key.slice(0, 4)}/${key.slice(4, 6)}/${key}`)
    expect((await stat(join(directory.path, 'deep/store', place))).size).toBe(bytes.length)
    expect(() => blobs.locate?.('../secret')).toThrow()
  })

  it('makes nothing before the first file arrives', async () => {
    expect(await blobs.stat(unusedBlobKey())).toBeNull()
    expect(await collected(blobs.list())).toEqual([])
    expect(await blobs.staging.sweep(0)).toBe(0)
    await blobs.delete([unusedBlobKey()])
    await expect(stat(join(directory.path, 'deep'))).rejects.toThrow('ENOENT')
  })

  it('lays a blob down by its key, in directories by its time', async () => {
    const key = unusedBlobKey()
    await blobs.put(key, stagedBytes(bytes))
    expect((await stat(placeOf(key))).size).toBe(bytes.byteLength)
  })

  it.skipIf(isWindows)('lets owner and group read, and no other user', async () => {
    const [small, large] = [unusedBlobKey(), unusedBlobKey()]
    await blobs.put(small, stagedBytes(bytes))
    const file = await stagedIn(blobs.staging, bytes)
    await blobs.put(large, file)
    const permitted = 0o777 & ~process.umask()
    for (const path of [placeOf(small), placeOf(large)]) {
      expect((await stat(path)).mode & 0o777).toBe(0o640 & permitted)
      expect((await stat(dirname(path))).mode & 0o777).toBe(0o750 & permitted)
    }
    await file.content.discard()
  })

  it('does not copy a file of its staging', async () => {
    const key = unusedBlobKey()
    const file = await stagedIn(blobs.staging, bytes)
    await blobs.put(key, file)
    expect((await stat(placeOf(key))).nlink).toBe(2)
    await file.content.discard()
    expect((await stat(placeOf(key))).nlink).toBe(1)
    expect(await directory.files()).toHaveLength(1)
  })

  it('refuses writes to a staged file that has become a blob', async () => {
    const key = unusedBlobKey()
    const file = await stagedIn(blobs.staging, bytes)
    await blobs.put(key, file)
    await assertCode(file.content.write([bytes]), 'closed')
    await assertBytes(blobs, key, bytes)
    await file.content.discard()
  })

  it('keeps the directories of recent keys, which other processes remember as durable', async () => {
    const key = newBlobKey(Date.now())
    await blobs.put(key, stagedBytes(bytes))
    await blobs.delete([key])
    expect((await stat(dirname(placeOf(key)))).isDirectory()).toBe(true)
  })

  it('removes directories of old keys that become empty, and makes them again', async () => {
    const key = newBlobKey(0)
    await blobs.put(key, stagedBytes(bytes))
    await blobs.delete([key])
    await expect(stat(join(directory.path, 'deep/store/blobs'))).rejects.toThrow('ENOENT')
    const again = newBlobKey(0)
    await blobs.put(again, stagedBytes(bytes))
    await assertBytes(blobs, again, bytes)
  })

  it('goes on when another process removes the directories that it knows', async () => {
    await blobs.put(unusedBlobKey(), stagedBytes(bytes))
    await rm(join(directory.path, 'deep'), { recursive: true })
    const key = unusedBlobKey()
    await blobs.put(key, stagedBytes(bytes))
    await assertBytes(blobs, key, bytes)
  })

  it('passes over what is not a blob', async () => {
    const key = newBlobKey(0)
    await blobs.put(key, stagedBytes(bytes))
    const bucket = dirname(placeOf(key))
    const root = dirname(dirname(bucket))
    await writeFile(join(root, 'README'), 'not ours')
    await writeFile(join(root, 'file'), 'not a directory')
    await mkdir(join(root, 'lost+found'))
    await writeFile(join(bucket, 'x'.repeat(32)), 'in a place of another time')
    await writeFile(join(bucket, '.DS_Store'), 'not ours')
    await mkdir(join(bucket, newBlobKey(0)))
    expect(await collected(blobs.list())).toEqual([{ key, size: bytes.byteLength }])
  })

  it.skipIf(isWindows)('does not follow a symbolic link in the place of a blob', async () => {
    const key = newBlobKey(0)
    await blobs.put(newBlobKey(0), stagedBytes(bytes))
    const outside = join(directory.path, 'outside')
    await writeFile(outside, 'a secret')
    await symlink(outside, placeOf(key))
    await assertMissing(blobs, key)
    await assertCode(blobs.put(key, stagedBytes(bytes)), 'blob_exists')
    expect(await collected(blobs.list())).toHaveLength(1)
    await blobs.delete([key])
    expect((await stat(outside)).size).toBe('a secret'.length)
  })

  it('syncs the bytes of a staged file once', async () => {
    let syncs = 0
    const fileSystem = {
      ...nodeFileSystem,
      sync(fd: number) {
        syncs += 1
        return nodeFileSystem.sync(fd)
      },
    }
    const other = disk({ directory: directory.path, fileSystem })
    const file = await stagedIn(other.staging, bytes)
    await other.put(unusedBlobKey(), file)
    // What is sealed takes no more bytes, so that closing it needs no second sync.
    expect(syncs).toBe(1)
    await file.content.discard()
  })

  it('ends with the reason of a signal, of any type', async () => {
    const key = unusedBlobKey()
    for (const reason of ['enough', 7, null, { code: 'EIO' }]) {
      const signal = AbortSignal.abort(reason)
      const outcome = await blobs.put(key, stagedBytes(bytes), { signal }).then(
        () => 'stored',
        (error: unknown) => ({ error }),
      )
      expect(outcome).toEqual({ error: reason })
    }
    await assertMissing(blobs, key)
  })

  it('refuses a file that has more or fewer bytes than it says', async () => {
    const key = unusedBlobKey()
    const file = { ...stagedInChunks(bytes, () => {}), size: bytes.byteLength + 1 }
    await assertCode(blobs.put(key, file), 'invalid_argument', { argument: 'file' })
    await assertMissing(blobs, key)
  })

  it.skipIf(isWindows)('gives a blob to the end that is deleted while it is read', async () => {
    const key = unusedBlobKey()
    await blobs.put(key, stagedBytes(bytes))
    const body = await blobs.read(key)
    await blobs.delete([key])
    const chunks = await collected(body as AsyncIterable<Uint8Array>)
    expect(bytes.equals(Buffer.concat(chunks))).toBe(true)
    await assertMissing(blobs, key)
  })

  it('copies where the file system knows no second names', async () => {
    for (const code of ['EPERM', 'ENOTSUP', 'EXDEV', 'EMLINK'] as const) {
      const plan = faultPlan(({ method }) => {
        return method === 'link' ? { kind: 'fail', code } : undefined
      })
      const fileSystem = faultyFileSystem(nodeFileSystem, plan)
      const other = disk({ directory: directory.path, fileSystem })
      const key = unusedBlobKey()
      const file = await stagedIn(other.staging, bytes)
      await other.put(key, file)
      await assertCode(other.put(key, file), 'blob_exists')
      await file.content.discard()
      await assertBytes(other, key, bytes)
    }
  })
})

describe('a blob that is put aside on disk', () => {
  const placeAside = (name: string) => join(directory.path, 'deep/store/quarantine', name)

  it('lies in the quarantine directory under its key, as readable as before', async () => {
    const key = unusedBlobKey()
    await blobs.put(key, stagedBytes(bytes))
    await blobs.quarantine(key)
    expect(bytes.equals(await readFile(placeAside(key)))).toBe(true)
    if (isWindows) return
    const permitted = 0o777 & ~process.umask()
    expect((await stat(placeAside(key))).mode & 0o777).toBe(0o640 & permitted)
    expect((await stat(dirname(placeAside(key)))).mode & 0o777).toBe(0o750 & permitted)
  })

  it('never takes the place of an earlier one', async () => {
    const key = unusedBlobKey()
    const contents = [randomBytes(10), randomBytes(20), randomBytes(30)]
    for (const content of contents) {
      await blobs.put(key, stagedBytes(content))
      await blobs.quarantine(key)
    }
    expect((await readFile(placeAside(key))).byteLength).toBe(10)
    const names = await readdir(dirname(placeAside(key)))
    expect(names.every((name) => name.startsWith(key))).toBe(true)
    const sizes = await Promise.all(names.map(async (name) => (await stat(placeAside(name))).size))
    expect(sizes.sort()).toEqual([10, 20, 30])
  })

  it('makes nothing for a blob that is missing, or is no file', async () => {
    const [key, folder] = [newBlobKey(0), newBlobKey(0)]
    await blobs.put(newBlobKey(0), stagedBytes(bytes))
    await mkdir(placeOf(folder))
    await blobs.quarantine(key)
    await blobs.quarantine(folder)
    expect((await stat(placeOf(folder))).isDirectory()).toBe(true)
    expect(await directory.files()).toHaveLength(1)
    expect(await readdir(join(directory.path, 'deep/store'))).toEqual(['blobs'])
  })
})

describe('staging on disk', () => {
  const stagingPlace = () => join(directory.path, 'deep/store/staging')

  it('sweeps what others left behind longer ago than asked, and nothing younger', async () => {
    const own = await blobs.staging.create()
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    for (const age of [5, 59, 61, 600]) {
      const path = join(stagingPlace(), `left-${age}`)
      await writeFile(path, 'left behind')
      await utimes(path, minutesAgo(age), minutesAgo(age))
    }
    expect(await blobs.staging.sweep(60 * 60_000, { keep: true })).toBe(2)
    expect((await directory.files()).filter((path) => path.includes('left-'))).toHaveLength(4)
    expect(await blobs.staging.sweep(60 * 60_000)).toBe(2)
    expect((await directory.files()).filter((path) => path.includes('left-'))).toHaveLength(2)
    await own.discard()
  })

  it('sweeps no file of its own that is under way, however old', async () => {
    const own = await stagedIn(blobs.staging, bytes)
    expect(await blobs.staging.sweep(-60_000)).toBe(0)
    expect(await directory.files()).toHaveLength(1)
    await own.content.discard()
    expect(await directory.files()).toEqual([])
  })

  it('passes over what is gone before its turn, and over nothing else', async () => {
    for (const method of ['stat', 'unlink'] as const) {
      for (const [code, outcome] of [
        ['ENOENT', 0],
        ['EIO', 'unavailable'],
      ] as const) {
        const path = join(stagingPlace(), 'left')
        await mkdir(stagingPlace(), { recursive: true })
        await writeFile(path, 'left behind')
        const plan = faultPlan((call) =>
          call.method === method ? { kind: 'fail', code } : undefined,
        )
        const fileSystem = faultyFileSystem(nodeFileSystem, plan)
        const { staging } = disk({
          directory: join(directory.path, 'deep/store'),
          fileSystem,
        })
        const swept = await staging.sweep(-60_000).catch(({ code }) => code)
        expect([method, code, swept]).toEqual([method, code, outcome])
      }
    }
  })

  it('fails to sweep a directory that cannot be read, rather than find nothing in it', async () => {
    const broken = Object.assign(new Error('EIO: i/o error'), { code: 'EIO', syscall: 'scandir' })
    const names = () => {
      throw broken
    }
    const fileSystem = { ...nodeFileSystem, names }
    const { staging } = disk({ directory: directory.path, fileSystem })
    await assertCode(staging.sweep(0), 'unavailable', { system: 'EIO' })
  })

  it('lends nothing of a file once it is discarded', async () => {
    const { content } = await stagedIn(blobs.staging, bytes)
    await content.discard()
    await assertCode(content.read({ start: 0, end: 1 }), 'closed')
    await assertCode(content.write([bytes]), 'closed')
    expect(await directory.openFiles()).toEqual([])
  })

  it('loses no upload to a sweep of another process', async () => {
    const key = unusedBlobKey()
    const file = await stagedIn(blobs.staging, bytes)
    const other = disk({ directory: join(directory.path, 'deep', 'store') })
    expect(await other.staging.sweep(-60_000)).toBe(1)
    await blobs.put(key, file)
    await file.content.discard()
    await assertBytes(blobs, key, bytes)
  })

  it('leaves nothing behind once a file is discarded', async () => {
    const file = await stagedIn(blobs.staging, bytes)
    expect(await directory.files()).toHaveLength(1)
    await file.content.discard()
    expect(await directory.files()).toEqual([])
    expect(await directory.openFiles()).toEqual([])
  })

  it('goes on writing where it was after a write that failed', async () => {
    let full = false
    const plan = faultPlan(({ method }) => {
      return full && method === 'write' ? { kind: 'fail', code: 'ENOSPC' } : undefined
    })
    const fileSystem = faultyFileSystem(nodeFileSystem, plan)
    const { staging } = disk({ directory: directory.path, fileSystem })
    const file = await staging.create()
    await file.write([bytes.subarray(0, 1000)])
    full = true
    await assertCode(file.write([bytes.subarray(1000)]), 'insufficient_storage')
    full = false
    await file.write([bytes.subarray(1000)])
    expect(bytes.equals(await file.read({ start: 0, end: bytes.byteLength }))).toBe(true)
    await file.discard()
  })
})
