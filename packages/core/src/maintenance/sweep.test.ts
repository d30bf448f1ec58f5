import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { AssetRecords } from '../assets/asset-records.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { StowageError } from '../errors/stowage-error.ts'
import { disk } from '../filesystem.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { openSqliteMetadata } from '../sqlite/metadata/open-sqlite-metadata.ts'
import { createAssetStore, type PortOptions } from '../store/opening/create-asset-store.ts'
import { replacing } from '../testing/replacing.ts'
import { HOLD_PREFIX } from '../time/lease-time.ts'
import type { SweepRecords } from './sweep-records.ts'

const MINUTE = 60_000_000
const DAY = 24 * 60 * MINUTE
const file = (text: string) => ({ source: new TextEncoder().encode(text) })

/** A store that keeps its trash for 30 days, on ports in memory, and a clock that the test turns. */
function fixture(options: Partial<PortOptions> = {}) {
  let now = Date.UTC(2026, 0, 1) * 1000
  const clock = () => {
    now += 1
    return now
  }
  const metadata = createMemoryMetadata({ clock })
  // What is trashed from now on was dated after a clock was trusted.
  for (const daysAgo of [3, 2]) {
    now -= daysAgo * DAY
    void metadata.sweeps.record({ tolerance: DAY })
    now += daysAgo * DAY
  }
  const blobs = createMemoryBlobs()
  const open = (more: Partial<PortOptions> = {}) =>
    createAssetStore({
      metadata,
      blobs,
      trash: { retentionDays: 30 },
      onError: () => {},
      ...options,
      ...more,
      advanced: { clock, sweepEveryMs: false, ...options.advanced, ...more.advanced },
    })
  return {
    metadata,
    blobs,
    open,
    pass: (days: number) => {
      now += days * DAY
    },
    /** Lets days pass, and sweeps follow each other, so that the next one trusts the clock. */
    async passTrusted(days: number) {
      now += days * DAY
      expect(await open().admin.sweep()).toMatchObject({ purged: 0 })
      now += MINUTE
    },
    async countBlobs() {
      let count = 0
      for await (const _ of blobs.list()) count += 1
      return count
    },
  }
}

