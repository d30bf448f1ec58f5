import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Analyzer } from '@stowage/analysis'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { seqOf } from '../../assets/asset.ts'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { StowageError } from '../../errors/stowage-error.ts'
import { memory } from '../../memory/memory.ts'
import { fromPath } from '../../staging/from-path.ts'
import { fakeProcessor } from '../../variants/fake-processor.fixture.ts'
import type { AssetStore } from '../asset-store.ts'
import { openAssetStore } from './open-asset-store.ts'

const { processor } = fakeProcessor({ thumbnail: 'immediately' })

/** Files in memory, for stores that say themselves where large uploads wait. */
function withoutStaging(): BlobStore {
  const { staging: _, ...blobs } = memory().files
  return blobs
}

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'stowage-'))
})
afterEach(() => rm(directory, { recursive: true }))

describe('openAssetStore', () => {
  it('makes its directory, and finds everything again when opened anew', async () => {
    const deep = join(directory, 'not', 'there', 'yet')
    const first = await openAssetStore({ directory: deep })
    const { token } = await first.keys.create({ name: 'k' })
    const asset = await first.upload(Buffer.alloc(300_000, 'x'), { name: 'x.txt' })
    await first.close()

    const second = await openAssetStore({ directory: deep })
    expect(await second.get(asset.id)).toEqual(asset)
    expect(await second.keys.verify(token)).not.toBeNull()
    expect((await (await second.read(asset.id)).bytes()).length).toBe(300_000)
    await second.close()
  })

  it.each<[object, string, RegExp]>([
    [{}, 'directory', /Say where the store is/],
    [{ records: memory().records }, 'files', /Say where the files are/],
    [{ ...memory(), files: withoutStaging() }, 'staging', /Name a folder for them/],
    [{ ...memory(), sqlite: 'auto' }, 'sqlite', /no effect beside records/],
  ])('says which part has no place: %o', async (location, argument, message) => {
    await expect(openAssetStore(location)).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument },
      message: expect.stringMatching(message),
    })
  })

  it('keeps in its directory what has no other place', async () => {
    const large = Buffer.alloc(300_000, 'x')
    const files = withoutStaging()
    const store = await openAssetStore({ directory, files })
    const { blobKey } = await store.upload(large)
    expect(await files.stat(blobKey)).toEqual({ size: large.length })
    expect(await readdir(directory)).toContain('stowage.db')
    await store.close()
  })

  it('shares the files of one place in memory, and gives each store records of its own', async () => {
    const place = memory()
    const [one, other] = [await openAssetStore(place), await openAssetStore(place)]
    const { blobKey } = await one.upload(Buffer.from('x'))
    expect(await place.files.stat(blobKey)).not.toBeNull()
    expect((await other.list()).total).toBe(0)
    await Promise.all([one.close(), other.close()])
  })

  it('ends with its block, and so does a pause of deletion', async () => {
    let kept: AssetStore
    {
      await using store = await openAssetStore(memory())
      kept = store
      const { id } = await store.upload(Buffer.from('x'))
      await store.trash(id)
      {
        await using pause = await store.admin.pauseDeletion()
        pause.assertPaused()
        await store.purge(id)
      }
      expect((await store.admin.sweep()).blobs).toBe(1)
    }
    await expect(kept.list()).rejects.toMatchObject({ code: 'closed' })
  })

  it('says which folder for large uploads cannot be made', async () => {
    const staging = join(import.meta.filename, 'below a file')
    await expect(openAssetStore({ directory, staging })).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument: 'staging' },
    })
  })

  it('makes no directory when it is read-only', async () => {
    const nowhere = join(directory, 'nowhere')
    await expect(openAssetStore({ directory: nowhere, readOnly: true })).rejects.toThrow()
    expect(await readdir(directory)).toEqual([])
  })

  it('lets two stores share one directory', async () => {
    const stores = await Promise.all([openAssetStore({ directory }), openAssetStore({ directory })])
    const uploads = stores.flatMap((store) =>
      Array.from({ length: 20 }, (_, n) => store.upload(Buffer.from(`${n}`))),
    )
    const assets = await Promise.all(uploads)
    expect(new Set(assets.map(seqOf)).size).toBe(40)
    for (const store of stores) expect((await store.list()).total).toBe(40)
    await stores[0]?.trash(assets.map(({ id }) => id))
    expect((await stores[1]?.list())?.total).toBe(0)
    for (const store of stores) await store.close()
  })

  it('uploads files from disk by their path', async () => {
    const store = await openAssetStore({ directory })
    const [asset] = await store.uploadMany([fromPath(import.meta.filename)])
    expect(asset?.name).toBe('open-asset-store.test.ts')
    await expect(store.uploadMany([fromPath(join(directory, 'nowhere'))])).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument: 'path', system: 'ENOENT' },
    })
    expect(await readdir(join(directory, 'staging')).catch(() => [])).toEqual([])
    await store.close()
  })

  it('never takes a damaged file for a whole one, nor a missing one for a purged one', async () => {
    const store = await openAssetStore({ directory })
    const assets = await store.uploadMany([
      { source: Buffer.alloc(300_000, 'x') },
      { source: Buffer.alloc(300_000, 'y') },
    ])
    const [cut, gone] = assets.map(({ blobKey }) =>
      join(directory, 'blobs', blobKey.slice(0, 4), blobKey.slice(4, 6), blobKey),
    )
    await truncate(cut ?? '', 299_000)
    await rm(gone ?? '')
    for (const { id } of assets) {
      await expect(store.read(id)).rejects.toMatchObject({ code: 'blob_damaged' })
    }
    const range = { start: 299_500, end: 299_600 }
    await expect(store.read(assets[0]?.id ?? '', { range })).rejects.toMatchObject({
      code: 'blob_damaged',
    })
    await store.close()
  })

  it.each<[object, string, RegExp]>([
    [{ limits: { fileSize: Number.POSITIVE_INFINITY } }, 'limits.fileSize', /whole number from 1/],
    [{ limits: { analysisTimeMs: 2 ** 31 } }, 'limits.analysisTimeMs', /to 2147483647/],
    [{ limits: { filesize: 5 } }, 'limits.filesize', /Did you mean fileSize\?/],
    [{ limits: 5 }, 'limits', /an object with fileSize, /],
    [{ advanced: { graceMs: 10 } }, 'advanced.graceMs', /from 60000 to 604800000, not 10/],
    [{ advanced: { graceMs: Number.POSITIVE_INFINITY } }, 'advanced.graceMs', /not Infinity/],
    [{ advanced: { sweepEveryMs: 2 ** 31 } }, 'advanced.sweepEveryMs', /whole number/],
    [{ advanced: { sweepEveryMs: 0 } }, 'advanced.sweepEveryMs', /whole number/],
    [{ advanced: { sweepEveryMs: true } }, 'advanced.sweepEveryMs', /whole number/],
    [{ trash: 30 }, 'trash', /an object with retentionDays/],
    [{ trash: {} }, 'trash.retentionDays', /missing/],
    [{ trash: { retentionDays: 0 } }, 'trash.retentionDays', /whole number/],
    [{ trash: { retentionDays: 0.5 } }, 'trash.retentionDays', /whole number/],
    [{ trash: { retentionDays: 36_501 } }, 'trash.retentionDays', /whole number/],
    [{ trash: { retentionDays: Number.POSITIVE_INFINITY } }, 'trash.retentionDays', /whole number/],
    [{ tenant: '' }, 'tenant', /1 to 255 characters/],
    [{ variants: { processor, waitMs: 0 } }, 'variants.waitMs', /whole number/],
    [{ variants: { processor, waitMs: 2 ** 31 } }, 'variants.waitMs', /whole number/],
    [{ advanced: { blobCacheBytes: -1 } }, 'advanced.blobCacheBytes', /from 0/],
    [{ advanced: { closeTimeout: '5s' } }, 'advanced.closeTimeout', /not a string/],
    [{ sqlite: 'better-sqlite' }, 'sqlite', /'better-sqlite3' or 'node:sqlite'/],
    [{ variants: function sharpVariants() {} }, 'variants', /Call it, as in `sharpVariants\(\)`/],
    [{ variants: import('node:path') }, 'variants', /Await it/],
    [{ variants: true }, 'variants', /such as sharpVariants\(\)/],
    [{ variants: [] }, 'variants', /such as sharpVariants\(\)/],
    [{ variants: [processor, {}] }, 'variants[1]', /such as sharpVariants\(\)/],
    [{ variants: { whenBusy: 'wait' } }, 'variants', /such as sharpVariants\(\)/],
    [{ variants: { processor, whenBusy: 'wait' } }, 'variants.whenBusy', /not "wait"/],
    [{ variants: { processor, whenFailed: 'keep' } }, 'variants.whenFailed', /not "keep"/],
    [{ allow: ['jpg'] }, 'allow[0]', /never from file extensions/],
    [{ quota: 10 }, 'quota', /a function/],
    [{ scan: {} }, 'scan', /a function/],
    [{ analyzer: () => {} }, 'analyzer', /an analyzer/],
    [{ readOnly: 1 }, 'readOnly', /true or false/],
    [{ onError: 'log' }, 'onError', /a function/],
    [{ advanced: { clock: 5 } }, 'advanced.clock', /a function/],
    [
      { directroy: 'x' },
      'directroy',
      /openAssetStore has no option directroy\. Did you mean directory\?/,
    ],
    [{ fileSize: 5 }, 'fileSize', /Did you mean limits\.fileSize\?/],
    [{ retentionDays: 5 }, 'retentionDays', /Did you mean trash\.retentionDays\?/],
  ])('refuses %j, and names %s', async (options, argument, message) => {
    await expect(openAssetStore({ directory, ...options } as never)).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument },
      message: expect.stringMatching(message),
    })
    expect(await readdir(directory)).toEqual([])
  })

  it('takes an option that is undefined for left out', async () => {
    const options = { limits: { fileSize: undefined }, tenant: undefined, variants: undefined }
    const store = await openAssetStore({ directory, ...(options as object) })
    expect(store.view.limits.fileSize).toBe(1024 ** 3)
    expect(store.view.tenant).toBe('default')
    await store.close()
  })

  it('is refused when a bundler left the libraries of the analyzer out', async () => {
    const leftOut = Object.assign(new Error('Name it as external.'), {
      code: 'analysis_unavailable',
    })
    const failing: Analyzer = {
      analyze: () => Promise.reject(leftOut),
      prepare: () => Promise.reject(leftOut),
    }
    const refused = { name: 'StowageError', code: 'analysis_unavailable', message: leftOut.message }
    await expect(openAssetStore({ directory, analyzer: failing })).rejects.toMatchObject(refused)
    const analyzer = { ...failing, prepare: () => Promise.reject(new Error('Not now.')) }
    const store = await openAssetStore({ directory, analyzer })
    await expect(store.upload(new Uint8Array(3))).rejects.toMatchObject(refused)
    await store.close()
  })

  it('is refused when its variant processor can make none here, but not when it cannot now', async () => {
    const processor = (code: 'variants_unavailable' | 'unavailable') =>
      fakeProcessor(
        { thumbnail: 'on-demand' },
        { prepare: () => Promise.reject(new StowageError(code, 'install it')) },
      ).processor
    const unable = processor('variants_unavailable')
    await expect(openAssetStore({ directory, variants: unable })).rejects.toMatchObject({
      code: 'variants_unavailable',
    })
    const reading = await openAssetStore({ directory, variants: unable, readOnly: true })
    await reading.close()
    const later = await openAssetStore({ directory, variants: processor('unavailable') })
    await later.close()
  })
})
