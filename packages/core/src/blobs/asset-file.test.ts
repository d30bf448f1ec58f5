import { afterEach, describe, expect, it } from 'vitest'
import type { Asset } from '../assets/asset.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import type { AssetStore } from '../store/asset-store.ts'
import type { AdvancedOptions } from '../store/opening/asset-store-options.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'

const CONTENT = new TextEncoder().encode('what is read again and again')

const LINK = { expiresIn: 60, disposition: 'inline', cacheControl: 'no-store' } as const

describe('AssetStore.read, of small files', () => {
  const open: AssetStore[] = []
  afterEach(async () => {
    for (const store of open.splice(0)) await store.close()
  })

  /** A store, and how often its blobs were read. */
  function counted(advanced: AdvancedOptions = {}) {
    const blobs = createMemoryBlobs()
    const reads: string[] = []
    const store = createAssetStore({
      metadata: createMemoryMetadata(),
      blobs: {
        ...blobs,
        read(key, window) {
          reads.push(key)
          return blobs.read(key, window)
        },
      },
      advanced: { sweepEveryMs: false, ...advanced },
    })
    open.push(store)
    return { store, blobs, reads }
  }

  it('takes the blob once, and windows of it from memory', async () => {
    const { store, reads } = counted()
    const asset = await store.upload(CONTENT)
    for (let time = 0; time < 3; time += 1) {
      expect(await (await store.read(asset)).bytes()).toEqual(CONTENT)
    }
    const window = await store.read(asset, { range: { start: 5, end: 7 } })
    expect(await window.bytes()).toEqual(CONTENT.subarray(5, 7))
    expect(reads).toEqual([asset.blobKey])
  })

  it('never takes a window for the whole file', async () => {
    for (const range of [
      { start: 0, end: 7 },
      { start: 5, end: CONTENT.length },
      { start: 5, end: 7 },
    ]) {
      const { store, reads } = counted()
      const asset = await store.upload(CONTENT)
      const window = await store.read(asset, { range })
      expect(await window.bytes()).toEqual(CONTENT.subarray(range.start, range.end))
      expect(await (await store.read(asset)).bytes()).toEqual(CONTENT)
      expect(reads).toHaveLength(2)
    }
  })

  it('gives bytes that the caller may change', async () => {
    const { store } = counted()
    const asset = await store.upload(CONTENT)
    for (let time = 0; time < 2; time += 1) {
      const { body } = await store.read(asset)
      expect(body).toHaveProperty('buffer.byteLength', CONTENT.length)
      if (body instanceof Uint8Array) body.fill(0)
    }
    expect(await (await store.read(asset)).bytes()).toEqual(CONTENT)
  })

  it('heeds a signal also when the file is in memory', async () => {
    const { store } = counted()
    const asset = await store.upload(CONTENT)
    await store.read(asset)
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(store.read(asset, { signal })).rejects.toThrow('enough')
  })

  it('looks up each time whether the file may be served', async () => {
    const { store } = counted()
    const { id } = await store.upload(CONTENT)
    await store.read(id)
    await store.trash(id)
    await expect(store.read(id)).rejects.toMatchObject({ code: 'asset_not_found' })
    await store.restore(id)
    expect(await (await store.read(id)).bytes()).toEqual(CONTENT)
  })

  it('forgets what is purged', async () => {
    const { store } = counted()
    const asset = await store.upload(CONTENT)
    await store.read(asset)
    await store.trash(asset.id)
    await store.purge(asset.id)
    await expect(store.read(asset)).rejects.toMatchObject({ code: 'file_not_found' })
  })

  it('keeps nothing of what is purged while it is read', async () => {
    const { store, blobs, reads } = counted()
    const asset = await store.upload(CONTENT)
    const { read } = blobs
    blobs.read = async (key, options) => {
      const body = await read(key, options)
      await store.trash(asset.id)
      await store.purge(asset.id)
      return body
    }
    // It began before the purge, so it may end.
    expect(await (await store.read(asset)).bytes()).toEqual(CONTENT)
    for (let time = 0; time < 2; time += 1) {
      await expect(store.read(asset)).rejects.toMatchObject({ code: 'file_not_found' })
    }
    expect(reads).toEqual([asset.blobKey])
  })

  it('does not take a window of a file for the whole of it', async () => {
    const { store, reads } = counted()
    const asset = await store.upload(CONTENT)
    for (const range of [
      { start: 0, end: 5 },
      { start: 5, end: CONTENT.length },
      { start: 0, end: CONTENT.length - 1 },
      { start: 1, end: CONTENT.length },
    ]) {
      const window = await store.read(asset, { range })
      expect(await window.bytes()).toEqual(CONTENT.subarray(range.start, range.end))
    }
    expect(await (await store.read(asset)).bytes()).toEqual(CONTENT)
    expect(reads).toHaveLength(5)
  })

  it('keeps nothing when blobCacheBytes is 0', async () => {
    const { store, reads } = counted({ blobCacheBytes: 0 })
    const asset = await store.upload(CONTENT)
    await store.read(asset)
    await store.read(asset)
    expect(reads).toHaveLength(2)
  })
})

