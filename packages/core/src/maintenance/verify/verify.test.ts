import { randomBytes } from 'node:crypto'
import { stagedBytes } from '@stowage/testing'
import { unusedBlobKey } from '@stowage/testing/internal'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Asset } from '../../assets/asset.ts'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { StowageError } from '../../errors/stowage-error.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../../memory.ts'
import type { Staging } from '../../staging/staging.ts'
import { createAssetStore } from '../../store/opening/create-asset-store.ts'
import { type MetadataReplacements, replacing } from '../../testing/replacing.ts'
import { MOVES_FILES } from '../../time/lease-time.ts'
import type { VariantProcessor } from '../../variants/variant-processor.ts'

interface Faults {
  readonly metadata?: MetadataReplacements
  readonly blobs?: Partial<BlobStore>
  readonly staging?: Partial<Staging>
  readonly processor?: VariantProcessor
}

/** A database and a bucket, and stores on them that see faults. */
function fixture() {
  const metadata = createMemoryMetadata()
  const blobs = createMemoryBlobs()
  const errors: unknown[] = []
  return {
    metadata,
    blobs,
    errors,
    open: ({ metadata: faulty, blobs: damaged, staging, processor }: Faults = {}) =>
      createAssetStore({
        metadata: replacing(metadata, faulty ?? {}),
        blobs: { ...blobs, ...damaged },
        staging: { ...(blobs.staging as Staging), ...staging },
        ...(processor && { variants: { processor, when: 'upload' } }),
        advanced: { sweepEveryMs: false },
        onError: (error) => errors.push(error),
      }),
  }
}

