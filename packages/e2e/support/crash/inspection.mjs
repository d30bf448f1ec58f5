import { readdir, utimes } from 'node:fs/promises'
import path from 'node:path'
import { openAssetStore } from '@stowage/core'
import { disk } from '@stowage/core/filesystem'
import { systemClock } from '@stowage/core/internal'
import { sqlite } from '@stowage/core/sqlite'
import { walk } from '../feed/judge.mjs'
import { createStoreView } from '../ledger/store-view.mjs'
import { KIND } from '../load/jobs.mjs'
import { endUploads } from '../load/resumable.mjs'

/** Milliseconds: a process that died held leases for less. */
export const LONG = 6 * 60_000

/** Lets time pass for the files of a store that no process has open, as `ahead` does for its database. */
export async function age(directory, milliseconds) {
  const staging = path.join(directory, 'staging')
  const names = await readdir(staging).catch(() => [])
  const then = (Date.now() - milliseconds) / 1000
  for (const name of names) await utimes(path.join(staging, name), then, then)
}

/** Opens a store that nothing else has open, to look at it; `ahead` milliseconds from now. */
export async function openInspection({ directory, grace, ahead }) {
  const now = systemClock()
  let passed = ahead
  const errors = []
  const store = await openAssetStore({
    directory,
    advanced: { graceMs: grace, sweepEveryMs: false, clock: () => now() + passed * 1000 },
    onError: (error) => errors.push(error.stack),
  })

  await endUploads(store)

  /** Lets the grace time pass, twice, and sweeps: what a crash left is gone then. */
  async function recover() {
    let count = 0
    let staged = 0
    for (const time of [LONG, 2 * grace, 2 * grace]) {
      passed += time
      await age(directory, 2 * grace)
      const { blobs, stagingFiles, skipped } = await store.admin.sweep()
      if (skipped) errors.push('the sweep was left to a process that is dead')
      count += blobs
      staged += stagingFiles
    }
    return { blobs: count, staged }
  }

  /** Of all assets, those in the trash too, with their blobs: no call of a store tells them. */
  async function listVersions() {
    const metadata = await sqlite({ file: path.join(directory, 'stowage.db') }).open()
    const versions = []
    let last = null
    do {
      const page = await metadata.versions.listAll({ afterId: last, limit: 1000 })
      versions.push(...page)
      last = page.at(-1)?.id ?? null
    } while (last !== null)
    await metadata.close()
    return versions
  }

  async function listJobs() {
    const ids = []
    for await (const { id } of store.jobs.iterate({ kind: KIND })) ids.push(id)
    return ids
  }

  return {
    /** The whole change feed, in its order. */
    feed: () => walk(store.events),
    /** Ids of the jobs of the load. */
    listJobs,
    view: createStoreView(store, disk({ directory }), { listVersions }),
    recover,
    async close() {
      await store.close()
      return { ahead: passed, errors }
    },
  }
}
