import { describe, expect, it } from 'vitest'
import type { Asset } from '../assets/asset.ts'
import type { AssetRecords } from '../assets/asset-records.ts'
import { StowageError } from '../errors/stowage-error.ts'
import { createMemoryStaging } from '../memory/staging.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { stageUpload } from '../staging/stage-upload.ts'
import type { AssetStore } from '../store/asset-store.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'
import { type MetadataReplacements, replacing } from '../testing/replacing.ts'
import type { BlobStore } from './blob-store.ts'

const HOUR = 3600 * 1_000_000

interface Faults {
  readonly metadata?: MetadataReplacements
  readonly blobs?: Partial<BlobStore>
}

/** A database and a bucket that several "processes" open, with a clock that the test turns. */
function fixture() {
  let now = Date.UTC(2026, 0, 1) * 1000
  const clock = () => {
    now += 1
    return now
  }
  const metadata = createMemoryMetadata({ clock })
  const blobs = createMemoryBlobs()
  return {
    metadata,
    blobs,
    open: (faults: Faults = {}, onError: (error: unknown) => void = () => {}) =>
      createAssetStore({
        metadata: replacing(metadata, faults.metadata ?? {}),
        blobs: { ...blobs, ...faults.blobs },
        advanced: { clock, sweepEveryMs: false },
        onError,
      }),
    pass: (hours: number) => {
      now += hours * HOUR
    },
    async countBlobs() {
      let count = 0
      for await (const _ of blobs.list()) count += 1
      return count
    },
  }
}

const died = () => Promise.reject(new Error('the process died'))
const upload = (store: AssetStore) => store.upload(new Uint8Array([1, 2, 3]))

describe('sweep', () => {
  it('removes what a crashed upload left, but only after the grace time', async () => {
    const { open, pass, countBlobs } = fixture()
    await expect(
      upload(open({ metadata: { assets: { insert: died }, blobs: { claim: died } } })),
    ).rejects.toThrow('died')
    const store = open()
    pass(23)
    await store.admin.sweep()
    expect(await countBlobs()).toBe(1)
    pass(2)
    expect(await store.admin.sweep()).toMatchObject({ skipped: false })
    expect(await countBlobs()).toBe(0)
  })

  it('deletes a second time, for a put that lands after its upload was given up', async () => {
    const { open, pass, blobs, countBlobs } = fixture()
    let land = died as () => Promise<void>
    const store = open({
      blobs: {
        async put(key, file) {
          land = () => blobs.put(key, file)
          throw new StowageError('unavailable', 'timed out')
        },
      },
    })
    await expect(upload(store)).rejects.toMatchObject({ code: 'unavailable' })
    await land()
    expect(await countBlobs()).toBe(1)
    pass(25)
    await store.admin.sweep()
    expect(await countBlobs()).toBe(0)
  })

  it('deletes the second time one grace time after the first, not earlier', async () => {
    const { open, pass, blobs, countBlobs } = fixture()
    const store = open()
    const { id, blobKey } = await upload(store)
    await store.trash(id)
    await store.purge(id, { bytes: 'deleted' })
    pass(23)
    await store.admin.sweep()
    const late = await stageUpload(new Uint8Array([1]), {
      staging: createMemoryStaging(),
      limit: 1,
    })
    await blobs.put(blobKey, late)
    pass(2)
    await store.admin.sweep()
    expect(await countBlobs()).toBe(0)
  })

  it('asks a medium that is down once, with all keys of a batch, and leaves the others to the next sweep', async () => {
    const { open, pass, countBlobs } = fixture()
    const crashed = open({ metadata: { assets: { insert: died }, blobs: { claim: died } } })
    for (let n = 0; n < 8; n += 1) {
      const files = Array.from({ length: 100 }, () => ({ source: new Uint8Array([n]) }))
      await expect(crashed.uploadMany(files)).rejects.toThrow('died')
    }
    pass(25)
    const calls: number[] = []
    const down: BlobStore['delete'] = async (keys) => {
      calls.push(keys.length)
      throw new StowageError('unavailable', 'SlowDown')
    }
    await open({ blobs: { delete: down } }).admin.sweep()
    expect(calls).toEqual([500])
    pass(1)
    await open().admin.sweep()
    expect(await countBlobs()).toBe(0)
  })

  it('never touches the blobs of a record, however old', async () => {
    const { open, pass, countBlobs } = fixture()
    const store = open()
    const { id } = await upload(store)
    pass(1000)
    await store.admin.sweep()
    await store.trash(id)
    pass(1000)
    await store.admin.sweep()
    expect(await countBlobs()).toBe(1)
  })

  it('finishes a purge that was cut off after its commit', async () => {
    const { open, pass, countBlobs } = fixture()
    const store = open({ blobs: { delete: died } })
    const { id } = await upload(store)
    await store.trash(id)
    await store.purge(id)
    expect(await countBlobs()).toBe(1)
    pass(1)
    await open().admin.sweep()
    expect(await countBlobs()).toBe(0)
  })

  it('goes on when one blob cannot be deleted, and tries that one again', async () => {
    const { open, pass, blobs, countBlobs } = fixture()
    let broken = true
    let stuck = ''
    const remove: BlobStore['delete'] = async (keys) => {
      stuck ||= keys[0] ?? ''
      const odd = broken ? keys.filter((key) => key === stuck) : []
      await blobs.delete(keys.filter((key) => !odd.includes(key)))
      return odd
    }
    const store = open({ blobs: { delete: remove } })
    const ids = (await Promise.all([upload(store), upload(store), upload(store)])).map(
      ({ id }) => id,
    )
    await store.trash(ids)
    await store.purge(ids)
    expect(await countBlobs()).toBe(1)
    broken = false
    pass(1)
    await store.admin.sweep()
    expect(await countBlobs()).toBe(0)
  })

  it('does not take the first deletion of a purge for the second', async () => {
    const { open, pass, blobs, countBlobs } = fixture()
    let asset: Asset | undefined
    const store = open({
      blobs: {
        async delete(keys) {
          const failed = await blobs.delete(keys)
          // Another process sweeps at the very moment of the purge.
          if (asset !== undefined) await open().admin.sweep()
          asset = undefined
          return failed
        },
      },
    })
    const { id, blobKey } = await upload(store)
    await store.trash(id)
    asset = await store.get(id, { trashed: 'include' })
    await store.purge(id, { bytes: 'deleted' })
    const late = await stageUpload(new Uint8Array([1]), {
      staging: createMemoryStaging(),
      limit: 1,
    })
    await blobs.put(blobKey, late)
    pass(25)
    await store.admin.sweep()
    expect(await countBlobs()).toBe(0)
  })

  it('forgets what has expired, though staging cannot be swept', async () => {
    const { open, pass, metadata } = fixture()
    const staging = { ...createMemoryStaging(), sweep: died }
    const store = open({ blobs: { staging } })
    const { id } = await upload(store)
    await store.trash(id)
    await store.purge(id)
    for (const hours of [25, 0.02]) {
      pass(hours)
      await expect(store.admin.sweep()).rejects.toThrow('died')
    }
    // Its purge is forgotten, so the id is unknown now.
    await expect(
      metadata.assets.purge({ tenant: 'default', ids: [id], doneWithin: 48 * 3_600_000 }),
    ).rejects.toMatchObject({ code: 'asset_not_found' })
  })

  it('is skipped while another process sweeps, and goes on when that one has died', async () => {
    const { open, pass, metadata } = fixture()
    const request = { name: 'sweep', holder: 'someone else' }
    await metadata.leases.acquire({ ...request, duration: 60_000 })
    const store = open()
    expect(await store.admin.sweep()).toEqual({
      purged: 0,
      expired: 0,
      blobs: 0,
      stagingFiles: 0,
      skipped: true,
      retentionPostponed: false,
    })
    pass(2)
    expect((await store.admin.sweep()).skipped).toBe(false)
  })

  it('takes files out of its own staging also while another process sweeps the rest', async () => {
    const { open, metadata } = fixture()
    await metadata.leases.acquire({ name: 'sweep', holder: 'someone else', duration: 60_000 })
    const staging = { ...createMemoryStaging(), sweep: async () => 2 }
    expect(await open({ blobs: { staging } }).admin.sweep()).toMatchObject({
      stagingFiles: 2,
      skipped: true,
    })
  })
})

