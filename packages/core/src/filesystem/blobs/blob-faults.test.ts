import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  assertBytes,
  assertMissing,
  bytesOf,
  type FaultAction,
  type FaultCode,
  faultPlan,
  faultyFileSystem,
  type PortCall,
  stagedBytes,
  stagedIn,
} from '@stowage/testing'
import { type BlobDirectory, createBlobDirectory, unusedBlobKey } from '@stowage/testing/internal'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { isStowageError } from '../../errors/stowage-error.ts'
import { createMemoryStaging } from '../../memory/staging.ts'
import { memoryFile } from '../../staging/memory-file.ts'
import type { StagedFile, StagingFile } from '../../staging/staging.ts'
import { nodeFileSystem } from '../io/node-file-system.ts'
import { type DiskFiles, disk } from './blobs.ts'

const CODES = [
  ['ENOSPC', 'insufficient_storage'],
  ['EIO', 'unavailable'],
  ['EMFILE', 'unavailable'],
] as const
const bytes = randomBytes(300_000)

/** How a file comes to its `put`. */
const SOURCES: Record<string, (blobs: DiskFiles) => Promise<StagedFile>> = {
  'a file in memory': async () => stagedBytes(bytes),
  'a file in pieces': async () =>
    memoryFile([bytes.subarray(0, 70_000), bytes.subarray(70_000, 70_001), bytes.subarray(70_001)]),
  'a file in staging': ({ staging }) => stagedIn(staging, bytes),
  'a file in foreign staging': () => stagedIn(createMemoryStaging(), bytes),
}

let directory: BlobDirectory
let sound: BlobStore

beforeEach(async () => {
  directory = await createBlobDirectory()
  sound = disk({ directory: directory.path })
})

afterEach(() => directory.remove())

/** Blobs whose calls to the file system meet this action. */
function blobsWith(decide: (call: PortCall) => FaultAction | undefined): DiskFiles {
  const fileSystem = faultyFileSystem(nodeFileSystem, faultPlan(decide))
  return disk({ directory: directory.path, fileSystem })
}

/** Runs the work with a fault at the first call, at the second, and so on until it makes fewer calls than that. */
async function atEveryCall(
  code: FaultCode,
  work: (blobs: DiskFiles) => Promise<void>,
): Promise<void> {
  let reached = true
  for (let at = 1; reached; at += 1) {
    reached = false
    const blobs = blobsWith(({ number }) => {
      if (number !== at) return undefined
      reached = true
      return { kind: 'fail', code }
    })
    await work(blobs)
    expect(await directory.openFiles()).toEqual([])
  }
}

function expectPortError(error: unknown, code: string): void {
  expect(isStowageError(error) && error.code).toBe(code)
  const { message, context } = error as { message: string; context: unknown }
  expect(`${message} ${JSON.stringify(context)}`).not.toContain('/')
}

async function discard(file: StagedFile | undefined): Promise<void> {
  if (file !== undefined && !(file.content instanceof Uint8Array)) await file.content.discard()
}

describe('a put whose n-th call to the file system fails', () => {
  for (const [code, expected] of CODES) {
    for (const [source, stage] of Object.entries(SOURCES)) {
      it(`${code}: ${source} is stored, or leaves nothing behind`, async () => {
        await atEveryCall(code, async (blobs) => {
          const key = unusedBlobKey()
          let file: StagedFile | undefined
          const failure = await (async () => {
            file = await stage(blobs)
            await blobs.put(key, file)
          })().catch((error: unknown) => error)
          await discard(file)
          // When it was the discarding that failed, or staging's own making: what a later sweep finds.
          await disk({ directory: directory.path }).staging.sweep(-60_000)
          if (failure === undefined) {
            await assertBytes(sound, key, bytes)
            await sound.delete([key])
          } else {
            expectPortError(failure, expected)
            await assertMissing(sound, key)
          }
          expect(await directory.files()).toEqual([])
        })
      })
    }
  }

  it('can be put again under another key from the same staged file', async () => {
    let armed = false
    const blobs = blobsWith(({ method }) => {
      return armed && method === 'syncDirectory' ? { kind: 'fail', code: 'EIO' } : undefined
    })
    const file = await stagedIn(blobs.staging, bytes)
    armed = true
    await expect(blobs.put(unusedBlobKey(), file)).rejects.toMatchObject({ code: 'unavailable' })
    armed = false
    const key = unusedBlobKey()
    await blobs.put(key, file)
    await file.content.discard()
    await assertBytes(sound, key, bytes)
  })
})

describe('a put that is aborted at the n-th call to the file system', () => {
  for (const [source, stage] of Object.entries(SOURCES)) {
    it(`${source} is stored, or leaves nothing behind`, async () => {
      let reached = true
      for (let at = 1; reached; at += 1) {
        reached = false
        const controller = new AbortController()
        const reason = new Error('enough')
        let calls = 0
        let counting = false
        const blobs = blobsWith(() => {
          if (counting) calls += 1
          if (!counting || calls !== at) return undefined
          reached = true
          controller.abort(reason)
          return undefined
        })
        const key = unusedBlobKey()
        const file = await stage(blobs)
        counting = true
        const { signal } = controller
        const failure = await blobs.put(key, file, { signal }).catch((error: unknown) => error)
        counting = false
        await discard(file)
        if (failure === undefined) {
          await assertBytes(sound, key, bytes)
          await sound.delete([key])
        } else {
          expect(failure).toBe(reason)
        }
        expect(await directory.files()).toEqual([])
        expect(await directory.openFiles()).toEqual([])
      }
    })
  }
})