describe('trash.retentionDays', () => {
  it('purges what was trashed longer ago, of every tenant, and emits an event for each', async () => {
    const { open, pass, passTrusted, countBlobs } = fixture()
    const store = open()
    const other = store.for({ tenant: 'other' })
    const [old, restored, young, kept] = await store.uploadMany(
      ['old', 'restored', 'young', 'kept'].map(file),
    )
    const [theirs] = await other.uploadMany([file('theirs')])
    if (!old || !restored || !young || !kept || !theirs) return expect.fail()
    await store.trash([old.id, restored.id])
    await other.trash(theirs.id)
    pass(1)
    await store.restore(restored.id)
    await store.trash(young.id)

    await passTrusted(28.9)
    expect(await store.admin.sweep()).toMatchObject({ purged: 0, retentionPostponed: false })
    pass(0.2)
    const purged: string[] = []
    store.on('asset.purged', ({ asset }) => purged.push(`${asset.tenant} ${asset.id}`))
    expect(await store.admin.sweep()).toMatchObject({ purged: 2, skipped: false })
    expect(purged).toEqual([`default ${old.id}`, `other ${theirs.id}`])
    expect(await countBlobs()).toBe(3)
    expect((await store.list({ trashed: true })).assets.map(({ id }) => id)).toEqual([young.id])
    expect((await store.list()).total).toBe(2)
    await store.purge(old.id)
  })

  it('leaves nothing of a file that was read lately', async () => {
    const { open, passTrusted } = fixture()
    const store = open()
    const [asset] = await store.uploadMany([file('read')])
    if (!asset) return expect.fail()
    await (await store.read(asset)).bytes()
    await store.trash(asset.id)
    await passTrusted(31)
    await store.admin.sweep()
    await expect(store.read(asset)).rejects.toMatchObject({ code: 'file_not_found' })
  })

  it('is off by default', async () => {
    const { metadata, blobs, pass, open } = fixture()
    const store = open({ trash: undefined } as object)
    const { id } = await store.upload(new Uint8Array(1))
    await store.trash(id)
    pass(36_500)
    expect(await store.admin.sweep()).toMatchObject({ purged: 0 })
    expect(await metadata.assets.get({ id })).not.toBeNull()
    const { blobKey } = await store.get(id, { trashed: 'include' })
    expect(await blobs.stat(blobKey)).not.toBeNull()
  })

  it('purges any number, at most 500 in one transaction', async () => {
    const { metadata, open, passTrusted, countBlobs } = fixture()
    const batches: number[] = []
    const purge: AssetRecords['purge'] = async (request) => {
      const purged = await metadata.assets.purge(request)
      if ('trashedFor' in request) batches.push(purged.assets.length)
      return purged
    }
    const store = open({ metadata: replacing(metadata, { assets: { purge } }) })
    for (let upload = 0; upload < 11; upload += 1) {
      const files = Array.from({ length: 100 }, (_, n) => file(`${n}`))
      const assets = await store.uploadMany(files)
      await store.trash(assets.map(({ id }) => id))
    }
    await passTrusted(31)
    expect(await store.admin.sweep()).toMatchObject({ purged: 1100 })
    expect(batches).toEqual([500, 500, 100, 0])
    expect(await countBlobs()).toBe(0)
  })

  it('deletes the bytes of what it purged before it purges more', async () => {
    const { metadata, open, passTrusted, countBlobs } = fixture()
    const left: number[] = []
    const purge: AssetRecords['purge'] = async (request) => {
      if ('trashedFor' in request) left.push(await countBlobs())
      return metadata.assets.purge(request)
    }
    const store = open({ metadata: replacing(metadata, { assets: { purge } }) })
    const { id } = await store.upload(new Uint8Array(1))
    await store.trash(id)
    await passTrusted(31)
    expect(await store.admin.sweep()).toMatchObject({ purged: 1, blobs: 0 })
    expect(left).toEqual([1, 0])
  })

  it('finishes what a crash cut off between the records and their bytes', async () => {
    const { blobs, open, pass, passTrusted, countBlobs } = fixture()
    const dead: BlobStore['delete'] = () => Promise.reject(new Error('the process died'))
    const store = open({ blobs: { ...blobs, delete: dead } })
    const { id } = await store.upload(new Uint8Array(1))
    await store.trash(id)
    await passTrusted(31)
    expect(await store.admin.sweep()).toMatchObject({ purged: 1 })
    expect(await countBlobs()).toBe(1)
    pass(1)
    await open().admin.sweep()
    expect(await countBlobs()).toBe(0)
  })

  it('stops between two batches when the store closes', async () => {
    const { metadata, open, passTrusted } = fixture()
    let batches = 0
    const purge: AssetRecords['purge'] = async (request) => {
      batches += 1
      void store.close()
      return metadata.assets.purge(request)
    }
    const close = async () => {}
    const store = open({ metadata: replacing(metadata, { assets: { purge }, close }) })
    const { id } = await store.upload(new Uint8Array(1))
    await store.trash(id)
    await passTrusted(31)
    await expect(store.admin.sweep()).rejects.toMatchObject({ code: 'closed' })
    expect(batches).toBe(1)
    expect(await metadata.assets.get({ id })).toBeNull()
    expect(await open().admin.sweep()).toMatchObject({ skipped: false })
  })

  it('does not keep the store from closing while the staging hangs', async () => {
    const { open, blobs } = fixture()
    let begun = () => {}
    const begins = new Promise<void>((resolve) => {
      begun = resolve
    })
    const sweep = () => {
      begun()
      return new Promise<never>(() => {})
    }
    const staging = { ...blobs.staging, sweep }
    const store = open({ blobs: Object.assign({}, blobs, { staging }) })
    const sweeping = store.admin.sweep()
    sweeping.catch(() => {})
    await begins
    await store.close()
    await expect(sweeping).rejects.toMatchObject({ code: 'closed' })
  })

  it('lets each caller wait with a signal of its own, and goes on for the others', async () => {
    const { metadata, open, passTrusted } = fixture()
    const controller = new AbortController()
    const purge: AssetRecords['purge'] = async (request) => {
      controller.abort(new Error('enough'))
      return metadata.assets.purge(request)
    }
    const store = open({ metadata: replacing(metadata, { assets: { purge } }) })
    const { id } = await store.upload(new Uint8Array(1))
    await store.trash(id)
    await passTrusted(31)
    const sweeps = [store.admin.sweep({ signal: controller.signal }), store.admin.sweep()]
    const [aborted, patient] = await Promise.allSettled(sweeps)
    expect(aborted).toMatchObject({ status: 'rejected', reason: { message: 'enough' } })
    expect(patient).toMatchObject({ status: 'fulfilled', value: { purged: 1, skipped: false } })
  })

  it('keeps its lease for as long as it has batches to do', async () => {
    const { metadata, open, pass, passTrusted } = fixture()
    const others: boolean[] = []
    const purge: AssetRecords['purge'] = async (request) => {
      if ('expired' in request) return metadata.assets.purge(request)
      pass(4 / 24 / 60)
      others.push((await open().admin.sweep()).skipped)
      return metadata.assets.purge(request)
    }
    const store = open({ metadata: replacing(metadata, { assets: { purge } }) })
    for (let n = 0; n < 11; n += 1) {
      const files = Array.from({ length: 100 }, () => file('trash'))
      await store.trash((await store.uploadMany(files)).map(({ id }) => id))
    }
    await passTrusted(31)
    await store.admin.sweep()
    expect(others).toEqual([true, true, true, true])
  })

  it('stops after a batch in which another process took its lease over', async () => {
    const { metadata, open, pass, passTrusted } = fixture()
    const purge: AssetRecords['purge'] = async (request) => {
      pass(6 / 24 / 60)
      const another = { name: 'sweep', holder: 'another', duration: 300_000 }
      expect(await metadata.leases.acquire(another)).toBe(true)
      return metadata.assets.purge(request)
    }
    const store = open({ metadata: replacing(metadata, { assets: { purge } }) })
    for (let n = 0; n < 6; n += 1) {
      const files = Array.from({ length: 100 }, () => file('trash'))
      await store.trash((await store.uploadMany(files)).map(({ id }) => id))
    }
    await passTrusted(31)
    expect(await store.admin.sweep()).toMatchObject({ purged: 500 })
    expect((await store.list({ trashed: true })).total).toBe(100)
  })

  it('has all its parts done, though the first one fails', async () => {
    const { metadata, open, passTrusted, countBlobs } = fixture()
    const failing = async () => {
      throw new StowageError('unavailable', 'too slow')
    }
    const insert = failing
    const crashed = open({
      metadata: replacing(metadata, { assets: { insert }, blobs: { claim: failing } }),
    })
    await expect(crashed.upload(new Uint8Array(1))).rejects.toThrow('too slow')
    await passTrusted(2)
    const store = open({ metadata: replacing(metadata, { assets: { purge: failing } }) })
    await expect(store.admin.sweep()).rejects.toThrow('too slow')
    expect(await countBlobs()).toBe(0)
  })
})

