import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Asset, AssetStore } from '@stowage/core'
import { type DiskFiles, disk } from '@stowage/core/filesystem'
import { createAssetStore } from '@stowage/core/internal'
import { createMemoryBlobs, createMemoryMetadata } from '@stowage/core/memory'
import type { BlobStore, MetadataStore } from '@stowage/core/ports'
import { assertBytes, assertMissing, bytesOf, collected, stagedBytes } from '@stowage/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MoveProgress, moveBlobs } from './move-blobs.ts'
import { movingBlobs } from './moving-blobs.ts'

let directory: string
let metadata: MetadataStore
let from: DiskFiles
let to: DiskFiles
let store: AssetStore

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'stowage-move-'))
  metadata = createMemoryMetadata()
  from = disk({ directory: join(directory, 'from') })
  to = disk({ directory: join(directory, 'to') })
  store = opened(from)
})
afterEach(async () => {
  await store.close()
  await rm(directory, { recursive: true })
})

function opened(blobs: BlobStore): AssetStore {
  return createAssetStore({ metadata, blobs, advanced: { sweepEveryMs: false } })
}

/** Files of which some stay in memory and some go to staging. */
async function upload(count: number, target = store): Promise<Map<Asset, Buffer>> {
  const assets = new Map<Asset, Buffer>()
  for (let index = 0; index < count; index += 1) {
    const bytes = randomBytes(index % 5 === 4 ? 400_000 : 1000 + index)
    assets.set(await target.upload(bytes), bytes)
  }
  return assets
}