describe('other calls whose n-th call to the file system fails', () => {
  it('a read fails, or gives all bytes', async () => {
    for (const range of [
      { start: 0, end: 100 },
      { start: 0, end: bytes.byteLength },
    ]) {
      const key = unusedBlobKey()
      await sound.put(key, stagedBytes(bytes))
      await atEveryCall('EIO', async (blobs) => {
        try {
          const body = await bytesOf(await blobs.read(key, { range }))
          expect(bytes.subarray(0, range.end).equals(body)).toBe(true)
        } catch (error) {
          expectPortError(error, 'unavailable')
        }
      })
    }
  })

  it('a delete can be done again', async () => {
    await atEveryCall('EIO', async (blobs) => {
      const keys = [unusedBlobKey(), unusedBlobKey(), unusedBlobKey()]
      for (const key of keys) await sound.put(key, stagedBytes(bytes))
      const failed = await blobs.delete(keys).catch((error: unknown) => {
        expectPortError(error, 'unavailable')
        return keys
      })
      for (const key of keys) {
        if (!failed.includes(key)) await assertMissing(sound, key)
      }
      expect(await sound.delete(keys)).toEqual([])
      expect(await directory.files()).toEqual([])
    })
  })

  it('a delete whose directory cannot be synced deletes nothing for certain', async () => {
    const blobs = blobsWith(({ method }) => {
      return method === 'syncDirectory' ? { kind: 'fail', code: 'EIO' } : undefined
    })
    const keys = [unusedBlobKey(), unusedBlobKey()]
    for (const key of keys) await sound.put(key, stagedBytes(bytes))
    await expect(blobs.delete(keys)).rejects.toMatchObject({ code: 'unavailable' })
    await sound.delete(keys)
  })

  it('a delete that is aborted begins with no further file', async () => {
    const controller = new AbortController()
    const reason = new Error('enough')
    let unlinks = 0
    const blobs = blobsWith(({ method }) => {
      if (method !== 'unlink') return undefined
      unlinks += 1
      if (unlinks === 32) controller.abort(reason)
      return undefined
    })
    const keys = Array.from({ length: 100 }, unusedBlobKey)
    for (const key of keys) await sound.put(key, stagedBytes(bytes.subarray(0, 10)))
    const { signal } = controller
    await expect(blobs.delete(keys, { signal })).rejects.toBe(reason)
    expect(unlinks).toBe(32)
    expect(await sound.delete(keys)).toEqual([])
    expect(await directory.files()).toEqual([])
  })

  it('a quarantine can be done again, and loses no byte', async () => {
    const key = unusedBlobKey()
    let quarantines = 0
    for (const [code, expected] of CODES) {
      await atEveryCall(code, async (blobs) => {
        await sound.put(key, stagedBytes(bytes))
        const failure = await blobs.quarantine(key).catch((error: unknown) => error)
        if (failure !== undefined) expectPortError(failure, expected)
        await sound.quarantine(key)
        await assertMissing(sound, key)
        quarantines += 1
      })
    }
    const aside = (await directory.files()).filter((file) => file.startsWith('quarantine'))
    const sizes = await Promise.all(
      aside.map(async (file) => (await stat(join(directory.path, file))).size),
    )
    // An empty file is a name that was taken and could not be given back.
    expect(sizes.filter((size) => size > 0)).toEqual(Array(quarantines).fill(bytes.byteLength))
  })

  it('a list and a stat fail with an error of the port', async () => {
    const key = unusedBlobKey()
    await sound.put(key, stagedBytes(bytes))
    await atEveryCall('EIO', async (blobs) => {
      try {
        expect(await blobs.stat(key)).toEqual({ size: bytes.byteLength })
        for await (const blob of blobs.list()) expect(blob).toEqual({ key, size: bytes.byteLength })
      } catch (error) {
        expectPortError(error, 'unavailable')
      }
    })
  })
})

describe('a file system that takes and gives half the bytes at a time', () => {
  for (const [source, stage] of Object.entries(SOURCES)) {
    it(`${source} is stored and read whole`, async () => {
      const blobs = blobsWith(() => ({ kind: 'short' }))
      const key = unusedBlobKey()
      const file = await stage(blobs)
      await blobs.put(key, file)
      await discard(file)
      await assertBytes(blobs, key, bytes)
      await assertBytes(blobs, key, bytes.subarray(1, 60_000), { start: 1, end: 60_000 })
    })
  }

  it('several chunks at once arrive in order', async () => {
    const { staging } = blobsWith(() => ({ kind: 'short' }))
    const file: StagingFile = await staging.create()
    await file.write(['abcd', '', 'e', 'fghijk'].map((text) => Buffer.from(text)))
    const read = await file.read({ start: 0, end: 99 })
    expect(Buffer.from(read).toString()).toBe('abcdefghijk')
    await file.discard()
  })
})
