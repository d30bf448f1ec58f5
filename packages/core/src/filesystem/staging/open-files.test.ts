import { randomBytes } from 'node:crypto'
import { readdirSync, readlinkSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BlobDirectory, createBlobDirectory, unusedBlobKey } from '@stowage/testing/internal'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryMetadata } from '../../memory.ts'
import { fromPath } from '../../staging/from-path.ts'
import { stageUpload } from '../../staging/stage-upload.ts'
import type { AssetStore } from '../../store/asset-store.ts'
import { createAssetStore } from '../../store/opening/create-asset-store.ts'
import { disk } from '../blobs/blobs.ts'
import type { FileSystem } from '../io/file-system.ts'
import { nodeFileSystem } from '../io/node-file-system.ts'

const STAGING = 64
const WRITING = 32
const READING = 32
/** Bytes of a file that goes to staging. */
const LARGE = 300_000

let directory: BlobDirectory

beforeEach(async () => {
  directory = await createBlobDirectory()
})

afterEach(() => directory.remove())

/** The real file system, and the most files of the store that it had open at a time. */
function countingFileSystem(): { readonly fileSystem: FileSystem; most(): number } {
  let open = 0
  let most = 0
  return {
    most: () => most,
    fileSystem: {
      ...nodeFileSystem,
      async open(...args) {
        const fd = await nodeFileSystem.open(...args)
        open += 1
        most = Math.max(most, open)
        return fd
      },
      async close(...args) {
        await nodeFileSystem.close(...args)
        open -= 1
      },
    },
  }
}

function storeOn(fileSystem: FileSystem): AssetStore {
  return createAssetStore({
    metadata: createMemoryMetadata(),
    blobs: disk({ directory: directory.path, fileSystem }),
    advanced: { sweepEveryMs: false },
  })
}

describe('files that uploads have open', () => {
  it('are bounded however many large files three bulk uploads have', async () => {
    const { fileSystem, most } = countingFileSystem()
    const store = storeOn(fileSystem)
    const content = randomBytes(LARGE)
    const files = () => Array.from({ length: 100 }, () => ({ source: new Blob([content]) }))
    const assets = (await Promise.all([1, 2, 3].map(() => store.uploadMany(files())))).flat()
    expect(most()).toBeLessThanOrEqual(STAGING)
    expect(assets).toHaveLength(300)
    const last = assets.at(-1)?.id ?? ''
    expect(content.equals(await (await store.read(last)).bytes())).toBe(true)
    await store.close()
    expect(await directory.openFiles()).toEqual([])
  })

  it('are bounded for any number of slow uploads, and no upload keeps another waiting', async () => {
    const { fileSystem, most } = countingFileSystem()
    const { staging, ...blobs } = disk({ directory: directory.path, fileSystem })
    const contents = Array.from({ length: 150 }, () => randomBytes(2 * LARGE))
    let goOn = () => {}
    const paused = new Promise<void>((resolve) => (goOn = resolve))
    let half = 0
    const halfWay = new Promise<void>((resolve) => {
      const arrive = () => (++half === contents.length ? resolve() : undefined)
      async function* slow(bytes: Uint8Array) {
        yield bytes.subarray(0, LARGE)
        arrive()
        await paused
        yield bytes.subarray(LARGE)
      }
      taking = contents.map((bytes) => stageUpload(slow(bytes), { staging, limit: 1e9 }))
    })
    await halfWay
    // All are under way, none has ended.
    goOn()
    const files = await Promise.all(taking)
    for (const [index, file] of files.entries()) {
      const bytes = await file.read({ start: 0, end: 2 * LARGE })
      expect(contents[index]?.equals(bytes)).toBe(true)
    }
    const key = unusedBlobKey()
    await blobs.put(key, files[0] as (typeof files)[0])
    // Once more, as after a lost reservation.
    await blobs.put(unusedBlobKey(), files[0] as (typeof files)[0])
    expect(most()).toBeLessThanOrEqual(STAGING)
    await Promise.all(files.map((file) => file.discard()))
    expect(await directory.openFiles()).toEqual([])
    expect(await directory.files()).toHaveLength(2)
  })

  it('are bounded however many small files are put at once', async () => {
    const { fileSystem, most } = countingFileSystem()
    const store = storeOn(fileSystem)
    const files = () => Array.from({ length: 100 }, (_, n) => ({ source: Buffer.from(`${n}`) }))
    await Promise.all([1, 2, 3].map(() => store.uploadMany(files())))
    expect(most()).toBeLessThanOrEqual(WRITING)
    await store.close()
  })

  // Other systems do not report which files are open.
  it.runIf(process.platform === 'linux')(
    'are bounded however many uploads read files by their path',
    async () => {
      const sources = join(directory.path, 'sources')
      await mkdir(sources)
      const path = join(sources, 'a.bin')
      await writeFile(path, Buffer.alloc(LARGE))
      let most = 0
      const { fileSystem } = countingFileSystem()
      const store = storeOn({
        ...fileSystem,
        write(...args) {
          const open = readdirSync('/proc/self/fd').filter((fd) => targetOf(fd) === path)
          most = Math.max(most, open.length)
          return fileSystem.write(...args)
        },
      })
      await Promise.all(Array.from({ length: 200 }, () => store.upload(fromPath(path))))
      expect(most).toBeGreaterThan(0)
      expect(most).toBeLessThanOrEqual(READING)
      await store.close()
    },
  )
})

