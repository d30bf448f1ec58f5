import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type BlobDirectory, createBlobDirectory } from '@stowage/testing/internal'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDescriptor } from './descriptor.ts'
import type { FileSystem } from './file-system.ts'
import { nodeFileSystem } from './node-file-system.ts'
import { OpenFile } from './open-file.ts'

const SIZE = 1_000_000

function opened(fileSystem: FileSystem, fd: number): OpenFile {
  return new OpenFile(fileSystem, openDescriptor(fileSystem, fd))
}

let directory: BlobDirectory
let path: string
let file: OpenFile

beforeEach(async () => {
  directory = await createBlobDirectory()
  path = join(directory.path, 'file')
  await writeFile(path, Buffer.alloc(SIZE, 7))
  file = opened(nodeFileSystem, await nodeFileSystem.open(path, 0))
})

afterEach(async () => {
  await file.close()
  await directory.remove()
})

describe('OpenFile', () => {
  it('closes only when all users of the descriptor are done', async () => {
    const order: string[] = []
    const watched = opened(
      { ...nodeFileSystem, close: async () => void order.push('closed') },
      await nodeFileSystem.open(path, 0),
    )
    let release = () => {}
    const held = watched.use((fd) => {
      return new Promise<void>((resolve) => (release = resolve)).then(() =>
        nodeFileSystem.close(fd),
      )
    })
    const closed = watched.close()
    await new Promise(setImmediate)
    order.push('released')
    release()
    await Promise.all([held, closed])
    expect(order).toEqual(['released', 'closed'])
  })

  it('stays open until the last of several who use the descriptor is done', async () => {
    const order: string[] = []
    const watched = opened(
      {
        ...nodeFileSystem,
        async close(fd) {
          order.push('closed')
          await nodeFileSystem.close(fd)
        },
      },
      await nodeFileSystem.open(path, 0),
    )
    const ends: (() => void)[] = []
    const users = [0, 1].map(() => {
      return watched.use(() => new Promise<void>((resolve) => void ends.push(resolve)))
    })
    const closed = watched.close()
    for (const [index, end] of ends.entries()) {
      await new Promise(setImmediate)
      order.push(`user ${index} is done`)
      end()
    }
    await Promise.all([...users, closed])
    expect(order).toEqual(['user 0 is done', 'user 1 is done', 'closed'])
  })

  it('lends nothing once it was closed', async () => {
    await file.close()
    await expect(file.read({ start: 0, end: 1 })).rejects.toMatchObject({ code: 'closed' })
    await expect(buffer(file.stream({ start: 0, end: 1 }))).rejects.toMatchObject({
      code: 'closed',
    })
  })

  it('closes at the end of a stream that owns it, and not of one that does not', async () => {
    const window = { start: 0, end: SIZE }
    expect(await buffer(file.stream(window))).toHaveLength(SIZE)
    expect(await file.read({ start: 0, end: 5 })).toHaveLength(5)
    const owner = file.stream(window, { closes: true })
    const closed = new Promise((resolve) => owner.once('close', resolve))
    expect(await buffer(owner)).toHaveLength(SIZE)
    await closed
    expect(await directory.openFiles()).toEqual([])
  })

  it('closes when a stream that owns it is destroyed before, during or after a read', async () => {
    for (const start of [(): void => {}, (stream: NodeJS.ReadableStream) => void stream.resume()]) {
      const other = opened(nodeFileSystem, await nodeFileSystem.open(path, 0))
      const stream = other.stream({ start: 0, end: SIZE }, { closes: true })
      const closed = new Promise((resolve) => stream.once('close', resolve))
      start(stream)
      stream.destroy()
      await closed
    }
    await file.close()
    expect(await directory.openFiles()).toEqual([])
  })

  it('reports a file that could not be closed by the stream that owns it', async () => {
    const broken = Object.assign(new Error('EIO: i/o error'), { code: 'EIO', syscall: 'close' })
    const faulty: FileSystem = {
      ...nodeFileSystem,
      async close(fd) {
        await nodeFileSystem.close(fd)
        throw broken
      },
    }
    const owner = opened(faulty, await nodeFileSystem.open(path, 0))
    const failed = new Promise((resolve) =>
      owner.stream({ start: 0, end: 1 }, { closes: true }).once('error', resolve).destroy(),
    )
    expect(await failed).toMatchObject({ code: 'unavailable', cause: broken })
  })

  it('fails a stream whose file is cut short', async () => {
    await truncate(path, SIZE - 1)
    const stream = file.stream({ start: 0, end: SIZE })
    await expect(buffer(stream)).rejects.toMatchObject({ code: 'unavailable' })
  })
})
