// Run as a process of its own: node worker.mjs <options as JSON>
// Opens the store in `directory`. With `purpose: 'load'` it calls every verb, many at a time, until it is killed. With
// `'recover'` it only sweeps.
import { readFileSync } from 'node:fs'
import { openAssetStore } from '@stowage/core'
import { systemClock } from '@stowage/core/ports'
import { createStoreClient } from '../client/store-client.mjs'
import { createJournal } from '../ledger/journal.mjs'
import { writeToPipe } from '../ledger/pipe.mjs'
import { createApiKeys } from '../load/api-keys.mjs'
import { createAborts } from '../load/broken-off.mjs'
import { createContest } from '../load/contest.mjs'
import { createFiles } from '../load/files.mjs'
import { createFolderVerbs } from '../load/folders.mjs'
import { createMatchingVerbs } from '../load/matching.mjs'
import { createShelf } from '../load/shelf.mjs'
import { startLoad } from '../load/start-load.mjs'
import { createVerbs } from '../load/verbs.mjs'
import { seededRandom } from '../seeded-random.mjs'
import { textVariants } from '../text-variants.mjs'

const LANES = 24
/** About as many assets as a worker keeps. */
const KEPT = 90
const CONTESTED_KEPT = 8
/** About as many folders as a worker keeps. */
const FOLDERS = 40
const SIZES = { small: [0, 20_000], staged: [300_000, 1_500_000], large: [300_000, 1_500_000] }
/** How often each verb comes up. */
const WEIGHTS = {
  upload: 14,
  large: 2,
  many: 4,
  abort: 4,
  byKey: 3,
  byRevokedKey: 1,
  contestedUpload: 2,
  get: 6,
  list: 3,
  read: 8,
  variant: 8,
  update: 8,
  trash: 10,
  restore: 4,
  purge: 6,
  contest: 10,
  sweep: 1,
  createKey: 2,
  revokeKey: 1,
  createFolder: 6,
  updateFolder: 6,
  deleteFolder: 2,
  moveAssets: 8,
  markMatching: 4,
  trashMatching: 2,
  restoreMatching: 2,
}

const options = JSON.parse(process.argv[2])
const { directory, purpose, ahead, grace, picture, share, round, label } = options
const journal = createJournal(writeToPipe)
const now = systemClock()

journal.write({ stage: 'opening' })
const store = await openAssetStore({
  directory,
  grace,
  clock: () => now() + ahead * 1000,
  sweepEvery: purpose === 'load' ? 60 : false,
  variants: picture === null ? textVariants() : (await import('@stowage/sharp')).sharpVariants(),
  onError: (error) => journal.violation(`onError: ${error.stack} ${error.cause ?? ''}`),
})
journal.write({ stage: 'open' })

if (purpose === 'recover') {
  while (true) {
    await store.maintenance.sweep()
    // Fails, and so ends this process, once the parent is gone.
    journal.write({ stage: 'swept' })
  }
}

const random = seededRandom(options.seed)
const shelf = createShelf(random, share)
for (const trashed of [false, true]) {
  for await (const asset of store.iterate({ trashed })) {
    // What another worker of this round has just uploaded is not this one's.
    if (!asset.name.startsWith(round)) shelf.add({ ...asset })
  }
}
const folders = []
for (let page = 1, last = 1; page <= last; page += 1) {
  const list = await store.folders.list({ page })
  last = list.lastPage
  for (const { id, name } of list.folders) {
    const isOurs = Number.parseInt(id.slice(-4), 16) % share.of === share.index
    if (isOurs && !name.startsWith(round)) folders.push(id)
  }
}
const image = picture === null ? null : readFileSync(picture)
const files = createFiles({ random, label, sizes: SIZES, picture: image })
const client = createStoreClient(store)
const world = { client, journal, random, shelf, files }
const common = createVerbs(world)
const { readWhole } = common
const verbs = {
  ...common,
  ...createAborts(world),
  ...createApiKeys({ ...world, keys: store.keys }),
  ...createFolderVerbs({ ...world, store, folders, label }),
  ...createMatchingVerbs({ ...world, store }),
  ...createContest({ ...world, readWhole, variants: store.variants.names }),
  sweep: () => journal.act({ verb: 'sweep' }, () => store.maintenance.sweep()),
}

function weights() {
  const isFull = shelf.sizeOf('active') + shelf.sizeOf('trashed') > KEPT
  return {
    ...WEIGHTS,
    ...(isFull && { upload: 4, many: 1, purge: 20, restore: 1 }),
    ...(folders.length > FOLDERS && { createFolder: 2, deleteFolder: 8 }),
    ...(shelf.contestedSize >= CONTESTED_KEPT && { contestedUpload: 0 }),
  }
}

startLoad({ lanes: Array.from({ length: LANES }, () => ({ verbs, weights })), random, journal })