describe('a sweep whose lease cannot be given back', () => {
  const failing = (message: string) => async () => {
    throw new StowageError('unavailable', message)
  }

  it('tells what it did, and onError of the lease', async () => {
    const { metadata, open } = fixture()
    const errors: unknown[] = []
    const store = open({
      metadata: replacing(metadata, { leases: { release: failing('gone') } }),
      onError: (error) => errors.push(error),
    })
    expect(await store.admin.sweep()).toMatchObject({ skipped: false, purged: 0 })
    expect(errors).toMatchObject([{ message: 'gone' }])
  })

  it('rejects with what failed in it', async () => {
    const { metadata, open } = fixture()
    const store = open({
      metadata: replacing(metadata, {
        blobs: { claim: failing('too slow') },
        leases: { release: failing('gone') },
      }),
    })
    await expect(store.admin.sweep()).rejects.toThrow('too slow')
  })
})

describe('retention with a clock that leaps', () => {
  it('purges nothing that was trashed a moment ago, and says that it is postponed', async () => {
    const { open, pass } = fixture({ advanced: { sweepEveryMs: 600_000 } })
    const store = open()
    await store.admin.sweep()
    pass(10 / (24 * 60))
    expect(await store.admin.sweep()).toMatchObject({ retentionPostponed: false })
    const { id } = await store.upload(new Uint8Array(1))
    await store.trash(id)
    pass(31)
    expect(await store.admin.sweep()).toMatchObject({ purged: 0, retentionPostponed: true })
    pass(-31)
    expect(await store.admin.sweep()).toMatchObject({ purged: 0, retentionPostponed: true })
    await store.restore(id)
    await store.close()
  })

  it('forgets neither purges nor uploads that a client may repeat', async () => {
    const { open, pass } = fixture()
    const store = open()
    const upload = () => store.upload(new Uint8Array(1), { idempotencyKey: 'once' })
    const first = await upload()
    const { id } = await store.upload(new Uint8Array(2))
    await store.trash(id)
    await store.purge(id)
    await store.admin.sweep()
    pass(2)
    await store.admin.sweep()
    pass(-2)
    expect((await upload()).id).toBe(first.id)
    await store.purge(id)
  })

  it.each([
    ['an hour, where sweeps are frequent', 600_000, 60],
    ['twice the time between two, where they are rare', 7_200_000, 240],
  ])('trusts it for %s', async (_, sweepEveryMs, minutes) => {
    const { open, pass } = fixture({ advanced: { sweepEveryMs } })
    const store = open()
    onTestFinished(() => store.close())
    await store.admin.sweep()
    pass((minutes - 1) / (24 * 60))
    expect(await store.admin.sweep()).toMatchObject({ retentionPostponed: false })
    pass((minutes + 1) / (24 * 60))
    expect(await store.admin.sweep()).toMatchObject({ retentionPostponed: true })
  })

  it('works with sweeps that an app runs once a day', async () => {
    const { open, pass } = fixture()
    const store = open()
    const { id } = await store.upload(new Uint8Array(1))
    await store.trash(id)
    for (let day = 0; day < 30; day += 1) {
      expect(await store.admin.sweep()).toMatchObject({
        purged: 0,
        retentionPostponed: day === 0,
      })
      pass(1)
    }
    expect(await store.admin.sweep()).toMatchObject({ purged: 1 })
  })
})

