import { createTestClock } from '@stowage/testing'
import { expect, it, onTestFinished } from 'vitest'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import type { AssetStore } from '../store/asset-store.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'

const DAY = 86_400

/** A store in memory, whose database goes by a clock of the test. `scan` fails while `isBroken`. */
function openStore() {
  const clock = createTestClock()
  const state = { isBroken: false }
  const blobs = createMemoryBlobs()
  const metadata = createMemoryMetadata({ clock: clock.read })
  const store: AssetStore = createAssetStore({
    metadata,
    blobs,
    jobs: { work: false },
    scan: () => {
      if (state.isBroken) throw new Error('The scanner is down.')
      return 'accept'
    },
    advanced: { sweepEveryMs: false },
  })
  onTestFinished(() => store.close())
  return { store, clock, state, metadata }
}

it('ends an upload whose time is over, gives its ticket back, and forgets it a day later', async () => {
  const { store, clock, metadata } = openStore()
  const { ticket, token } = await store.tickets.create({ expiresIn: DAY })
  const { id } = await store.uploads.create({ size: 10, ticket })
  const bytes = { offset: 0, source: Buffer.alloc(4), ticket }
  await store.uploads.append(id, bytes)
  clock.set(DAY - 1)
  await store.admin.sweep()
  expect((await store.uploads.get(id)).offset).toBe(4)
  clock.set(DAY + 1)
  expect(await store.tickets.verify(token)).toBeNull()
  await store.admin.sweep()
  await expect(store.uploads.get(id)).rejects.toMatchObject({ code: 'upload_expired' })
  await expect(store.uploads.append(id, bytes)).rejects.toMatchObject({ code: 'upload_expired' })
  expect(await store.tickets.verify(token, { expired: true })).toMatchObject({ filesLeft: 1 })
  expect(await metadata.uploads.pieces({ tenant: 'default', id })).toMatchObject({
    upload: { isCleared: true },
    pieces: [],
  })
  clock.set(2 * DAY + 2)
  await store.admin.sweep()
  await expect(store.uploads.get(id)).rejects.toMatchObject({ code: 'upload_not_found' })
})

it('makes an asset of a full upload that nobody has asked for since', async () => {
  const { store, clock, state } = openStore()
  const { id } = await store.uploads.create({ size: 3 })
  state.isBroken = true
  const bytes = { offset: 0, source: Buffer.from('abc') }
  await expect(store.uploads.append(id, bytes)).rejects.toMatchObject({ code: 'unavailable' })
  state.isBroken = false
  clock.set(59)
  await store.admin.sweep()
  expect((await store.uploads.get(id)).status).toBe('finishing')
  clock.set(120)
  await store.admin.sweep()
  const { status, assetId } = await store.uploads.get(id)
  expect([status, (await store.list()).assets.map((asset) => asset.id)]).toEqual([
    'done',
    [assetId],
  ])
})

it('enqueues the job that finishes what its request has not', async () => {
  const metadata = createMemoryMetadata()
  const blobs = createMemoryBlobs()
  const broken = createAssetStore({
    metadata,
    blobs,
    scan: () => {
      throw new Error('The scanner is down.')
    },
    advanced: { sweepEveryMs: false },
  })
  const { id } = await broken.uploads.create({ size: 3 })
  const bytes = { offset: 0, source: Buffer.from('abc') }
  await expect(broken.uploads.append(id, bytes)).rejects.toMatchObject({ code: 'unavailable' })
  const { jobs } = await metadata.jobs.list({ after: null, limit: 9 })
  expect(jobs).toMatchObject([
    {
      kind: 'stowage.finish-upload',
      key: id,
      payload: { id, tenant: 'default' },
      state: 'waiting',
    },
  ])
  await broken.close()
})
