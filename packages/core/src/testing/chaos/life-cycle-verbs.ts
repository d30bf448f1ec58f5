import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import {
  crashedUpload,
  inChunks,
  largePicture,
  onDemand,
  picture,
  small,
  twoAssets,
  withUpload,
} from './samples.ts'
import { sha256 } from './state.ts'
import type { ChaosVerb } from './verb.ts'

/** What happens to assets later. */
export const lifeCycleVerbs: readonly ChaosVerb[] = [
  {
    name: 'update',
    async prepare(store) {
      const { id } = await store.upload(small, { name: 'before.txt' })
      const changes = { name: 'after.txt', isFavourite: true }
      return async (open, signal) => {
        assert.equal((await open.update(id, changes, { signal })).name, 'after.txt')
      }
    },
  },
  {
    name: 'resolveScan',
    options: { scan: () => 'hold' },
    async prepare(store) {
      const { id } = await store.upload(small, { name: 'held.txt' })
      return async (open, signal) => {
        assert.equal((await open.resolveScan(id, 'clean', { signal })).status, 'ready')
      }
    },
  },
  {
    name: 'trash',
    async prepare(store) {
      const ids = await twoAssets(store)
      return async (open, signal) => {
        assert.equal((await open.trash(ids, { signal })).length, 2)
      }
    },
  },
  {
    name: 'restore',
    async prepare(store) {
      const ids = await twoAssets(store)
      await store.trash(ids)
      return async (open, signal) => {
        assert.equal((await open.restore(ids, { signal })).length, 2)
      }
    },
  },
  {
    name: 'purge',
    options: withUpload,
    async prepare(store) {
      const ids = await twoAssets(store)
      await store.trash(ids)
      return (open, signal) => open.purge(ids, { signal })
    },
  },
  {
    name: 'withVariant',
    options: onDemand,
    async prepare(store) {
      const asset = await store.upload(picture, { name: 'picture.svg' })
      return async (open, signal) => {
        assert.equal(
          (await open.variants.ensure(asset, 'thumbnail', { signal })).variants.length,
          1,
        )
      }
    },
    // An abort stops the waiting, not the making.
    steps: true,
  },
  {
    name: 'read of a variant that is made for it',
    options: onDemand,
    async prepare(store) {
      const { id } = await store.upload(inChunks(largePicture), { name: 'large.svg' })
      return async (open, signal) => {
        const file = await open.read(id, { variant: 'thumbnail', signal })
        assert.equal(sha256(await file.bytes()), file.sha256)
      }
    },
    steps: true,
  },
  {
    name: 'sweep',
    async prepare(store, fixture) {
      const ids = await twoAssets(store)
      await crashedUpload(fixture)
      await store.trash(ids.slice(0, 1))
      await fixture.pass(25)
      return (open, signal) => open.maintenance.sweep({ signal })
    },
  },
  {
    name: 'sweep of the trash',
    options: { ...withUpload, trash: { retentionDays: 1 } },
    async prepare(store, fixture) {
      await store.trash(await twoAssets(store))
      await fixture.pass(25)
      // So that the next one trusts the clock.
      assert.equal((await store.maintenance.sweep()).retentionPostponed, true)
      await fixture.pass(1 / 30)
      return async (open, signal) => {
        assert.equal((await open.maintenance.sweep({ signal })).purged, 2)
      }
    },
    // First the trash, then what is due.
    steps: true,
  },
  {
    name: 'scheduled sweep',
    options: { sweepEvery: 1 },
    async prepare(_, fixture) {
      await crashedUpload(fixture)
      await fixture.pass(25)
      // Only `close` waits for the sweep, so only it shows when the sweep is over.
      return async (open, _, { calls }) => {
        while (!calls.some(({ method }) => method === 'leases.acquire')) await setImmediate()
        await open.close()
      }
    },
  },
]
