// Run as a process of its own: node workload.mjs <built core> <directory> <scenario> <number> <seed>
// Uses a store in one of the ways below and announces what the store promised. `number` is the number of rounds; for
// `killed` the number of announcements after which the process ends without notice.
import { openSync } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { seededRandom } from '../seeded-random.mjs'
import { createAnnounced } from './announced.mjs'
import { BACKUP, GRACE, MARKS, STORE } from './places.mjs'
import { losingAnswers, pictureProcessor, pngOf, watchingPuts } from './workload-ports.mjs'

const [core, directory, scenario, number, seed] = process.argv.slice(2)
const load = (name) => import(pathToFileURL(path.join(core, `${name}.js`)).href)
const { createAssetStore, openAssetStore } = await load('index')
const { openSqliteMetadata } = await load('sqlite')
const { createFilesystemBlobs } = await load('filesystem')

const random = seededRandom(Number(seed))
const does = createAnnounced(openSync(path.join(directory, MARKS), 'a'), (lines) => {
  if (scenario === 'killed' && lines === Number(number)) process.kill(process.pid, 'SIGKILL')
})
const root = path.join(directory, STORE)
const MINUTE = 60_000_000
const DAY = 24 * 60 * MINUTE
const SMALL = 3_000
/** Over what an upload may have in memory, so that it is staged. */
const LARGE = 300_000

let now = Date.now() * 1000
const options = {
  clock: () => {
    now += 7
    return now
  },
  grace: GRACE,
  sweepEvery: false,
  onError: () => {},
}
let uploads = 0

const SCENARIOS = {
  async everything() {
    // Old enough for directories that become empty to be removed.
    now -= 9 * DAY
    await session(() => openAssetStore({ directory: root, ...options }), oldDirectories)
    now += 9 * DAY
    for (let round = 0; round < Number(number); round += 1) {
      await session(openWithPictures, everyVerb)
      await session(openWithFaults, lostAnswers)
    }
  },
  async failingSyncs() {
    await session(openWithPictures, failingSyncs)
  },
  killed: () => session(openWithPictures, everyVerb),
  async backups() {
    await session(() => openAssetStore({ directory: root, ...options }), backups)
  },
  async recovery() {
    now += 2 * DAY
    await session(openWithPictures, recovery)
  },
}
await SCENARIOS[scenario]()

async function session(open, body) {
  const store = await open()
  try {
    await body(store)
  } finally {
    await store.close()
  }
}

function openWithPictures() {
  return openAssetStore({ directory: root, variants: pictureProcessor(random), ...options })
}

async function openWithFaults() {
  const metadata = await openSqliteMetadata({
    file: path.join(root, 'stowage.db'),
    clock: options.clock,
  })
  return createAssetStore({
    metadata: losingAnswers(metadata),
    blobs: watchingPuts(createFilesystemBlobs({ directory: root })),
    ...options,
  })
}

/** Blobs come into directories that deletions take away at the same time. */
async function oldDirectories(store) {
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
    if (turn % 2 === 1) now += 20 * MINUTE
    await store.maintenance.sweep()
  }
}

async function everyVerb(store) {
  const key = await does.key(store, 'revoked in the middle')
  const first = await all(6, (index) => (index % 3 === 0 ? large(store) : small(store)))
  await Promise.all([many(store, 4), picture(store), picture(store), refused(store)])

  // A second connection of the same directory, at the same time.
  const other = await openAssetStore({ directory: root, ...options })
  const second = await all(8, (index) => small(index % 2 === 0 ? store : other))
  const pictured = await picture(store)
  await changeFolders(store, ids(second))
  await Promise.all([
    does.revoke(other, key.id),
    does.update(store, first[0].id, { name: 'renamed', isFavourite: true }),
    does.trash(other, ids(first.slice(1, 4))),
    does.trash(store, ids(second.slice(0, 4))),
    does.withVariant(store, pictured.id, 'preview'),
    aborted(store),
    many(other, 3, { broken: true }),
  ])
  await small(store, { principal: { kind: 'key', id: key.id, tenant: 'default', permissions: [] } })
  await Promise.all([
    does.purge(store, ids(first.slice(1, 3))),
    does.purge(other, ids(second.slice(0, 2))),
    does.restore(store, ids(second.slice(2, 4))),
    large(other),
    small(store),
  ])
  // The same again, as a client does that got no answer.
  await does.purge(store, ids(second.slice(0, 2)))
  const retried = { name: nextName('retried'), bytes: random.bytes(SMALL) }
  for (const tried of [store, other]) {
    await does.upload(tried, retried.name, retried.bytes, { idempotencyKey: retried.name })
  }
  await other.close()

  for (let turn = 0; turn < 2; turn += 1) {
    now += 20 * MINUTE
    await Promise.all([store.maintenance.sweep(), small(store), small(store)])
  }
  await fillTheLog(store, second[4].id)
  const last = await all(3, () => picture(store))
  await does.trash(store, ids(last))
  await does.purge(store, ids(last))
}