describe('a part of a sweep that fails', () => {
  it('does not keep the other parts from being swept', async () => {
    const { open, blobs, metadata, passTrusted, countBlobs } = fixture()
    const store = open()
    const { id } = await store.upload(new Uint8Array(1))
    await store.trash(id)
    await passTrusted(31)
    const failing = () => Promise.reject(new Error('out of order'))
    for (const failures of [
      { sweeps: { record: failing } },
      { blobs: { claim: failing } },
      { sweeps: { pruneExpired: failing } },
    ]) {
      let swept = 0
      const staging = {
        ...(blobs.staging ?? expect.fail()),
        sweep: async () => {
          swept += 1
          return 0
        },
      }
      const broken = open({ metadata: replacing(metadata, failures), staging })
      await expect(broken.admin.sweep()).rejects.toThrow('out of order')
      expect(swept).toBe(1)
    }
    expect(await metadata.assets.get({ id })).toBeNull()
    expect(await countBlobs()).toBe(0)
  })
})

describe('what a sweep forgets', () => {
  it('is forgotten in batches, until there is no more', async () => {
    const { open, metadata, passTrusted } = fixture()
    let batches = 0
    const forget: SweepRecords['pruneExpired'] = async () => {
      batches += 1
      return batches < 4
    }
    await passTrusted(0)
    await open({
      metadata: replacing(metadata, { sweeps: { pruneExpired: forget } }),
    }).admin.sweep()
    expect(batches).toBe(4)
  })
})

describe('sweep and purge while a copy of the store is made', () => {
  it('take records away, and their bytes only when the hold is over', async () => {
    const { metadata, open, pass, passTrusted, countBlobs } = fixture()
    const store = open()
    const [swept, purged] = await store.uploadMany([file('swept'), file('purged')])
    if (!swept || !purged) return expect.fail()
    await store.trash(swept.id)
    await passTrusted(31)
    await metadata.leases.acquire({
      name: `${HOLD_PREFIX}copy`,
      holder: 'a copy',
      duration: 600_000,
    })
    await store.trash(purged.id)
    await store.purge(purged.id)
    expect(await store.admin.sweep()).toMatchObject({ purged: 1, blobs: 0 })
    await expect(store.get(purged.id, { trashed: 'include' })).rejects.toMatchObject({
      code: 'asset_not_found',
    })
    expect(await countBlobs()).toBe(2)
    pass(1)
    await store.admin.sweep()
    expect(await countBlobs()).toBe(0)
  })
})