describe('verify', () => {
  it('does not take for lost what is purged while it looks', async () => {
    const { open, blobs } = fixture()
    const other = open()
    const asset = await other.upload(randomBytes(10))
    await other.trash(asset.id)
    const store = open({
      blobs: {
        async stat(key) {
          await other.purge(asset.id, { bytes: 'deleted' })
          return blobs.stat(key)
        },
      },
    })
    expect((await store.admin.verify()).problems).toEqual([])
  })

  it('does not take for lost a variant that another process detaches while it looks', async () => {
    const { open, blobs, metadata } = fixture()
    const facts = { mimeType: 'image/webp', extension: 'webp', width: 1, height: 1 }
    const made = [{ ...facts, name: 'thumbnail', content: randomBytes(5) }]
    const processor: VariantProcessor = {
      plans: [{ name: 'thumbnail', timing: 'immediately' }],
      accepts: () => true,
      make: async () => ({ made, failed: [] }),
    }
    const { id, tenant, variants } = await open({ processor }).upload(randomBytes(10))
    const blobKey = variants[0]?.blobKey ?? ''
    const store = open({
      blobs: {
        async stat(key) {
          if (key !== blobKey) return blobs.stat(key)
          await metadata.assets.removeVariants({ tenant, id, blobKeys: [blobKey] })
          await blobs.delete([blobKey])
          return null
        },
      },
    })
    expect((await store.admin.verify()).problems).toEqual([])
  })

  it('does not take for an orphan what is deleted, or uploaded, while it looks', async () => {
    const { open, blobs, metadata } = fixture()
    const late = unusedBlobKey()
    await blobs.put(late, stagedBytes(randomBytes(10)))
    let uploaded: Asset | undefined
    const store = open({
      metadata: {
        blobs: {
          async filterOrphans(keys) {
            uploaded ??= await open().upload(randomBytes(10))
            const orphans = await metadata.blobs.filterOrphans(keys)
            await blobs.delete([late])
            return orphans
          },
        },
      },
    })
    expect((await store.admin.verify()).problems).toEqual([])
    expect(await blobs.stat(uploaded?.blobKey ?? '')).not.toBeNull()
  })

  it('reports a file that cannot be read, goes on, and does not repair it', async () => {
    const { open, blobs } = fixture()
    const assets = await open().uploadMany([
      { source: randomBytes(10) },
      { source: randomBytes(20) },
    ])
    const error = new StowageError('unavailable', 'a bad sector')
    const store = open({
      blobs: {
        read: (key, options) =>
          key === assets[0]?.blobKey ? Promise.reject(error) : blobs.read(key, options),
      },
    })
    const { problems, records } = await store.admin.verify({ repair: true })
    expect(records).toBe(2)
    expect(problems).toMatchObject([{ kind: 'unreadable', error, repair: null }])
    expect((await store.list()).total).toBe(2)
  })

  it('stops in time, also in the middle of a file, and goes on there', async () => {
    const { open, blobs } = fixture()
    const assets = await open().uploadMany(
      Array.from({ length: 6 }, () => ({ source: randomBytes(10) })),
    )
    const stuck = assets.toSorted((a, b) => (a.id < b.id ? -1 : 1))[2] as Asset
    const store = open({
      blobs: {
        read: (key, options) =>
          key === stuck.blobKey
            ? new Promise((_, reject) => {
                options?.signal?.addEventListener('abort', () => reject(options.signal?.reason))
              })
            : blobs.read(key, options),
      },
    })
    const first = await store.admin.verify({ maxTimeMs: 50 })
    expect([1, 2]).toContain(first.records)
    const rest = await open().admin.verify({ cursor: first.cursor ?? '' })
    expect(rest).toMatchObject({ records: 6 - first.records, problems: [], cursor: null })
  })

  describe('with a limit of time', () => {
    /** Only the clock stands still: no timer ends a reading. */
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['performance'] })
    })
    afterEach(() => {
      vi.useRealTimers()
    })
    const maxTimeMs = 600_000

    it('looks at no further records once it has passed', async () => {
      const { open } = fixture()
      const store = open()
      await store.uploadMany(Array.from({ length: 9 }, () => ({ source: randomBytes(10) })))
      const first = await store.admin.verify({
        maxTimeMs,
        onProgress: () => void vi.advanceTimersByTime(maxTimeMs),
      })
      expect(first.records).toBe(4)
      expect(first.cursor).toMatch(/^records\//)
      const rest = await store.admin.verify({ cursor: first.cursor ?? '', maxTimeMs })
      expect(rest).toMatchObject({ records: 5, blobs: 9, cursor: null })
    })

    it('looks at no blob once it has passed behind the last record', async () => {
      const { open, metadata } = fixture()
      const store = open({
        metadata: {
          assets: {
            async listAll(request) {
              const page = await metadata.assets.listAll(request)
              if (page.length === 0) vi.advanceTimersByTime(maxTimeMs)
              return page
            },
          },
        },
      })
      await store.upload(randomBytes(10))
      const first = await store.admin.verify({ maxTimeMs })
      expect(first).toMatchObject({ records: 1, blobs: 0, cursor: 'versions' })
      const rest = await store.admin.verify({ cursor: first.cursor ?? '', maxTimeMs })
      expect(rest).toMatchObject({ records: 0, blobs: 1, cursor: null })
    })
  })

  it.each([-0.01, 1.01, Number.NaN])('takes %d for no share', async (maxShare) => {
    await expect(fixture().open().admin.verify({ maxShare })).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument: 'maxShare' },
    })
  })

  it.each(['staging/x', 'records/x', 'blobs/x', 'else'])(
    'refuses the cursor %j',
    async (cursor) => {
      await expect(fixture().open().admin.verify({ cursor })).rejects.toMatchObject({
        code: 'invalid_argument',
        context: { argument: 'cursor' },
      })
    },
  )

  it.each([
    ['maxProblems', 1_000_000],
    ['maxTimeMs', 2 ** 31 - 1],
  ])('takes a %s of %i at most', async (argument, most) => {
    const store = fixture().open()
    expect((await store.admin.verify({ [argument]: most })).problems).toEqual([])
    await expect(store.admin.verify({ [argument]: most + 1 })).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument },
    })
  })

  it.each([0, 1])('takes %d for a share', async (maxShare) => {
    expect((await fixture().open().admin.verify({ maxShare })).problems).toEqual([])
  })

  it('repairs nothing while files move to another place, where some of them are already', async () => {
    const { open, blobs, metadata } = fixture()
    const store = open()
    const asset = await store.upload(Buffer.from('at the new place'))
    await blobs.delete([asset.blobKey])
    const move = { name: MOVES_FILES, holder: 'a move' }
    await metadata.leases.acquire({ ...move, duration: 60_000 })
    await expect(store.admin.verify({ repair: true })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/moving/),
    })
    expect(await store.get(asset.id)).toEqual(asset)
    await metadata.leases.release(move)
  })

  it('says how much of the store a refused repair would change', async () => {
    const { open, blobs } = fixture()
    const store = open()
    const assets = await store.uploadMany(
      Array.from({ length: 16 }, () => ({ source: randomBytes(10) })),
    )
    await blobs.delete(assets.slice(0, 12).map(({ blobKey }) => blobKey))
    await expect(store.admin.verify({ repair: true })).rejects.toMatchObject({
      code: 'repair_refused',
      message: expect.stringContaining('75.0 %'),
      context: { share: 0.75, limit: 0.01 },
    })
    expect((await store.list()).total).toBe(16)
  })

  it('gets further with every run, however short', async () => {
    const { open } = fixture()
    const store = open()
    await store.uploadMany(Array.from({ length: 9 }, () => ({ source: randomBytes(10) })))
    let cursor: string | undefined
    let records = 0
    for (let runs = 0; runs < 20; runs += 1) {
      const report = await store.admin.verify({
        maxTimeMs: 1,
        ...(cursor !== undefined && { cursor }),
      })
      records += report.records
      if (report.cursor === null) break
      expect(report.cursor).not.toBe(cursor)
      cursor = report.cursor
    }
    expect(records).toBe(9)
  })

  it('takes for missing what is deleted between the look at its size and the reading', async () => {
    const { open, blobs } = fixture()
    const asset = await open().upload(randomBytes(10))
    const store = open({
      blobs: {
        async read(key, options) {
          await blobs.delete([key])
          return blobs.read(key, options)
        },
      },
    })
    expect((await store.admin.verify()).problems).toMatchObject([
      { kind: 'missing', blobKey: asset.blobKey },
    ])
  })

  it('goes on after its last blob where it had come to, and sees staging at the end', async () => {
    const { open, blobs } = fixture()
    const keys = [unusedBlobKey(), unusedBlobKey()].sort()
    for (const key of keys) await blobs.put(key, stagedBytes(randomBytes(5)))
    const store = open({ staging: { sweep: async () => 3 } })
    const kinds: string[] = []
    let cursor: string | null | undefined
    while (cursor !== null) {
      const options = { maxProblems: 1, ...(cursor !== undefined && { cursor }) }
      const report = await store.admin.verify(options)
      expect(report.problems).toHaveLength(1)
      for (const { kind } of report.problems) kinds.push(kind)
      cursor = report.cursor
    }
    expect(kinds).toEqual(['orphaned', 'orphaned', 'stale_staging'])
    const phases: string[] = []
    const last = await store.admin.verify({
      cursor: 'staging',
      onProgress: ({ phase }) => phases.push(phase),
    })
    expect(phases).toEqual(['staging'])
    expect(last).toMatchObject({ records: 0, blobs: 0, problems: [{ kind: 'stale_staging' }] })
  })

  it('looks at no further blobs once it has seen as many problems as it may, however many there are', async () => {
    const { open, blobs } = fixture()
    const keys = Array.from({ length: 1001 }, () => unusedBlobKey()).sort()
    for (const key of keys) await blobs.put(key, stagedBytes(Buffer.from('lost')))
    const store = open()
    const first = await store.admin.verify({ maxProblems: 500 })
    expect(first.blobs).toBe(500)
    const rest = await store.admin.verify({ cursor: first.cursor ?? '', maxProblems: 1001 })
    expect(rest).toMatchObject({ blobs: 501, cursor: null })
    const found = [...first.problems, ...rest.problems].map((problem) =>
      'blobKey' in problem ? problem.blobKey : problem.kind,
    )
    expect(found).toEqual(keys)
  })

  it('does not trash what has become unreadable by the time of its repair', async () => {
    const { open, blobs, errors } = fixture()
    const [asset] = await open().uploadMany([
      { source: randomBytes(10) },
      { source: randomBytes(20) },
    ])
    let isBroken = false
    const store = open({
      blobs: {
        async stat(key) {
          if (key !== asset?.blobKey) return blobs.stat(key)
          if (isBroken) throw new StowageError('unavailable', 'a bad sector')
          return null
        },
      },
    })
    const { problems } = await store.admin.verify({
      repair: true,
      onProgress() {
        isBroken = true
      },
    })
    expect(problems).toMatchObject([{ kind: 'missing', repair: null }])
    expect((await store.list()).total).toBe(2)
    expect(errors).toEqual([])
  })

  it('does nothing about a record that was purged before its repair had its turn', async () => {
    const { open, blobs, errors } = fixture()
    const other = open()
    const [asset] = await other.uploadMany([
      { source: randomBytes(10) },
      { source: randomBytes(20) },
    ])
    const { id, blobKey } = asset as Asset
    await other.trash(id)
    await blobs.delete([blobKey])
    const store = open({
      blobs: {
        async *list(options) {
          await other.purge(id)
          yield* blobs.list(options)
        },
      },
    })
    const { problems } = await store.admin.verify({ repair: true })
    expect(problems).toMatchObject([{ kind: 'missing', blobKey, repair: null }])
    expect(errors).toEqual([])
  })

  it('leaves alone what changed between the look and the repair', async () => {
    const { open, blobs, metadata, errors } = fixture()
    const bytes = randomBytes(10)
    const store = open()
    const asset = await store.upload(bytes)
    const [orphan, gone] = [unusedBlobKey(), unusedBlobKey()]
    for (const key of [orphan, gone]) await blobs.put(key, stagedBytes(randomBytes(5)))
    await blobs.delete([asset.blobKey])
    const { problems } = await store.admin.verify({
      repair: true,
      onProgress({ phase }) {
        if (phase !== 'staging') return
        // The memory ports change at once, before the repair has its turn.
        void blobs.put(asset.blobKey, stagedBytes(bytes))
        void metadata.blobs.reserve([orphan], { lifetime: 3_600_000 })
        void blobs.delete([gone])
      },
    })
    expect(problems.map(({ kind, repair }) => [kind, repair])).toEqual([
      ['missing', null],
      ['orphaned', null],
      ['orphaned', null],
    ])
    expect((await store.get(asset.id)).trashedAt).toBeNull()
    expect(await blobs.stat(orphan)).not.toBeNull()
    expect(errors).toEqual([])
  })

  it('goes on when one repair fails', async () => {
    const { open, blobs, errors } = fixture()
    await open().upload(randomBytes(10))
    const keys = [unusedBlobKey(), unusedBlobKey(), unusedBlobKey()].sort()
    for (const key of keys) await blobs.put(key, stagedBytes(randomBytes(5)))
    const store = open({
      blobs: {
        quarantine: (key) =>
          key === keys[1] ? Promise.reject(new Error('an odd file')) : blobs.quarantine(key),
      },
    })
    const { problems } = await store.admin.verify({ repair: true })
    expect(problems.map(({ repair }) => repair)).toEqual(['quarantined', null, 'quarantined'])
    expect(errors).toHaveLength(1)
  })

  it('removes stale staging only when asked to repair', async () => {
    const { open } = fixture()
    let stale = 3
    const store = open({
      staging: {
        async sweep(_, options) {
          const files = stale
          if (options?.keep !== true) stale = 0
          return files
        },
      },
    })
    const problem = { kind: 'stale_staging', files: 3 }
    expect((await store.admin.verify()).problems).toEqual([{ ...problem, repair: null }])
    const repaired = await store.admin.verify({ repair: true })
    expect(repaired.problems).toEqual([{ ...problem, repair: 'removed' }])
    expect((await store.admin.verify()).problems).toEqual([])
  })

  it('has a damaged variant made anew', async () => {
    const { open, blobs } = fixture()
    const content = new TextEncoder().encode('a picture, smaller')
    const store = open({
      processor: {
        plans: [{ name: 'thumbnail', timing: 'immediately' }],
        accepts: () => true,
        make: async () => ({
          failed: [],
          made: [
            {
              name: 'thumbnail',
              content,
              mimeType: 'image/webp',
              extension: 'webp',
              width: 1,
              height: 1,
            },
          ],
        }),
      },
    })
    const { id, variants } = await store.upload(randomBytes(100))
    await blobs.delete([variants[0]?.blobKey ?? ''])
    const { problems } = await store.admin.verify({ repair: true })
    expect(problems).toMatchObject([{ kind: 'missing', variant: 'thumbnail', repair: 'detached' }])
    const file = await store.read(id, { variant: 'thumbnail' })
    expect(await file.bytes()).toEqual(content)
    expect((await store.admin.verify()).problems).toEqual([])
  })

  it('ends when the store closes', async () => {
    const { open } = fixture()
    const store = open()
    await store.upload(randomBytes(10))
    let closing: Promise<void> | undefined
    const verifying = store.admin.verify({
      onProgress() {
        closing ??= store.close()
      },
    })
    await expect(verifying).rejects.toMatchObject({ code: 'closed' })
    await closing
  })
})