/** Changes of many rows at once: an image must hold none of them in part. */
async function changeFolders(store, assets) {
  const { folders } = store
  const outer = await folders.create({ name: nextName('outer') })
  const inner = await folders.create({ name: nextName('inner'), parentId: outer.id })
  const gone = await folders.create({ name: nextName('gone'), parentId: inner.id })
  await Promise.all([
    store.move(assets.slice(0, 5), inner.id),
    store.move(assets.slice(5), gone.id),
  ])
  const top = await folders.create({ name: nextName('top') })
  await folders.update(outer.id, { parentId: top.id })
  await folders.delete(gone.id, { assets: 'detach' })
}

/** Nothing here may be relied on to succeed. What has an unknown outcome is left alone. */
async function failingSyncs(store) {
  for (let turn = 0; turn < 5; turn += 1) {
    const made = await all(3, (index) => (index === 0 ? large(store) : small(store)))
    await Promise.all([many(store, 3), picture(store)])
    const there = ids(made.filter((asset) => asset !== null))
    if (there.length > 0 && (await does.trash(store, there)) !== null) {
      await does.purge(store, there.slice(0, 2))
    }
    now += 20 * MINUTE
    await store.maintenance.sweep().catch(() => {})
  }
}

/** After a crash: what was left is swept, while the work goes on with what is there. */
async function recovery(store) {
  const singles = []
  for await (const asset of store.iterate()) {
    if (asset.name.startsWith('small')) singles.push(asset)
  }
  const some = ids(singles.slice(0, 3))
  await Promise.all([
    store.maintenance.sweep(),
    small(store),
    large(store),
    does.trash(store, some),
  ])
  await Promise.all([does.purge(store, some), picture(store)])
  for (let turn = 0; turn < 2; turn += 1) {
    now += 20 * MINUTE
    await Promise.all([store.maintenance.sweep(), small(store)])
  }
}

/** Each backup has other files, and a database of another size, than the one before. */
async function backups(store) {
  let older = []
  for (const count of [4, 40, 8]) {
    const newer = await all(count, (index) => (index === 0 ? large(store) : small(store)))
    if (older.length > 0) {
      await does.trash(store, ids(older))
      await does.purge(store, ids(older))
    }
    older = newer
    const there = []
    for await (const { id } of store.iterate()) there.push(id)
    await does.backup(store, path.join(directory, BACKUP), there)
  }
}

/** Over 1000 pages, so that SQLite moves them into the database in the middle and begins its log anew. */
async function fillTheLog(store, id) {
  for (let turn = 0; turn < 40; turn += 1) {
    await Promise.all([
      does.update(store, id, { isFavourite: turn % 2 === 0 }),
      ...(turn % 10 === 0 ? [small(store), small(store)] : []),
    ])
  }
}

async function lostAnswers(store) {
  await small(store)
  // The commit happens or does not, and no caller learns which.
  for (const outcome of ['committed', 'nothing', 'committed']) {
    await small(store, { name: `lost-${outcome}` })
    await many(store, 2, { name: `lost-${outcome}` })
  }
  // Slower than the grace time: a sweep takes what it has put before its record is there.
  const late = `late-${uploads}`
  await does.uploadMany(
    store,
    [
      { name: `${late}-1`, bytes: random.bytes(SMALL) },
      { name: `${late}-2`, bytes: random.bytes(SMALL) },
    ],
    {
      async between() {
        await watchingPuts.settled()
        now += 20 * MINUTE
        await store.maintenance.sweep()
      },
    },
  )
  await large(store)
}

function small(store, { name = 'small', ...rest } = {}) {
  const size = SMALL + random.below(SMALL)
  return does.upload(store, nextName(name), random.bytes(size), rest)
}

function large(store) {
  return does.upload(store, nextName('large'), random.bytes(LARGE + random.below(LARGE)))
}

function picture(store) {
  return does.upload(store, nextName('picture'), pngOf(random.bytes(SMALL)))
}

function refused(store) {
  return does.upload(store, nextName('refused'), random.bytes(LARGE), { sha256: '0'.repeat(64) })
}

async function aborted(store) {
  const closing = new AbortController()
  const upload = does.upload(store, nextName('aborted'), random.bytes(LARGE), {
    signal: closing.signal,
  })
  setImmediate()
    .then(setImmediate)
    .then(() => closing.abort())
  await upload
}

function many(store, count, { broken = false, name = 'many' } = {}) {
  const files = Array.from({ length: count }, (_, index) => ({
    name: nextName(name),
    bytes: random.bytes(index === 1 ? LARGE : SMALL),
  }))
  const between = () => {
    if (broken) throw new Error('The client is gone.')
  }
  return does.uploadMany(store, files, { between })
}

function nextName(name) {
  uploads += 1
  return `${name}-${process.pid}.${uploads}`
}

function all(count, make) {
  return Promise.all(Array.from({ length: count }, (_, index) => make(index)))
}

function ids(assets) {
  return assets.map(({ id }) => id)
}
