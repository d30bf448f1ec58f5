import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import type { AssetStore } from '@stowage/core'
import type { ChaosFixture, ChaosOptions } from './chaos-fixture.ts'
import { crashedUpload, inChunks, large, small, twoAssets, withUpload } from './samples.ts'
import type { ChaosVerb } from './verb.ts'

/**
 * A sweep that deletes things that are too old. Lets a day pass and runs a sweep first, so that the next one trusts the
 * clock.
 */
function ofOldThings(
  name: string,
  options: ChaosOptions,
  { prepare, purged = 0, expired = 0 }: OldThings,
): ChaosVerb {
  return {
    name: `sweep of ${name}`,
    leavesBlobs: true,
    // Without a trash to purge, a report does not say whether the clock was trusted.
    options: { trash: { retentionDays: 1 }, ...options },
    async prepare(store, fixture) {
      await prepare(store, fixture)
      await fixture.pass(25)
      assert.equal((await store.admin.sweep()).retentionPostponed, true)
      await fixture.pass(1 / 30)
      return async (open, signal) => {
        const report = await open.admin.sweep({ signal })
        // A step whose outcome was lost runs again, and then finds nothing to do.
        assert.ok([0, purged].includes(report.purged), `${report.purged} purged`)
        assert.ok([0, expired].includes(report.expired), `${report.expired} expired`)
      }
    },
    // First the things that are too old, then the blobs that are due.
    steps: true,
  }
}

interface OldThings {
  prepare(store: AssetStore, fixture: ChaosFixture): Promise<unknown>
  readonly purged?: number
  readonly expired?: number
}

/** Sweeps, each of a different kind. */
export const sweepVerbs: readonly ChaosVerb[] = [
  {
    name: 'sweep',
    async prepare(store, fixture) {
      const ids = await twoAssets(store)
      await crashedUpload(fixture)
      await store.trash(ids.slice(0, 1))
      await fixture.pass(25)
      return (open, signal) => open.admin.sweep({ signal })
    },
  },
  ofOldThings('the trash', withUpload, {
    prepare: async (store) => store.trash(await twoAssets(store)),
    purged: 2,
  }),
  ofOldThings(
    'what is pending',
    {},
    {
      async prepare(store) {
        await store.upload(small, { name: 'kept.txt' })
        const files = [{ source: small }, { source: inChunks(large) }]
        await store.uploadMany(files, { pending: { hours: 1 } })
      },
      expired: 2,
    },
  ),
  ofOldThings(
    'versions',
    { versions: { days: 1 } },
    {
      async prepare(store) {
        const { id } = await store.upload(small, { name: 'a.txt' })
        await store.versions.replace(id, inChunks(large))
      },
    },
  ),
  ofOldThings(
    'the audit trail',
    { audit: { days: 1 } },
    { prepare: (store) => store.upload(small, { name: 'a.txt' }) },
  ),
  ofOldThings(
    'dead jobs',
    {},
    {
      async prepare(store, { killJobs, pass }) {
        await store.jobs.enqueue('mail', null)
        await killJobs('mail')
        await pass(31 * 24)
      },
    },
  ),
  ofOldThings(
    'deliveries of webhooks',
    {},
    {
      async prepare(store, { addDelivery, pass }) {
        const { webhook } = await store.webhooks.create({ url: 'https://example.com/hook' })
        await addDelivery(webhook, 'done')
        await addDelivery(webhook, 'waiting')
        await pass(31 * 24)
      },
    },
  ),
  ofOldThings(
    'the change feed',
    { events: { days: 1 } },
    { prepare: (store) => store.upload(small, { name: 'a.txt' }) },
  ),
  {
    name: 'scheduled sweep',
    options: { advanced: { sweepEveryMs: 1 } },
    async prepare(_, fixture) {
      await crashedUpload(fixture)
      await fixture.pass(25)
      // Only `close` waits for the sweep, so only `close` shows when the sweep is over.
      return async (open, _, { calls }) => {
        while (!calls.some(({ method }) => method === 'leases.acquire')) await setImmediate()
        await open.close()
      }
    },
  },
]
