import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { BACKUP } from '../places.mjs'
import { all, ids } from './files.mjs'
import { enqueueJobs, runJobs } from './jobs.mjs'
import { watchingPuts } from './ports.mjs'

/** Blobs come into directories that deletions take away at the same time. */
export async function oldDirectories(store, { does, clock, files: { small, large } }) {
  let assets = []
  for (let turn = 0; turn < 4; turn += 1) {
    if (turn % 2 === 0) assets.push(await small(store))
    const gone = ids(assets)
    await does.trash(store, gone)
    const [, ...next] = await Promise.all([
      does.purge(store, gone),
      small(store),
      setImmediate().then(() => large(store)),
    ])
    assets = next
    if (turn % 2 === 1) clock.pass(20)
    await store.admin.sweep()
  }
}

/** Nothing here may be relied on to succeed. What has an unknown outcome is left alone. */
export async function failingSyncs(store, world) {
  const { does, clock, files } = world
  const { small, large, many, picture } = files
  runJobs(store, world)
  for (let turn = 0; turn < 5; turn += 1) {
    const made = await all(3, (index) => (index === 0 ? large(store) : small(store)))
    await Promise.all([many(store, 3), picture(store), enqueueJobs([store], world)])
    const there = made.filter((asset) => asset !== null)
    const [replaced] = there
    if (replaced) await does.replaceContent(store, replaced.id, files.largeBytes())
    if (there.length > 0 && (await does.trash(store, ids(there))) !== null) {
      await does.purge(store, ids(there).slice(0, 2))
    }
    clock.pass(20)
    await store.admin.sweep().catch(() => {})
  }
}

/** After a crash: what was left is swept, while the work goes on with what is there. */
export async function recovery(store, world) {
  const { does, clock } = world
  const { small, large, picture } = world.files
  runJobs(store, world)
  const singles = []
  for await (const asset of store.matching({}).iterate()) {
    if (asset.name.startsWith('small')) singles.push(asset)
  }
  const some = ids(singles.slice(0, 3))
  await Promise.all([store.admin.sweep(), small(store), large(store), does.trash(store, some)])
  await Promise.all([does.purge(store, some), picture(store)])
  for (let turn = 0; turn < 2; turn += 1) {
    clock.pass(20)
    await Promise.all([store.admin.sweep(), small(store)])
  }
}

/** Each backup has other files, and a database of another size, than the one before. */
export async function backups(store, { does, files: { small, large }, directory }) {
  let older = []
  for (const count of [4, 40, 8]) {
    const newer = await all(count, (index) => (index === 0 ? large(store) : small(store)))
    if (older.length > 0) {
      await does.trash(store, ids(older))
      await does.purge(store, ids(older))
    }
    older = newer
    const there = []
    for await (const { id } of store.matching({}).iterate()) there.push(id)
    await does.backup(store, path.join(directory, BACKUP), there)
  }
}

/** The commit happens or does not, and no caller learns which. */
export async function lostAnswers(store, { does, clock, files }) {
  const { small, large, many } = files
  await small(store)
  for (const outcome of ['committed', 'nothing', 'committed']) {
    await small(store, { name: `lost-${outcome}` })
    await many(store, 2, { name: `lost-${outcome}` })
  }
  // Slower than the grace time: a sweep takes what it has put before its record is there.
  const late = files.nextName('late')
  await does.uploadMany(
    store,
    [1, 2].map((number) => ({ name: `${late}-${number}`, bytes: files.smallBytes() })),
    {
      async between() {
        await watchingPuts.settled()
        clock.pass(20)
        await store.admin.sweep()
      },
    },
  )
  await large(store)
}
