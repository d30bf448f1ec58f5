import { describe, expect, it } from 'vitest'
import { StowageError } from '../errors/stowage-error.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'
import { replacing } from '../testing/replacing.ts'

const MINUTE = 60_000_000
const MONTH = 31 * 24 * 60 * MINUTE

/** A store with five assets that the trash has kept long enough, whose every write of a sweep is made by `through`. */
async function ripeStore(through: <Result>(work: () => Promise<Result>) => Promise<Result>) {
  let now = Date.UTC(2026, 0, 1) * 1000
  const metadata = createMemoryMetadata({ clock: () => now++ })
  const blobs = createMemoryBlobs()
  const { assets, leases, sweeps, versions } = metadata
  const flaky = replacing(metadata, {
    assets: { purge: (request) => through(() => assets.purge(request)) },
    blobs: { claim: (request) => through(() => metadata.blobs.claim(request)) },
    leases: {
      acquire: (request) => through(() => leases.acquire(request)),
      release: (request) => through(() => leases.release(request)),
    },
    sweeps: {
      record: (request) => through(() => sweeps.record(request)),
      pruneExpired: (request) => through(() => sweeps.pruneExpired(request)),
    },
    versions: { prune: (request) => through(() => versions.prune(request)) },
  })
  const trash = { retentionDays: 30 }
  const store = createAssetStore({
    metadata,
    blobs,
    trash,
    advanced: { sweepEveryMs: false, graceMs: 60_000 },
  })
  // What is trashed from now on is dated after a clock was trusted.
  await store.admin.sweep()
  now += MINUTE
  await store.admin.sweep()
  const files = ['a', 'b', 'c', 'd', 'e'].map((text) => ({ source: Buffer.from(text) }))
  const stored = await store.uploadMany(files)
  await store.trash(stored.map(({ id }) => id))
  now += MONTH
  // Sweeps that follow each other: only then the next one trusts the clock.
  await store.admin.sweep()
  now += MINUTE
  const onError = () => {}
  const ports = { metadata: flaky, blobs, trash, onError }
  return {
    blobs,
    swept: createAssetStore({ ...ports, advanced: { sweepEveryMs: false, graceMs: 60_000 } }),
  }
}

describe('a sweep whose commits are cut off', () => {
  it('runs again what it may do twice, and does all of it', async () => {
    let cuts = 0
    let calls = 0
    const { blobs, swept } = await ripeStore(async (work) => {
      calls += 1
      const result = await work()
      if (calls % 2 === 0) return result
      cuts += 1
      throw new StowageError('outcome_unknown', 'The commit was cut off.')
    })
    expect(await swept.admin.sweep()).toMatchObject({ skipped: false })
    expect(cuts).toBeGreaterThan(5)
    expect((await swept.list({ trashed: 'with' })).total).toBe(0)
    const left: string[] = []
    for await (const { key } of blobs.list()) left.push(key)
    expect(left).toEqual([])
  })

  it('is unavailable when each commit is cut off, for it can only be called again', async () => {
    const { swept } = await ripeStore(async (work) => {
      await work()
      throw new StowageError('outcome_unknown', 'The commit was cut off.')
    })
    await expect(swept.admin.sweep()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/call this again/),
    })
  })
})
