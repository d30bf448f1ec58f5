// Run as a process of its own: node worker.mjs <options as JSON>
// Opens the store in `directory`. With `purpose: 'load'` it calls every verb, many at a time, runs jobs and, with a
// `port`, calls the endpoint there, until it is killed. With `'recover'` it only sweeps.
import { readFileSync } from 'node:fs'
import { openAssetStore } from '@stowage/core'
import { systemClock } from '@stowage/core/internal'
import { seededChoices } from '@stowage/testing/seeds'
import { createStoreClient } from '../client/store-client.mjs'
import { createJournal } from '../ledger/journal.mjs'
import { writeToPipe } from '../ledger/pipe.mjs'
import { createApiKeys } from '../load/api-keys.mjs'
import { createAborts } from '../load/broken-off.mjs'
import { createContentVerbs } from '../load/contents.mjs'
import { createContest } from '../load/contest.mjs'
import { createFiles } from '../load/files.mjs'
import { createFolderVerbs } from '../load/folders.mjs'
import { createJobVerbs, runJobs } from '../load/jobs.mjs'
import { createMatchingVerbs } from '../load/matching.mjs'
import { createOnceVerbs } from '../load/once.mjs'
import { createOwnerVerbs } from '../load/owned.mjs'
import { createResumableVerbs } from '../load/resumable.mjs'
import { createShelf } from '../load/shelf.mjs'
import { startLoad } from '../load/start-load.mjs'
import { createVerbs } from '../load/verbs.mjs'
import { textVariants } from '../text-variants.mjs'
import { takeOver } from './takeover.mjs'
import { weightsFor } from './weights.mjs'

const LANES = 24
const SIZES = { small: [0, 20_000], staged: [300_000, 1_500_000], large: [300_000, 1_500_000] }
const options = JSON.parse(process.argv[2])
const { directory, purpose, ahead, grace, picture, share, round, label, port } = options
const journal = createJournal(writeToPipe)
const now = systemClock()

// What sends takes a while to load.
const sending = port === null ? null : await import('../webhooks/sending.mjs')

journal.write({ stage: 'opening' })
const store = await openAssetStore({
  directory,
  ...sending?.sendingTo(port),
  advanced: {
    graceMs: grace,
    clock: () => now() + ahead * 1000,
    sweepEveryMs: purpose === 'load' ? 60 : false,
  },
  variants: {
    // All processes draw texts: the job of an asset is done once any process has done it.
    processor:
      picture === null
        ? textVariants()
        : [textVariants(), (await import('@stowage/sharp')).sharpVariants()],
    // Jobs that draw are left to those that send: there are many of them.
    when: sending === null ? 'request' : 'background',
  },
  onError: (error) => journal.violation(`onError: ${error.stack} ${error.cause ?? ''}`),
})
journal.write({ stage: 'open' })

if (purpose === 'recover') {
  while (true) {
    await store.admin.sweep()
    // Fails, and so ends this process, once the parent is gone.
    journal.write({ stage: 'swept' })
  }
}

const random = seededChoices(options.seed)
runJobs({ store, journal, random })
sending?.startSending(store)
const shelf = createShelf(random, share)
const { folders, groups } = await takeOver({ store, shelf, share, round })
const image = picture === null ? null : readFileSync(picture)
const files = createFiles({ random, label, sizes: SIZES, picture: image })
const client = createStoreClient(store)
const world = { client, journal, random, shelf, files, label, store }
const common = createVerbs(world)
const { readWhole } = common
const verbs = {
  ...common,
  ...createAborts(world),
  ...createApiKeys({ ...world, keys: store.keys }),
  ...createFolderVerbs({ ...world, folders }),
  ...createJobVerbs(world),
  ...createMatchingVerbs(world),
  ...createContentVerbs(world),
  ...createOnceVerbs({ ...world, round }),
  ...createOwnerVerbs({ ...world, groups }),
  ...createResumableVerbs(world),
  ...createContest({ ...world, readWhole, variants: store.variants.names }),
  sweep: () => journal.act({ verb: 'sweep' }, () => store.admin.sweep()),
}

const weights = () => weightsFor({ shelf, folders })
startLoad({ lanes: Array.from({ length: LANES }, () => ({ verbs, weights })), random, journal })
