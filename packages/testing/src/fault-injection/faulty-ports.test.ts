import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { disk, nodeFileSystem } from '@stowage/core/filesystem'
import { createMemoryBlobs, createMemoryMetadata } from '@stowage/core/memory'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type BlobDirectory, createBlobDirectory } from '../blob-store/blob-directory.ts'
import {
  assertBytes,
  assertMissing,
  collected,
  stagedBytes,
  stagedIn,
  unusedBlobKey,
} from '../blob-store/fixtures.ts'
import { newAsset, stored } from '../metadata-store/fixture.ts'
import { type FaultAction, type FaultPlan, faultPlan } from './fault-plan.ts'
import { faultyBlobs } from './faulty-blobs.ts'
import { faultyFileSystem } from './faulty-file-system.ts'
import { faultyMetadata } from './faulty-metadata.ts'

const bytes = Buffer.alloc(600_000, 'chaos')

/** This action for the first call of the method. */
function firstCall(method: string, action: FaultAction): FaultPlan {
  return faultPlan((call) => (call.method === method && call.turn === 1 ? action : undefined))
}

/** A promise that a test resolves. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

describe('faultPlan', () => {
  it('counts every call, by its number and by its turn among those of its method', async () => {
    const plan = faultPlan()
    const metadata = faultyMetadata(createMemoryMetadata(), plan)
    await metadata.assets.get({ id: 'a' })
    await metadata.apiKeys.list('default')
    await metadata.assets.get({ id: 'b' })
    await metadata.close()
    expect(
      plan.calls.map(({ port, method, number, turn }) => [port, method, number, turn]),
    ).toEqual([
      ['metadata', 'assets.get', 1, 1],
      ['metadata', 'apiKeys.list', 2, 1],
      ['metadata', 'assets.get', 3, 2],
      ['metadata', 'close', 4, 1],
    ])
  })
})

describe('faultyMetadata', () => {
  async function insertWith(action: FaultAction) {
    const metadata = createMemoryMetadata()
    const inserting = stored(faultyMetadata(metadata, firstCall('assets.insert', action)), [
      newAsset(),
    ])
    const count = async () => {
      const from = { offset: 0 }
      return (await metadata.assets.list({ tenant: 'default', trashed: false, from, limit: 1 }))
        .total
    }
    return { inserting, count }
  }

  it('a write that fails has done nothing', async () => {
    const { inserting, count } = await insertWith({ kind: 'fail' })
    await expect(inserting).rejects.toMatchObject({ code: 'unavailable' })
    expect(await count()).toBe(0)
  })

  it('a write that is cut off is done, and its outcome unknown', async () => {
    const { inserting, count } = await insertWith({ kind: 'cut' })
    await expect(inserting).rejects.toMatchObject({ code: 'outcome_unknown' })
    expect(await count()).toBe(1)
  })

  it('a late write is done after it was given up', async () => {
    const { opened, open } = gate()
    const { inserting, count } = await insertWith({ kind: 'late', until: opened })
    await expect(inserting).rejects.toMatchObject({ code: 'outcome_unknown' })
    expect(await count()).toBe(0)
    open()
    await expect.poll(count).toBe(1)
  })

  it('a call can be held up, or its answer', async () => {
    for (const kind of ['hold', 'withhold'] as const) {
      const { opened, open } = gate()
      const { inserting, count } = await insertWith({ kind, until: opened })
      await expect.poll(count).toBe(kind === 'hold' ? 0 : 1)
      open()
      await inserting
      expect(await count()).toBe(1)
    }
  })

  it('a read that is cut off has no unknown outcome, and the code can be chosen', async () => {
    const plan = firstCall('assets.get', { kind: 'cut' })
    const read = faultyMetadata(createMemoryMetadata(), plan).assets.get({ id: 'a' })
    await expect(read).rejects.toMatchObject({ code: 'unavailable' })
    const full = firstCall('blobs.reserve', { kind: 'fail', code: 'insufficient_storage' })
    const reserve = faultyMetadata(createMemoryMetadata(), full).blobs.reserve([unusedBlobKey()], {
      lifetime: 0,
    })
    await expect(reserve).rejects.toMatchObject({ code: 'insufficient_storage' })
  })
})

describe('faultyBlobs', () => {
  it('a put fails before, after, or in its middle', async () => {
    const done = { fail: 0, cut: bytes.length, half: bytes.length / 2 }
    for (const kind of ['fail', 'cut', 'half'] as const) {
      const blobs = createMemoryBlobs()
      const key = unusedBlobKey()
      const put = faultyBlobs(blobs, firstCall('put', { kind })).put(key, stagedBytes(bytes))
      await expect(put).rejects.toMatchObject({ code: 'unavailable' })
      if (kind === 'fail') await assertMissing(blobs, key)
      else await assertBytes(blobs, key, bytes.subarray(0, done[kind]))
    }
  })

  it('a stream is cut off in its middle, and frees what it reads from', async () => {
    const blobs = createMemoryBlobs()
    const key = unusedBlobKey()
    await blobs.put(key, stagedBytes(bytes))
    const body = await faultyBlobs(blobs, firstCall('read', { kind: 'cut' })).read(key)
    expect(body).toBeInstanceOf(Readable)
    const chunks: Uint8Array[] = []
    const reading = (async () => {
      for await (const chunk of body as Readable) chunks.push(chunk)
    })()
    await expect(reading).rejects.toMatchObject({ code: 'unavailable' })
    expect(bytes.subarray(0, bytes.length / 2).equals(Buffer.concat(chunks))).toBe(true)
  })

  it('a short delete removes half of the keys, and returns the others', async () => {
    const blobs = createMemoryBlobs()
    const keys = [unusedBlobKey(), unusedBlobKey(), unusedBlobKey()]
    for (const key of keys) await blobs.put(key, stagedBytes(bytes))
    const remove = faultyBlobs(blobs, firstCall('delete', { kind: 'short' })).delete(keys)
    expect(await remove).toEqual(keys.slice(1))
    const there = await Promise.all(keys.map((key) => blobs.stat(key)))
    expect(there.map((stat) => stat !== null)).toEqual([false, true, true])
  })

  it('a delete by halves removes the first half of the keys, a list ends after one', async () => {
    const blobs = createMemoryBlobs()
    const keys = [unusedBlobKey(), unusedBlobKey(), unusedBlobKey(), unusedBlobKey()]
    for (const key of keys) await blobs.put(key, stagedBytes(bytes))
    const remove = faultyBlobs(blobs, firstCall('delete', { kind: 'half' })).delete(keys)
    await expect(remove).rejects.toMatchObject({ code: 'unavailable' })
    expect(await collected(blobs.list())).toHaveLength(2)
    const listed: string[] = []
    const list = async () => {
      const cut = faultyBlobs(blobs, firstCall('list', { kind: 'cut' }))
      for await (const { key } of cut.list()) listed.push(key)
    }
    await expect(list()).rejects.toMatchObject({ code: 'unavailable' })
    expect(listed).toHaveLength(1)
  })

  it('without faults it is the store that it decorates, staging included', async () => {
    const directory = await createBlobDirectory()
    const plan = faultPlan()
    const blobs = faultyBlobs(disk({ directory: directory.path }), plan)
    const { staging } = blobs
    if (staging === undefined) throw new Error('no staging')
    const file = await stagedIn(staging, bytes)
    const key = unusedBlobKey()
    await blobs.put(key, file)
    const streamed = await buffer(file.content.stream({ start: 0, end: bytes.length }))
    expect(bytes.equals(streamed)).toBe(true)
    await file.content.discard()
    await assertBytes(blobs, key, bytes)
    await directory.remove()
    expect(plan.calls.map(({ port, method }) => `${port}.${method}`)).toEqual([
      'staging.create',
      'staging.write',
      'blobs.put',
      'staging.stream',
      'blobs.read',
    ])
  })
})

describe('faultyFileSystem', () => {
  let directory: BlobDirectory
  beforeEach(async () => {
    directory = await createBlobDirectory()
  })
  afterEach(() => directory.remove())

  const put = (plan: FaultPlan) => {
    const fileSystem = faultyFileSystem(nodeFileSystem, plan)
    const blobs = disk({ directory: directory.path, fileSystem })
    const key = unusedBlobKey()
    return { blobs, key, putting: blobs.put(key, stagedBytes(bytes)) }
  }

  it('calls fail with the system’s own code', async () => {
    for (const [code, expected] of [
      ['ENOSPC', 'insufficient_storage'],
      ['EIO', 'unavailable'],
      ['EMFILE', 'unavailable'],
    ] as const) {
      const { blobs, key, putting } = put(firstCall('open', { kind: 'fail', code }))
      await expect(putting).rejects.toMatchObject({ code: expected, context: { system: code } })
      await assertMissing(blobs, key)
    }
  })

  it('a short write takes half the bytes, and the rest is written after it', async () => {
    const plan = firstCall('write', { kind: 'short' })
    const { blobs, key, putting } = put(plan)
    await putting
    await assertBytes(blobs, key, bytes)
    expect(plan.calls.filter(({ method }) => method === 'write')).toHaveLength(2)
  })

  it('no descriptor stays open, for every call that fails', async () => {
    for (const method of ['open', 'write', 'sync', 'close', 'syncDirectory']) {
      for (const kind of ['fail', 'cut', 'half'] as const) {
        await expect(put(firstCall(method, { kind })).putting).rejects.toMatchObject({
          code: 'unavailable',
        })
        expect(await directory.openFiles()).toEqual([])
      }
    }
  })
})
