import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { collected, stagedBytes } from '@stowage/testing'
import { type BlobDirectory, createBlobDirectory, unusedBlobKey } from '@stowage/testing/internal'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { watchedFileSystem } from '../../testing/watched-file-system.ts'
import type { FileSystem } from '../io/file-system.ts'
import { nodeFileSystem } from '../io/node-file-system.ts'
import { type DiskFiles, disk } from './blobs.ts'

const SMALL = 64 * 1024
const bytes = randomBytes(10 * SMALL)

let directory: BlobDirectory
let key: string

beforeEach(async () => {
  directory = await createBlobDirectory()
  key = unusedBlobKey()
  await blobsWith({}).put(key, stagedBytes(bytes))
})

afterEach(() => directory.remove())

function blobsWith(faults: Partial<FileSystem>): DiskFiles {
  const fileSystem = { ...nodeFileSystem, ...faults }
  return disk({ directory: directory.path, fileSystem })
}

describe('read of a filesystem blob store', () => {
  it('needs one system call on the file for a small range, at any place', async () => {
    const calls: string[] = []
    const fileSystem = watchedFileSystem(({ phase, method }) => {
      if (phase === 'start') calls.push(method)
    })
    const blobs = disk({ directory: directory.path, fileSystem })
    for (const start of [0, 8 * SMALL]) {
      calls.length = 0
      const range = { start, end: start + SMALL }
      expect(await blobs.read(key, { range })).toEqual(bytes.subarray(range.start, range.end))
      expect(calls).toEqual(['open', 'read', 'close'])
    }
  })

  it('holds no more than 64 KiB of a larger range: it is a stream', async () => {
    const range = { start: 3, end: 3 + SMALL + 1 }
    const body = await blobsWith({}).read(key, { range })
    expect(body).toBeInstanceOf(Readable)
    expect(await buffer(body as Readable)).toEqual(bytes.subarray(range.start, range.end))
  })

  it('finds no blob in a directory that lies in its place, and holds nothing open', async () => {
    const blobs = blobsWith({})
    const other = unusedBlobKey()
    const place = join(directory.path, blobs.locate?.(other) ?? '')
    await mkdir(dirname(place), { recursive: true })
    await mkdir(place)
    for (const options of [{}, { range: { start: 0, end: 1 } }]) {
      await expect(blobs.read(other, options)).rejects.toMatchObject({ code: 'blob_not_found' })
    }
    expect(await directory.openFiles()).toEqual([])
  })

  it('never passes a file off as whole that ends before its size', async () => {
    const small = unusedBlobKey()
    const blobs = blobsWith({ read: async () => 0 })
    await blobs.put(small, stagedBytes(bytes.subarray(0, 100)))
    for (const options of [{}, { range: { start: 0, end: 100 } }]) {
      await expect(blobs.read(small, options)).rejects.toMatchObject({ code: 'unavailable' })
    }
    expect(await directory.openFiles()).toEqual([])
  })

  it('ends with the reason of a signal that aborts meanwhile, and holds nothing open', async () => {
    const whole = unusedBlobKey()
    await blobsWith({}).put(whole, stagedBytes(bytes.subarray(0, 100)))
    const reason = new Error('enough')
    for (const method of ['open', 'stat', 'read'] as const) {
      for (const options of [{}, { range: { start: 0, end: 100 } }]) {
        if (method === 'stat' && 'range' in options) continue
        const controller = new AbortController()
        const fileSystem = watchedFileSystem(({ method: called }) => {
          if (called === method) controller.abort(reason)
        })
        const blobs = disk({ directory: directory.path, fileSystem })
        const { signal } = controller
        await expect(blobs.read(whole, { ...options, signal })).rejects.toBe(reason)
        expect(await directory.openFiles()).toEqual([])
      }
    }
  })
})

describe('list of a filesystem blob store', () => {
  it('fails when a directory cannot be read, and never passes its blobs over', async () => {
    const broken = Object.assign(new Error('EIO: i/o error'), { code: 'EIO', syscall: 'scandir' })
    for (const depth of [0, 1, 2]) {
      const blobs = blobsWith({
        names(path) {
          const below = path.slice(join(directory.path, 'blobs').length).split(/[/\\]/).length - 1
          if (below === depth) throw broken
          return nodeFileSystem.names(path)
        },
      })
      await expect(collected(blobs.list())).rejects.toMatchObject({ code: 'unavailable' })
    }
  })

  it('reads no directory whose blobs all come before the key that it starts after', async () => {
    const read: string[] = []
    const blobs = blobsWith({
      names(path) {
        read.push(path)
        return nodeFileSystem.names(path)
      },
    })
    const root = join(directory.path, 'blobs')
    const [outer, inner] = [key.slice(0, 4), key.slice(4, 6)]
    await collected(blobs.list({ after: key }))
    expect(read).toEqual([root, join(root, outer), join(root, outer, inner)])
    read.length = 0
    await collected(blobs.list({ after: `${outer}zz${key.slice(6)}` }))
    expect(read).toEqual([root, join(root, outer)])
    read.length = 0
    await collected(blobs.list({ after: 'z'.repeat(key.length) }))
    expect(read).toEqual([root])
  })
})
