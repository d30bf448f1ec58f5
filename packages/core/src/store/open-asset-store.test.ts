import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StowageError } from '../errors/stowage-error.ts'
import { fromPath } from '../intake/from-path.ts'
import { fakeMaker } from './fake-maker.fixture.ts'
import { openAssetStore } from './open-asset-store.ts'

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
    expect(new Set(assets.map(({ seq }) => seq)).size).toBe(40)
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

  it('names the option that is wrong', async () => {
    for (const [options, argument] of [
      [{ limits: { fileSize: Number.POSITIVE_INFINITY } }, 'limits'],
      [{ grace: 10 }, 'grace'],
      [{ grace: Number.POSITIVE_INFINITY }, 'grace'],
      [{ sweepEvery: 2 ** 31 }, 'sweepEvery'],
      [{ sweepEvery: 0 }, 'sweepEvery'],
      [{ trash: { retentionDays: 0 } }, 'trash'],
      [{ trash: { retentionDays: 0.5 } }, 'trash'],
      [{ trash: { retentionDays: 36_501 } }, 'trash'],
      [{ trash: { retentionDays: Number.POSITIVE_INFINITY } }, 'trash'],
      [{ limits: { analysisTime: 2 ** 31 } }, 'limits'],
      [{ tenant: '' }, 'tenant'],
      [{ variantWait: 0 }, 'variantWait'],
      [{ variantWait: 2 ** 31 }, 'variantWait'],
    ] as const) {
      await expect(openAssetStore({ directory, ...options })).rejects.toMatchObject({
        code: 'invalid_argument',
        context: { argument },
      })
    }
  })

  it('is refused when its maker of variants can make none here, but not when it cannot now', async () => {
    const maker = (code: 'variants_unavailable' | 'unavailable') =>
      fakeMaker(
        { thumbnail: 'on-demand' },
        { prepare: () => Promise.reject(new StowageError(code, 'install it')) },
      ).maker
    const images = maker('variants_unavailable')
    await expect(openAssetStore({ directory, images })).rejects.toMatchObject({
      code: 'variants_unavailable',
    })
    const reading = await openAssetStore({ directory, images, readOnly: true })
    await reading.close()
    const later = await openAssetStore({ directory, images: maker('unavailable') })
    await later.close()
  })
})
