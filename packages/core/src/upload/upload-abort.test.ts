import { getEventListeners } from 'node:events'
import { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { BlobStore } from '../blobs/blob-store.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import type { UploadSource } from '../staging/upload-source.ts'
import type { AssetStore } from '../store/asset-store.ts'
import { createAssetStore, type PortOptions } from '../store/opening/create-asset-store.ts'
import { replacing } from '../testing/replacing.ts'
import { fakeProcessor, original, ports } from '../variants/fake-processor.fixture.ts'
import type { UploadInput } from './upload-options.ts'

const bytes = Buffer.from('bytes')
const never = () => new Promise<never>(() => {})

/** A gate: what waits for it, and what it lets go on. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}

interface Hanging {
  readonly options?: Partial<PortOptions>
  upload(store: AssetStore, signal: AbortSignal, reached: () => void): Promise<unknown>
}

/** A source whose first `next` is answered as given. */
function sourceOf(iterator: () => AsyncIterator<Uint8Array>): UploadSource {
  return { [Symbol.asyncIterator]: iterator }
}

let reachedHook = () => {}
const hangs = () => {
  reachedHook()
  return never()
}

const hanging: Record<string, Hanging> = {
  'the quota hook': {
    options: { quota: hangs },
    upload: (store, signal) => store.upload(bytes, { signal }),
  },
  'the quota hook, asked early': {
    options: { quota: hangs },
    upload: (store, signal) => store.upload(bytes, { signal, expectedBytes: 10_000_000 }),
  },
  'the allow hook': {
    options: { allow: hangs },
    upload: (store, signal) => store.upload(bytes, { signal }),
  },
  'the scan hook': {
    options: { scan: hangs },
    upload: (store, signal) => store.upload(bytes, { signal }),
  },
  'the analyzer': {
    options: { analyzer: { analyze: hangs } },
    upload: (store, signal) => store.upload(bytes, { signal }),
  },
  'the variant processor': {
    options: {
      variants: {
        when: 'upload',
        processor: {
          plans: [{ name: 'thumbnail', timing: 'immediately' }],
          accepts: () => true,
          make: hangs,
        },
      },
    },
    upload: (store, signal) => store.upload(bytes, { signal }),
  },
  'the next chunk': {
    upload: (store, signal, reached) =>
      store.upload(
        sourceOf(() => ({
          next() {
            reached()
            return never()
          },
        })),
        { signal },
      ),
  },
  'the next file': {
    upload(store, signal, reached) {
      async function* files(): AsyncGenerator<UploadInput> {
        yield { source: bytes }
        reached()
        await never()
      }
      return store.uploadMany(files(), { signal })
    },
  },
  'the destruction of a stream': {
    upload: (store, signal, reached) =>
      store.upload(
        new Readable({
          read: () => reached(),
          destroy: () => {},
        }),
        { signal },
      ),
  },
}

describe.each(Object.entries(hanging))('an upload that waits for %s', (_, { options, upload }) => {
  function begun() {
    const { open, opened } = gate()
    reachedHook = open
    const store = createAssetStore({
      metadata: createMemoryMetadata(),
      blobs: createMemoryBlobs(),
      ...options,
      advanced: { sweepEveryMs: false, closeTimeout: 1, ...options?.advanced },
    })
    const controller = new AbortController()
    const uploading = upload(store, controller.signal, open)
    uploading.catch(() => {})
    return { store, controller, uploading, opened }
  }

  it('ends with the reason of its signal', async () => {
    const { store, controller, uploading, opened } = begun()
    await opened
    const reason = new Error('enough')
    controller.abort(reason)
    await expect(uploading).rejects.toBe(reason)
    expect((await store.list()).total).toBe(0)
    await store.close()
  })

  it('does not keep the store from closing', async () => {
    const { store, uploading, opened } = begun()
    await opened
    await store.close()
    await expect(uploading).rejects.toMatchObject({ code: 'closed' })
  })
})

describe('an upload that was refused, and whose source does not return', () => {
  it.each(['an abort', 'close'])('ends with the refusal after %s', async (how) => {
    const store = createAssetStore({
      metadata: createMemoryMetadata(),
      blobs: createMemoryBlobs(),
      limits: { fileSize: 1 },
      advanced: { sweepEveryMs: false, closeTimeout: 1 },
    })
    const { open, opened } = gate()
    const source = sourceOf(() => ({
      next: async () => ({ done: false, value: bytes }),
      return() {
        open()
        return never()
      },
    }))
    const controller = new AbortController()
    const refused = expect(
      store.upload(source, { signal: controller.signal }),
    ).rejects.toMatchObject({ code: 'file_too_large' })
    await opened
    if (how === 'an abort') controller.abort()
    const closing = store.close()
    await refused
    await closing
  })
})

describe('close', () => {
  it('waits for an upload under way whose source goes on', async () => {
    const store = createAssetStore({
      metadata: createMemoryMetadata(),
      blobs: createMemoryBlobs(),
      advanced: { sweepEveryMs: false },
    })
    const { open, opened } = gate()
    async function* source() {
      yield bytes
      await opened
      yield bytes
    }
    const uploading = store.upload(source())
    const closing = store.close()
    open()
    expect((await uploading).size).toBe(2 * bytes.length)
    await closing
  })
})

describe('the signal of an upload', () => {
  it('has no listener left when the upload has ended, however it ended', async () => {
    const store = createAssetStore({
      metadata: createMemoryMetadata(),
      blobs: createMemoryBlobs(),
      advanced: { sweepEveryMs: false },
    })
    onTestFinished(() => store.close())
    const { signal } = new AbortController()
    await store.upload(Readable.from([bytes], { objectMode: false }), { signal })
    await expect(
      store.upload(Readable.from(['text'], { encoding: 'utf8' }), { signal }),
    ).rejects.toThrow()
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('that aborts while its thumbnail is put does not wait for that', async () => {
    const { open, blobs } = ports()
    const { processor } = fakeProcessor({ thumbnail: 'immediately' })
    const controller = new AbortController()
    const reason = new Error('enough')
    let count = 0
    const put: BlobStore['put'] = (key, file, { signal } = {}) => {
      count += 1
      if (count === 1) return blobs.put(key, file)
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
        setImmediate(() => controller.abort(reason))
      })
    }
    const store = open(processor, { blobs: { ...blobs, put } })
    onTestFinished(() => store.close())
    await expect(store.upload(original, { signal: controller.signal })).rejects.toBe(reason)
    expect(count).toBe(2)
  })

  it.each([['blobs', 'reserve'] as const, ['assets', 'usage'] as const])(
    'that aborts while the database hangs over `%s.%s` does not wait for that',
    async (role, verb) => {
      const controller = new AbortController()
      const reason = new Error('enough')
      const hangs = () => {
        setImmediate(() => controller.abort(reason))
        return never()
      }
      const store = createAssetStore({
        metadata: replacing(createMemoryMetadata(), { [role]: { [verb]: hangs } }),
        blobs: createMemoryBlobs(),
        quota: () => 2 ** 30,
        advanced: { sweepEveryMs: false },
      })
      onTestFinished(() => store.close())
      const upload = store.upload(new Uint8Array(2 ** 20), { signal: controller.signal })
      await expect(upload).rejects.toBe(reason)
    },
  )

  it('that aborts during the last put keeps the upload from being stored', async () => {
    const controller = new AbortController()
    const { open, opened } = gate()
    const store = storeWhosePut(async (put) => {
      await opened
      await put()
      controller.abort(new Error('just in time'))
    })
    async function* files(): AsyncGenerator<UploadInput> {
      yield { source: bytes }
      // Once all files are received, the upload waits for the put alone.
      setImmediate(open)
    }
    const upload = store.uploadMany(files(), { signal: controller.signal })
    await expect(upload).rejects.toThrow('just in time')
    expect((await store.list()).total).toBe(0)
  })
})

/** A store whose blobs are put by way of `around`. */
function storeWhosePut(
  around: (put: () => Promise<void>) => Promise<void>,
  options: Partial<PortOptions> = {},
): AssetStore {
  const blobs = createMemoryBlobs()
  const wrapped: BlobStore = { ...blobs, put: (...args) => around(() => blobs.put(...args)) }
  const metadata = createMemoryMetadata()
  const store = createAssetStore({
    ...options,
    metadata,
    blobs: wrapped,
    advanced: { sweepEveryMs: false },
  })
  onTestFinished(() => store.close())
  return store
}

describe('an upload whose variants cannot be made', () => {
  it('waits for the put of its original before that is deleted', async () => {
    const order: string[] = []
    const { open, opened } = gate()
    const blobs = createMemoryBlobs()
    const store = createAssetStore({
      metadata: createMemoryMetadata(),
      blobs: {
        ...blobs,
        async put(key, file) {
          await opened
          await blobs.put(key, file)
          order.push('put')
        },
        delete(...args: Parameters<BlobStore['delete']>) {
          order.push('delete')
          return blobs.delete(...args)
        },
      },
      variants: {
        when: 'upload',
        processor: {
          plans: [{ name: 'thumbnail', timing: 'immediately' }],
          accepts: () => true,
          async make() {
            setImmediate(open)
            throw new Error('no memory')
          },
        },
      },
      advanced: { sweepEveryMs: false },
    })
    onTestFinished(() => store.close())
    await expect(store.upload(bytes)).rejects.toThrow()
    expect(order).toEqual(['put', 'delete'])
    const left = []
    for await (const blob of blobs.list()) left.push(blob)
    expect(left).toEqual([])
  })
})
