import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type FaultAction, faultPlan, faultyFileSystem, type PortCall } from '@stowage/testing'
import { type BlobDirectory, createBlobDirectory, unusedBlobKey } from '@stowage/testing/internal'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Piece, PieceStore } from '../../blobs/piece-store.ts'
import { isStowageError } from '../../errors/stowage-error.ts'
import { disk } from '../blobs/blobs.ts'
import { nodeFileSystem } from '../io/node-file-system.ts'

const CODES = [
  ['ENOSPC', 'insufficient_storage'],
  ['EIO', 'unavailable'],
  ['EMFILE', 'unavailable'],
] as const
const WORK = { fence: 1 }
const HALF = 200_000
const bytes = randomBytes(2 * HALF)

let directory: BlobDirectory

beforeEach(async () => {
  directory = await createBlobDirectory()
})

afterEach(() => directory.remove())

const healthy = () => disk({ directory: directory.path })

function blobsWith(decide: (call: PortCall) => FaultAction | undefined) {
  const fileSystem = faultyFileSystem(nodeFileSystem, faultPlan(decide))
  return disk({ directory: directory.path, fileSystem })
}

/** The pieces of the record after one request, which may fail: what was recorded before stays. */
async function appended(
  { append }: PieceStore,
  storage: string,
  pieces: readonly Piece[],
  part: Uint8Array,
): Promise<readonly Piece[]> {
  const writer = await append({ storage, blobKey: null, pieces }, WORK)
  try {
    await writer.write([part.subarray(0, 1000), part.subarray(1000)])
    const { pieces: fresh } = await writer.sync()
    await writer.confirm()
    const [first] = fresh
    return [...pieces.filter(({ start }) => start < (first?.start ?? 0)), ...fresh]
  } finally {
    await writer.close()
  }
}

async function expectWhole(storage: string, pieces: readonly Piece[]): Promise<void> {
  const blobs = healthy()
  const file = { storage, blobKey: null, pieces }
  const joined = await blobs.pieces.join(file, { ...WORK, size: bytes.byteLength, sha256: null })
  expect(bytes.equals(await joined.read({ start: 0, end: bytes.byteLength }))).toBe(true)
  const key = unusedBlobKey()
  await blobs.put(key, joined)
  await joined.discard()
  await blobs.pieces.discard(file)
  expect(await blobs.stat(key)).toEqual({ size: bytes.byteLength })
  await blobs.delete([key])
}

describe('an upload whose n-th call to the file system fails', () => {
  it.each(CODES)(
    '%s: goes on from what is recorded, and leaves nothing',
    async (code, expected) => {
      let reached = true
      for (let at = 1; reached; at += 1) {
        reached = false
        const faulty = blobsWith(({ number }) => {
          if (number !== at) return undefined
          reached = true
          return { kind: 'fail', code }
        })
        const storage = await faulty.pieces.begin({ blobKey: null, size: null })
        let pieces: readonly Piece[] = []
        const attempt = async (part: Uint8Array, store: PieceStore) => {
          const before = pieces
          try {
            pieces = await appended(store, storage, pieces, part)
          } catch (error) {
            expect(isStowageError(error) && error.code).toBe(expected)
            expect(`${(error as Error).message}`).not.toContain(directory.path)
            pieces = await appended(healthy().pieces, storage, before, part)
          }
        }
        // Small pieces first, which the next writer puts together with its own.
        await attempt(bytes.subarray(0, 2000), healthy().pieces)
        await attempt(bytes.subarray(2000, HALF), faulty.pieces)
        await attempt(bytes.subarray(HALF), faulty.pieces)
        const file = { storage, blobKey: null, pieces }
        const options = { ...WORK, size: bytes.byteLength, sha256: null }
        const joined = await faulty.pieces.join(file, options).catch((error: unknown) => error)
        if (isStowageError(joined)) expect(joined.code).toBe(expected)
        else await (joined as Awaited<ReturnType<PieceStore['join']>>).discard()
        await expectWhole(storage, pieces)
        expect(await directory.openFiles()).toEqual([])
        expect(await directory.files()).toEqual([])
      }
    },
  )
})

describe('a disk that fills in the middle', () => {
  it('refuses the bytes for which only the kept space is left, and keeps what is recorded', async () => {
    let free = 1_000_000_000
    const fileSystem = { ...nodeFileSystem, room: async () => ({ free, total: 10_000_000_000 }) }
    const { pieces } = disk({ directory: directory.path, fileSystem, keepFree: 1_000_000 })
    const storage = await pieces.begin({ blobKey: null, size: null })
    const recorded = await appended(pieces, storage, [], bytes.subarray(0, HALF))
    free = 1_000_100
    const full = disk({ directory: directory.path, fileSystem, keepFree: 1_000_000 }).pieces
    await expect(appended(full, storage, recorded, bytes.subarray(HALF))).rejects.toMatchObject({
      code: 'insufficient_storage',
    })
    free = 1_000_000_000
    await expectWhole(storage, await appended(pieces, storage, recorded, bytes.subarray(HALF)))
  })
})

describe('unfinished files', () => {
  it('hold few descriptors, however many have a writer', async () => {
    let open = 0
    let most = 0
    const { pieces } = disk({
      directory: directory.path,
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
        // Nothing here is about durability.
        sync: async () => {},
        syncDirectory: async () => {},
      },
    })
    const writers = await Promise.all(
      Array.from({ length: 1000 }, async () => {
        const storage = await pieces.begin({ blobKey: null, size: null })
        return pieces.append({ storage, blobKey: null, pieces: [] }, WORK)
      }),
    )
    const part = randomBytes(100)
    for (let round = 0; round < 2; round += 1) {
      await Promise.all(writers.map((writer) => writer.write([part])))
    }
    expect(most).toBeLessThanOrEqual(64)
    await Promise.all(writers.map((writer) => writer.close()))
    expect(open).toBe(0)
  })

  it('have no files before their first byte', async () => {
    const { pieces } = healthy()
    for (let count = 0; count < 1000; count += 1) await pieces.begin({ blobKey: null, size: 5 })
    await expect(readdir(join(directory.path, 'uploads'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('do not keep a segment that could not be synced', async () => {
    let broken = false
    const { pieces } = blobsWith(({ method }) =>
      broken && method === 'sync' ? { kind: 'fail', code: 'EIO' } : undefined,
    )
    const storage = await pieces.begin({ blobKey: null, size: null })
    const first = await appended(pieces, storage, [], bytes.subarray(0, HALF))
    broken = true
    await expect(appended(pieces, storage, first, bytes.subarray(HALF))).rejects.toMatchObject({
      code: 'unavailable',
    })
    broken = false
    const both = await appended(pieces, storage, first, bytes.subarray(HALF))
    expect(new Set(both.map(({ ref }) => ref)).size).toBe(2)
    await expectWhole(storage, both)
  })
})

describe('a file of one process', () => {
  it('grows in one segment over many requests, and is put without a copy', async () => {
    const { pieces } = healthy()
    const storage = await pieces.begin({ blobKey: null, size: null })
    let recorded: readonly Piece[] = []
    for (let at = 0; at < bytes.byteLength; at += 50_000) {
      recorded = await appended(pieces, storage, recorded, bytes.subarray(at, at + 50_000))
    }
    expect(recorded).toHaveLength(1)
    const file = { storage, blobKey: null, pieces: recorded }
    const joined = await pieces.join(file, { ...WORK, size: bytes.byteLength, sha256: null })
    expect(await directory.files()).toHaveLength(1)
    await joined.discard()
  })
})