/** Files that are in staging now. */
async function staged(): Promise<string[]> {
  const entries = await readdir(join(directory, 'to', 'staging'), {
    recursive: true,
    withFileTypes: true,
  })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

async function variantOf(asset: Asset): Promise<string> {
  const [blobKey, bytes] = [asset.blobKey.replace(/.{8}$/, 'variants'), randomBytes(50)]
  const { size, sha256 } = stagedBytes(bytes)
  await metadata.blobs.reserve([blobKey], { lifetime: 3_600_000 })
  await from.put(blobKey, stagedBytes(bytes))
  const facts = { mimeType: 'image/webp', extension: 'webp', width: 1, height: 1 }
  const variants = [{ name: 'thumbnail', blobKey, size, sha256, ...facts }]
  await metadata.assets.addVariants({ tenant: asset.tenant, id: asset.id, variants, failed: [] })
  return blobKey
}

describe('moveBlobs', () => {
  it('copies originals and variants of all tenants, and leaves nothing in staging', async () => {
    const mine = await upload(10)
    const others = await upload(3, store.for({ tenant: 'other' }))
    const [first] = mine.keys()
    const variant = await variantOf(first as Asset)
    const progress: MoveProgress[] = []
    const onProgress = (step: MoveProgress) => progress.push(step)
    const report = await moveBlobs({ metadata, from, to, onProgress })
    const bytes = [...mine.values(), ...others.values()].reduce(
      (sum, { length }) => sum + length,
      50,
    )
    const none = { kept: 0, gone: 0, problems: [] }
    expect(report).toEqual({ records: 13, copied: 14, bytes, cursor: null, ...none })
    expect(progress.length).toBeGreaterThan(1)
    for (const [{ blobKey }, content] of [...mine, ...others])
      await assertBytes(to, blobKey, content)
    await assertBytes(to, variant, Buffer.from(await bytesOf(await from.read(variant))))
    expect(await to.staging.sweep(-60_000, { keep: true })).toBe(0)
    expect(await staged()).toEqual([])
  })

  it('takes up where it was interrupted, and passes over what is there', async () => {
    const assets = await upload(20)
    const controller = new AbortController()
    let puts = 0
    const interrupted: BlobStore = {
      ...to,
      async put(...request) {
        await to.put(...request)
        puts += 1
        if (puts === 7) controller.abort(new Error('enough'))
      },
    }
    const first = moveBlobs({ metadata, from, to: interrupted, signal: controller.signal })
    await expect(first).rejects.toThrow('enough')
    const report = await moveBlobs({ metadata, from, to })
    expect(report.problems).toEqual([])
    expect(report.kept).toBeGreaterThanOrEqual(7)
    expect(report.copied + report.kept).toBe(20)
    expect(await moveBlobs({ metadata, from, to })).toMatchObject({ copied: 0, kept: 20 })
    for (const [{ blobKey }, bytes] of assets) await assertBytes(to, blobKey, bytes)
  })

  it('makes the remains of a copy that was cut off anew', async () => {
    const [[asset, bytes] = []] = await upload(1)
    if (asset === undefined || bytes === undefined) throw new Error('nothing uploaded')
    for (const remains of [bytes.subarray(0, 10), Buffer.alloc(bytes.length)]) {
      await to.delete([asset.blobKey])
      await to.put(asset.blobKey, stagedBytes(remains))
      expect(await moveBlobs({ metadata, from, to })).toMatchObject({ copied: 1, problems: [] })
      await assertBytes(to, asset.blobKey, bytes)
    }
  })

  it('goes on at the cursor of an earlier run', async () => {
    const ids = [...(await upload(5)).keys()].map(({ id }) => id).sort()
    const report = await moveBlobs({ metadata, from, to, cursor: `records/${ids[2]}` })
    expect(report).toMatchObject({ records: 2, copied: 2 })
    for (const cursor of ['', 'blobs', 'nonsense/1']) {
      await expect(moveBlobs({ metadata, from, to, cursor })).rejects.toMatchObject({
        code: 'invalid_argument',
        context: { argument: 'cursor' },
      })
    }
  })

  it('reports what is missing or damaged, copies none of it, and goes on', async () => {
    const [whole, missing, damaged] = [...(await upload(3)).keys()]
    if (!whole || !missing || !damaged) throw new Error('nothing uploaded')
    await from.delete([missing.blobKey, damaged.blobKey])
    await from.put(damaged.blobKey, stagedBytes(randomBytes(damaged.size)))
    const { problems, copied } = await moveBlobs({ metadata, from, to })
    expect(copied).toBe(1)
    expect(problems).toEqual([
      expect.objectContaining({ kind: 'missing', assetId: missing.id, variant: null }),
      expect.objectContaining({ kind: 'wrong_checksum', assetId: damaged.id }),
    ])
    expect(await collected(to.list())).toEqual([{ key: whole.blobKey, size: whole.size }])
  })

  it('stops after a thousand problems, and says where to go on', async () => {
    const lost = { ...createMemoryBlobs(), stat: async () => null }
    const uploads = opened(createMemoryBlobs())
    for (let n = 0; n < 11; n += 1) {
      await uploads.uploadMany(Array.from({ length: 100 }, () => ({ source: randomBytes(1) })))
    }
    const first = await moveBlobs({ metadata, from: lost, to })
    expect(first).toMatchObject({ records: 1024, cursor: expect.stringMatching(/^records\//) })
    expect(first.problems.length).toBe(1024)
    const cursor = first.cursor as string
    const second = await moveBlobs({ metadata, from: lost, to, cursor })
    expect(second).toMatchObject({ records: 1100 - 1024, cursor: null })
  })

  it('leaves nothing of what is purged while it is copied, and reports no problem', async () => {
    const [[asset] = []] = await upload(1)
    if (asset === undefined) throw new Error('nothing uploaded')
    const moving = opened(movingBlobs({ from, to }))
    const purge = async () => {
      await moving.trash(asset.id)
      await moving.purge(asset.id, { bytes: 'deleted' })
    }
    const late: BlobStore = {
      ...to,
      async put(...request) {
        await purge()
        await to.put(...request)
      },
    }
    expect(await moveBlobs({ metadata, from, to: late })).toMatchObject({ problems: [] })
    await assertMissing(from, asset.blobKey)
    await assertMissing(to, asset.blobKey)
  })

  it('counts what is purged before its turn as gone, so that each record listed is accounted for', async () => {
    const assets = [...(await upload(5)).keys()]
    const moving = opened(movingBlobs({ from, to }))
    const listAll: typeof metadata.assets.listAll = async (request) => {
      const page = await metadata.assets.listAll(request)
      for (const { id } of assets.splice(0, 2)) {
        await moving.trash(id)
        await moving.purge(id, { bytes: 'deleted' })
      }
      return page
    }
    const listing = { ...metadata, assets: { ...metadata.assets, listAll } }
    expect(await moveBlobs({ metadata: listing, from, to })).toMatchObject({
      records: 5,
      copied: 3,
      kept: 0,
      gone: 2,
      problems: [],
    })
  })

  it('moves a store that is in use: nothing is lost or left behind, and reads never fail', async () => {
    const before = await upload(60)
    const moving = opened(movingBlobs({ from, to }))
    const move = moveBlobs({ metadata, from, to, parallel: 2 })
    let underWay = true
    const ended = move.finally(() => {
      underWay = false
    })
    const live = new Map(before)
    const [first] = before.keys()
    for (let turn = 0; underWay || turn < 40; turn += 1) {
      for (const [asset, bytes] of await upload(1, moving)) live.set(asset, bytes)
      const [asset = first, bytes] = [...live].at(turn % live.size) ?? []
      if (asset === undefined) break
      const file = await moving.read(asset)
      expect(Buffer.compare(await file.bytes(), bytes as Buffer)).toBe(0)
      if (turn % 3 !== 0) continue
      await moving.trash(asset.id)
      await moving.purge(asset.id, { bytes: 'deleted' })
      live.delete(asset)
    }
    expect((await ended).problems).toEqual([])
    for (const [{ blobKey }, bytes] of live) await assertBytes(to, blobKey, bytes)
    const left = (await collected(to.list())).map(({ key }) => key)
    expect(left.sort()).toEqual([...live.keys()].map(({ blobKey }) => blobKey).sort())
  })

  it('copies as many at a time as it may without a warning of the process', async () => {
    await upload(80)
    const warnings: Error[] = []
    const hear = (warning: Error) => warnings.push(warning)
    process.on('warning', hear)
    try {
      const { signal } = new AbortController()
      expect(await moveBlobs({ metadata, from, to, signal, parallel: 64 })).toMatchObject({
        copied: 80,
      })
      // Warnings come a turn after their cause.
      await new Promise(setImmediate)
    } finally {
      process.off('warning', hear)
    }
    expect(warnings).toEqual([])
  })

  it('refuses odd options', async () => {
    const { staging: _staging, ...without } = to
    const options = { metadata, from, to }
    await expect(moveBlobs({ ...options, to: without })).rejects.toMatchObject({
      context: { argument: 'staging' },
    })
    for (const parallel of [0, 1.5, 65]) {
      await expect(moveBlobs({ ...options, parallel })).rejects.toMatchObject({
        context: { argument: 'parallel' },
      })
    }
  })

  it('is one at a time', async () => {
    await upload(1)
    let second: Promise<unknown> | undefined
    const slow: BlobStore = {
      ...to,
      async put(...request) {
        second ??= moveBlobs({ metadata, from, to, signal: AbortSignal.timeout(700) })
        await expect(second).rejects.toThrow(/timeout|abort/i)
        await to.put(...request)
      },
    }
    expect(await moveBlobs({ metadata, from, to: slow })).toMatchObject({ copied: 1 })
  })
})