describe('a record that the caller holds', () => {
  const NOT_SERVED: Record<string, Partial<Asset>> = {
    'is in the trash': { trashedAt: '2026-01-01T00:00:00.000000Z' },
    'is held back': { status: 'processing' },
    'was refused by a scan': { status: 'failed' },
  }
  const variant = {
    name: 'thumbnail',
    mimeType: 'image/webp',
    extension: 'webp',
    width: 1,
    height: 1,
    size: CONTENT.length,
    sha256: '0'.repeat(64),
  }

  it.each(Object.entries(NOT_SERVED))('gives no file away when it %s', async (_, state) => {
    const blobs = createMemoryBlobs()
    const store = createAssetStore({
      metadata: createMemoryMetadata(),
      blobs: { ...blobs, locate: (key) => key, presign: async (key) => key },
      advanced: { sweepEveryMs: false },
    })
    const stored = await store.upload(CONTENT)
    const asset = { ...stored, variants: [{ ...variant, blobKey: stored.blobKey }] }
    expect(store.urls.locate(asset)).toBe(asset.blobKey)
    expect(await store.urls.presign(asset, LINK)).toBe(asset.blobKey)
    const record = { ...asset, ...state }
    const refused = { code: 'file_not_found' }
    for (const options of [{}, { variant: 'thumbnail' }]) {
      await expect(store.read(record, options)).rejects.toMatchObject(refused)
      const presigned = store.urls.presign(record, { ...LINK, ...options })
      await expect(presigned).rejects.toMatchObject(refused)
      expect(() => store.urls.locate(record, options)).toThrow(expect.objectContaining(refused))
    }
    await store.close()
  })
})

describe('presign', () => {
  it("takes the file's media type unless another is given", async () => {
    const store = createAssetStore({
      metadata: createMemoryMetadata(),
      blobs: { ...createMemoryBlobs(), presign: async (_key, { mimeType }) => mimeType },
      advanced: { sweepEveryMs: false },
    })
    const asset = await store.upload(CONTENT)
    expect(await store.urls.presign(asset, LINK)).toBe(asset.mimeType)
    expect(await store.urls.presign(asset, { ...LINK, mimeType: undefined } as never)).toBe(
      asset.mimeType,
    )
    expect(await store.urls.presign(asset, { ...LINK, mimeType: 'text/x-other' })).toBe(
      'text/x-other',
    )
    await store.close()
  })
})

describe('locate', () => {
  it('returns the location that the blob store gives, of a variant too, or null', async () => {
    const blobs = createMemoryBlobs()
    const open = (locate?: (key: string) => string) =>
      createAssetStore({
        metadata: createMemoryMetadata(),
        blobs: { ...blobs, ...(locate && { locate }) },
        advanced: { sweepEveryMs: false },
      })
    const store = open((key) => `blobs/${key}`)
    const asset = await store.upload(CONTENT)
    expect(store.urls.locate(asset)).toBe(`blobs/${asset.blobKey}`)
    const refused = expect.objectContaining({ code: 'file_not_found' })
    expect(() => store.urls.locate(asset, { variant: 'thumbnail' })).toThrow(refused)
    expect(open().urls.locate(asset)).toBeNull()
    await store.close()
    expect(() => store.urls.locate(asset)).toThrow(expect.objectContaining({ code: 'closed' }))
  })
})

describe('read of a file that is lost', () => {
  it('is damage with its cause, unless the asset was purged', async () => {
    const blobs = createMemoryBlobs()
    const metadata = createMemoryMetadata()
    const store = createAssetStore({ metadata, blobs, advanced: { sweepEveryMs: false } })
    const asset = await store.upload(CONTENT)
    await blobs.delete([asset.blobKey])
    await expect(store.read(asset)).rejects.toMatchObject({
      code: 'blob_damaged',
      cause: { code: 'blob_not_found' },
    })
    await store.close()
  })
})