describe('an upload that fails at its commit', () => {
  it('takes its blob away when the record was refused', async () => {
    const { open, countBlobs } = fixture()
    const insert = () => Promise.reject(new StowageError('unavailable', 'locked'))
    await expect(upload(open({ metadata: { assets: { insert } } }))).rejects.toMatchObject({
      code: 'unavailable',
    })
    expect(await countBlobs()).toBe(0)
  })

  it('reports a blob that it could not delete, which a sweep then does', async () => {
    const { open, pass, countBlobs } = fixture()
    const refused = new StowageError('unavailable', 'locked')
    const down = new StowageError('unavailable', 'the database is down')
    const errors: unknown[] = []
    const store = open(
      {
        metadata: {
          assets: { insert: () => Promise.reject(refused) },
          blobs: { claim: () => Promise.reject(down) },
        },
      },
      (error) => errors.push(error),
    )
    await expect(upload(store)).rejects.toBe(refused)
    expect(errors).toEqual([down])
    expect(await countBlobs()).toBe(1)
    pass(25)
    await open().admin.sweep()
    expect(await countBlobs()).toBe(0)
  })

  it('claims and deletes nothing when its insert may still be on its way', async () => {
    const { open, metadata, pass } = fixture()
    let land = died as () => Promise<unknown>
    const insert: AssetRecords['insert'] = (request) => {
      land = () => metadata.assets.insert(request)
      return Promise.reject(new StowageError('outcome_unknown', 'the connection was lost'))
    }
    await expect(upload(open({ metadata: { assets: { insert } } }))).rejects.toMatchObject({
      code: 'outcome_unknown',
    })
    await land()
    const store = open()
    pass(1000)
    await store.admin.sweep()
    const [asset] = (await store.list()).assets
    expect(await (await store.read(asset?.id ?? '')).bytes()).toEqual(new Uint8Array([1, 2, 3]))
  })

  it('deletes nothing when the outcome of the insert is unknown', async () => {
    const { open, metadata, pass } = fixture()
    const insert: AssetRecords['insert'] = async (request) => {
      await metadata.assets.insert(request)
      throw new StowageError('outcome_unknown', 'the connection was lost')
    }
    await expect(upload(open({ metadata: { assets: { insert } } }))).rejects.toMatchObject({
      code: 'outcome_unknown',
    })
    const store = open()
    pass(1000)
    await store.admin.sweep()
    const [asset] = (await store.list()).assets
    expect(await (await store.read(asset?.id ?? '')).bytes()).toEqual(new Uint8Array([1, 2, 3]))
  })

  it('cannot insert a record whose blob a sweep has claimed', async () => {
    const { open, metadata, countBlobs } = fixture()
    const insert: AssetRecords['insert'] = async (request) => {
      await metadata.blobs.claim({ keys: request.assets.map(({ blobKey }) => blobKey) })
      return metadata.assets.insert(request)
    }
    const store = open({ metadata: { assets: { insert } } })
    await expect(upload(store)).rejects.toMatchObject({ code: 'reservation_lost' })
    expect((await store.list()).total).toBe(0)
    expect(await countBlobs()).toBe(0)
  })
})