describe('sweepEveryMs', () => {
  it('sweeps after the store was opened, and at every interval', async () => {
    const { metadata, open } = fixture()
    let sweeps = 0
    let third = () => {}
    const sweptThrice = new Promise<void>((resolve) => (third = resolve))
    const recordSweep: SweepRecords['record'] = async (request) => {
      sweeps += 1
      if (sweeps === 3) third()
      return metadata.sweeps.record(request)
    }
    const store = open({
      metadata: replacing(metadata, { sweeps: { record: recordSweep } }),
      advanced: { sweepEveryMs: 10 },
    })
    await sweptThrice
    await store.close()
  })

  it('goes on after a sweep that failed', async () => {
    const { metadata, open } = fixture()
    const errors: unknown[] = []
    let sweeps = 0
    let second = () => {}
    const sweptTwice = new Promise<void>((resolve) => (second = resolve))
    const recordSweep: SweepRecords['record'] = async () => {
      sweeps += 1
      if (sweeps === 2) second()
      if (sweeps === 1) throw new Error('the first one')
      return false
    }
    const store = open({
      metadata: replacing(metadata, { sweeps: { record: recordSweep } }),
      advanced: { sweepEveryMs: 10 },
      onError: (error) => errors.push(error),
    })
    await sweptTwice
    await store.close()
    expect(errors).toMatchObject([{ message: 'the first one' }])
  })
})

describe('stores of one directory', () => {
  it('sweep one at a time', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'stowage-'))
    onTestFinished(() => rm(directory, { recursive: true, force: true }))
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    let began = () => {}
    const hasBegun = new Promise<void>((resolve) => (began = resolve))
    const open = async (hold: boolean) => {
      const blobs = disk({ directory })
      const { staging } = blobs
      const store = createAssetStore({
        metadata: await openSqliteMetadata({ file: join(directory, 'stowage.db') }),
        blobs,
        advanced: { sweepEveryMs: false },
        staging: {
          create: () => staging.create(),
          async sweep(...request) {
            began()
            if (hold) await released
            return staging.sweep(...request)
          },
        },
      })
      onTestFinished(() => store.close())
      return store
    }
    const [one, two] = [await open(true), await open(false)]
    const sweeping = one.admin.sweep()
    await hasBegun
    expect(await two.admin.sweep()).toMatchObject({ skipped: true })
    release()
    expect(await sweeping).toMatchObject({ skipped: false })
    expect(await two.admin.sweep()).toMatchObject({ skipped: false })
  })
})

describe('uploads that are pending', () => {
  it('are purged with their bytes when nobody attached or kept them in time, without retention too', async () => {
    const { open, passTrusted, countBlobs } = fixture()
    const store = open({ pendingHours: 47 })
    const options = { pending: true } as const
    const [lost, owned, kept] = await store.uploadMany(['lost', 'owned', 'kept'].map(file), options)
    const [later] = await store.uploadMany([file('later')], { pending: { hours: 50 } })
    if (!lost || !owned || !kept || !later) return expect.fail()
    await store.owners.add(owned.id, { type: 'post', id: '1' })
    await store.select(kept.id).keep()
    await passTrusted(2)
    const gone: string[] = []
    store.on('asset.purged', ({ asset }) => gone.push(asset.id))
    expect(await store.admin.sweep()).toMatchObject({ expired: 1, purged: 0 })
    expect(gone).toEqual([lost.id])
    expect(await countBlobs()).toBe(3)
    await expect(store.get(lost.id)).rejects.toMatchObject({ code: 'asset_not_found' })
    await passTrusted(1)
    expect((await store.list()).assets.map(({ id }) => id)).toEqual([kept.id, owned.id])
  })
})
