import { PassThrough } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createAnalyzer } from '@stowage/analysis'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryStaging } from '../../memory/staging.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../../memory.ts'
import { replacing } from '../../testing/replacing.ts'
import { createAssetStore } from './create-asset-store.ts'

describe('upload', () => {
  it('discards what it staged once it is stored', async () => {
    const staging = createMemoryStaging()
    const ended: string[] = []
    let staged = 0
    const store = createAssetStore({
      metadata: createMemoryMetadata(),
      blobs: createMemoryBlobs(),
      advanced: { sweepEveryMs: false },
      staging: {
        ...staging,
        async create() {
          const file = await staging.create()
          staged += 1
          const name = `file ${staged}`
          return {
            ...file,
            async discard() {
              ended.push(name)
              await file.discard()
            },
          }
        },
      },
    })
    const large = () => new Blob([Buffer.alloc(300_000)])
    await store.uploadMany([{ source: large() }, { source: large() }])
    expect(ended.sort()).toEqual(['file 1', 'file 2'])
    await store.close()
  })
})

describe('close', () => {
  it('ends analyzer, processor and database, also when one of them fails to end', async () => {
    const ended: string[] = []
    const metadata = createMemoryMetadata()
    const analyzer = createAnalyzer()
    const store = createAssetStore({
      metadata: {
        ...metadata,
        async close() {
          ended.push('metadata')
          await metadata.close()
        },
      },
      blobs: createMemoryBlobs(),
      advanced: { sweepEveryMs: false },
      analyzer: {
        ...analyzer,
        async close() {
          ended.push('analyzer')
          await analyzer.close()
        },
      },
      variants: {
        plans: [],
        accepts: () => false,
        make: async () => ({ made: [], failed: [] }),
        async close() {
          ended.push('processor')
          throw new Error('the decoder does not end')
        },
      },
    })
    await expect(store.close()).rejects.toThrow('does not end')
    expect(ended.sort()).toEqual(['analyzer', 'metadata', 'processor'])
  })

  it('waits for every upload under way, not only for the first that ends', async () => {
    const metadata = createMemoryMetadata()
    let isClosed = false
    const store = createAssetStore({
      metadata: {
        ...metadata,
        async close() {
          isClosed = true
          await metadata.close()
        },
      },
      blobs: createMemoryBlobs(),
      advanced: { sweepEveryMs: false },
    })
    const sources = [new PassThrough(), new PassThrough()]
    const uploads = sources.map((source) => store.upload(source))
    const closing = store.close()
    for (const [index, source] of sources.entries()) {
      for (let turn = 0; turn < 10; turn += 1) await nextTurn()
      expect(isClosed).toBe(false)
      source.end('words')
      expect((await uploads[index])?.size).toBe(5)
    }
    await closing
    expect(isClosed).toBe(true)
  })
})

describe('sweepEveryMs', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** A store whose sweeps wait for their lease until the test answers, and what its hook received. */
  function sweptStore() {
    const metadata = createMemoryMetadata()
    const errors: unknown[] = []
    const asked: ((error: Error) => void)[] = []
    const store = createAssetStore({
      metadata: replacing(metadata, {
        leases: { acquire: () => new Promise((_, reject) => asked.push(reject)) },
      }),
      blobs: createMemoryBlobs(),
      advanced: { sweepEveryMs: 60_000 },
      onError: (error) => errors.push(error),
    })
    return { store, errors, asked }
  }

  it('goes on after a sweep that failed, and reports it to the hook', async () => {
    const { store, errors, asked } = sweptStore()
    await vi.advanceTimersByTimeAsync(1000)
    expect(asked).toHaveLength(1)
    asked[0]?.(new Error('the database is down'))
    await vi.advanceTimersByTimeAsync(59_999)
    expect(asked).toHaveLength(1)
    expect(errors).toMatchObject([{ message: 'the database is down' }])
    await vi.advanceTimersByTimeAsync(1)
    expect(asked).toHaveLength(2)
    asked[1]?.(new Error('the database is down'))
    await store.close()
  })

  it('leaves no timer behind, and reports nothing, when the store closes during a sweep', async () => {
    const { store, errors, asked } = sweptStore()
    await vi.advanceTimersByTimeAsync(1000)
    const closing = store.close()
    asked[0]?.(new Error('the connection ends'))
    await closing
    await vi.advanceTimersByTimeAsync(0)
    expect(errors).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })
})