let taking: Promise<Awaited<ReturnType<typeof stageUpload>>>[] = []

function targetOf(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    return ''
  }
}

describe('a staging file that cannot be opened again', () => {
  it('takes no place from the others', async () => {
    const { fileSystem, most } = countingFileSystem()
    let isFull = false
    const { staging } = disk({
      directory: directory.path,
      fileSystem: {
        ...fileSystem,
        open: (...args) => (isFull ? Promise.reject(outOfFiles()) : fileSystem.open(...args)),
      },
    })
    const files = [await staging.create()]
    await files[0]?.write([Buffer.from('bytes')])
    while (files.length <= STAGING) files.push(await staging.create())
    isFull = true
    await expect(files[0]?.read({ start: 0, end: 5 })).rejects.toMatchObject({
      code: 'unavailable',
      context: { system: 'EMFILE' },
    })
    isFull = false
    while (files.length <= 3 * STAGING) files.push(await staging.create())
    expect(most()).toBe(STAGING)
    expect(Buffer.from((await files[0]?.read({ start: 0, end: 5 })) ?? []).toString()).toBe('bytes')
    expect(most()).toBe(STAGING)
    await Promise.all(files.map((file) => file.discard()))
    expect(await directory.openFiles()).toEqual([])
  })
})

function outOfFiles(): Error {
  return Object.assign(new Error('EMFILE: too many open files'), {
    code: 'EMFILE',
    syscall: 'open',
  })
}

describe('a staging file that is discarded', () => {
  it('gives its place to the next one', async () => {
    const { fileSystem, most } = countingFileSystem()
    const { staging } = disk({ directory: directory.path, fileSystem })
    for (let file = 0; file < 2 * STAGING; file += 1) {
      const created = await staging.create()
      await created.write([Buffer.from('bytes')])
      await created.discard()
    }
    expect(most()).toBe(1)
    expect(await directory.files()).toEqual([])
  })
})

describe('a staging file that was closed to make room', () => {
  it('is not synced when nothing was written to it', async () => {
    let syncs = 0
    const { staging } = disk({
      directory: directory.path,
      fileSystem: {
        ...nodeFileSystem,
        async sync(fd) {
          syncs += 1
          await nodeFileSystem.sync(fd)
        },
      },
    })
    const files = [await staging.create()]
    while (files.length <= STAGING) files.push(await staging.create())
    expect(syncs).toBe(0)
    await files[1]?.write([Buffer.from('bytes')])
    while (files.length <= 3 * STAGING) files.push(await staging.create())
    expect(syncs).toBe(1)
    await Promise.all(files.map((file) => file.discard()))
  })

  it('reports bytes that could not be synced then, and is never put', async () => {
    const broken = Object.assign(new Error('EIO: i/o error'), { code: 'EIO', syscall: 'fsync' })
    let isBroken = true
    const { staging, ...blobs } = disk({
      directory: directory.path,
      fileSystem: {
        ...nodeFileSystem,
        sync: (fd) => (isBroken ? Promise.reject(broken) : nodeFileSystem.sync(fd)),
      },
    })
    const first = await staging.create()
    await first.write([Buffer.from('bytes')])
    const others = await Promise.all(Array.from({ length: STAGING }, () => staging.create()))
    isBroken = false
    await expect(first.read({ start: 0, end: 5 })).rejects.toMatchObject({ code: 'unavailable' })
    const file = {
      ...(await stageUpload(Buffer.from('bytes'), { staging, limit: 9 })),
      content: first,
    }
    await expect(blobs.put(unusedBlobKey(), file)).rejects.toMatchObject({ code: 'unavailable' })
    await Promise.all([first, ...others].map((each) => each.discard()))
    expect(await directory.files()).toEqual([])
    expect(await directory.openFiles()).toEqual([])
  })
})
