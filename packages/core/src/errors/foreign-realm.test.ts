import { inspect } from 'node:util'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { newBlobKey } from '../blobs/blob-key.ts'
import { nodeFileSystem } from '../filesystem/io/node-file-system.ts'
import { disk } from '../filesystem.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { sqliteFailure } from '../sqlite/connection/failure.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'
import { replacing } from '../testing/replacing.ts'
import { isStowageError } from './stowage-error.ts'
import { systemCode } from './system-errors.ts'

/** An error whose class is of another realm, as Node's own are under Jest. */
function foreignError(members: object): Error {
  const error: Error = runInNewContext("new Error('from another realm')")
  expect(error instanceof Error).toBe(false)
  return Object.assign(error, members)
}

describe('errors of another realm', () => {
  it('are recognised by code and name', () => {
    expect(systemCode(foreignError({ code: 'EEXIST', syscall: 'mkdir' }))).toBe('EEXIST')
    expect(systemCode(foreignError({ code: 'ERR_INVALID_ARG_TYPE' }))).toBeUndefined()
    expect(sqliteFailure(foreignError({ code: 'SQLITE_BUSY' }))).toBe('busy')
    expect(sqliteFailure(foreignError({ code: 'ERR_SQLITE_ERROR', errcode: 5 }))).toBe('busy')
    expect(sqliteFailure(foreignError({ code: 'ERR_SQLITE_ERROR' }))).toBe('other')
    expect(isStowageError(foreignError({ name: 'StowageError', code: 'closed' }), 'closed')).toBe(
      true,
    )
    for (const nothing of [null, undefined, 'EEXIST', 5]) {
      expect(systemCode(nothing)).toBeUndefined()
      expect(sqliteFailure(nothing)).toBeNull()
      expect(isStowageError(nothing)).toBe(false)
    }
  })

  it('of the file system do not break the folder', async () => {
    const fileSystem = {
      ...nodeFileSystem,
      stat: () => Promise.reject(foreignError({ code: 'ENOENT', syscall: 'lstat' })),
    }
    const blobs = disk({ directory: '/nowhere', fileSystem })
    expect(await blobs.stat(newBlobKey(0))).toBeNull()
  })

  it('reach the process as a warning when there is no hook', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation((warning) => {
      if (typeof warning !== 'string') throw new TypeError('Of another realm.')
    })
    onTestFinished(() => warn.mockRestore())
    const metadata = createMemoryMetadata()
    const failure = foreignError({ code: 'EIO', syscall: 'read' })
    const store = createAssetStore({
      metadata: replacing(metadata, { blobs: { claim: () => Promise.reject(failure) } }),
      blobs: createMemoryBlobs(),
      advanced: { sweepEveryMs: 1 },
    })
    await vi.waitFor(() => expect(warn).toHaveBeenCalled(), 300_000)
    await store.close()
    expect(warn.mock.lastCall?.[0]).toContain(inspect(failure).split('\n')[0])
  })
})

describe('values of another realm', () => {
  it('are taken as bytes and as times', async () => {
    const bytes: Uint8Array = runInNewContext('Uint8Array.from([104, 105])')
    const expiresAt: Date = runInNewContext('new Date(4000000000000)')
    const store = createAssetStore({
      metadata: createMemoryMetadata(),
      blobs: createMemoryBlobs(),
      advanced: { sweepEveryMs: false },
    })
    const asset = await store.upload(bytes, { name: 'a.txt' })
    expect(Buffer.from(await (await store.read(asset)).bytes()).toString()).toBe('hi')
    const { key } = await store.keys.create({ name: 'test', expiresAt })
    expect(key.expiresAt).toMatch(/^2096-/)
    await store.close()
  })
})
