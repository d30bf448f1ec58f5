import { describe, expect, it } from 'vitest'
import { disk } from '../../filesystem.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../../memory.ts'
import { openSqliteMetadata } from '../../sqlite/metadata/open-sqlite-metadata.ts'
import { createAssetStore } from './create-asset-store.ts'

/** As plain JavaScript calls a factory. */
type Loose = (options: unknown) => unknown

async function outcome(factory: unknown, options: unknown): Promise<unknown> {
  try {
    return await (factory as Loose)(options)
  } catch (error) {
    return error
  }
}

describe('createAssetStore', () => {
  const ports = { metadata: createMemoryMetadata(), blobs: createMemoryBlobs() }
  it.each<[object, string, RegExp]>([
    [{}, 'metadata', /missing/],
    [{ ...ports, metadata: Promise.resolve(ports.metadata) }, 'metadata', /Await it/],
    [
      { ...ports, metadata: createMemoryMetadata },
      'metadata',
      /Call it, as in `createMemoryMetadata\(\)`/,
    ],
    [{ ...ports, blobs: ports.metadata }, 'blobs', /a blob store/],
    [{ ...ports, staging: {} }, 'staging', /a staging area/],
    [{ ...ports, blobs: { ...ports.blobs, staging: undefined } }, 'staging', /pass `staging`/],
    [{ ...ports, directory: 'a' }, 'directory', /createAssetStore has no option directory/],
  ])('refuses wrong ports', async (options, argument, message) => {
    expect(await outcome(createAssetStore, options)).toMatchObject({
      code: 'invalid_argument',
      context: { argument },
      message: expect.stringMatching(message),
    })
  })

  it('requires staging when the blob store has none', async () => {
    const metadata = createMemoryMetadata()
    const { staging, ...blobs } = createMemoryBlobs()
    const options = { metadata, blobs, advanced: { sweepEveryMs: false } } as const
    expect(() => createAssetStore(options)).toThrow(
      expect.objectContaining({ code: 'invalid_argument', context: { argument: 'staging' } }),
    )
    if (staging === undefined) return expect.fail()
    const store = createAssetStore({ ...options, staging })
    expect((await store.upload(Buffer.alloc(300_000))).size).toBe(300_000)
    await store.close()
  })
})

describe('the factories of ports and analyzers', () => {
  it.each<[unknown, unknown, string]>([
    [openSqliteMetadata, undefined, 'file'],
    [openSqliteMetadata, { file: ':memory:' }, 'file'],
    [openSqliteMetadata, { file: 'a', driver: 'sqlite3' }, 'driver'],
    [openSqliteMetadata, { file: 'a', busyTimeout: -1 }, 'busyTimeout'],
    [openSqliteMetadata, { file: 'a', readonly: true }, 'readonly'],
    [openSqliteMetadata, { file: 'a', clock: 5 }, 'clock'],
    [disk, './media', 'options'],
    [disk, { directory: new URL('file:///media') }, 'directory'],
    [disk, { directory: 'a', fileSystem: {} }, 'fileSystem'],
    [disk, { directory: 'a', dir: 'a' }, 'dir'],
    [createMemoryMetadata, { clock: 5 }, 'clock'],
    [createMemoryMetadata, { now: () => 5 }, 'now'],
  ])('refuse a wrong option: %o %j', async (factory, options, argument) => {
    expect(await outcome(factory, options)).toMatchObject({
      code: 'invalid_argument',
      context: { argument },
    })
  })
})
