// Run as a process of its own: node workload.mjs <built core> <directory> <scenario> <number> <seed>
// Uses a store in one of the ways below and announces what the store promised. `number` is the number of rounds; for
// `killed` the number of announcements after which the process ends without notice.
import { openSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { seededChoices } from '@stowage/testing/seeds'
import { createAnnounced } from './announced.mjs'
import { GRACE, MARKS, STORE } from './places.mjs'
import { createWorkloadClock } from './workload/clock.mjs'
import { everyVerb } from './workload/every-verb.mjs'
import { createFiles } from './workload/files.mjs'
import { losingAnswers, pictureProcessor, watchingPuts } from './workload/ports.mjs'
import { backups, failingSyncs, lostAnswers, oldDirectories, recovery } from './workload/scenes.mjs'

const [core, directory, scenario, number, seed] = process.argv.slice(2)
const load = (name) => import(pathToFileURL(path.join(core, `${name}.js`)).href)
const { openAssetStore } = await load('index')
const { sqlite } = await load('sqlite')
const { disk } = await load('filesystem')

const random = seededChoices(Number(seed))
const does = createAnnounced(openSync(path.join(directory, MARKS), 'a'), (lines) => {
  if (scenario === 'killed' && lines === Number(number)) process.kill(process.pid, 'SIGKILL')
})
const root = path.join(directory, STORE)
const clock = createWorkloadClock()
const options = {
  advanced: { clock: clock.read, graceMs: GRACE, sweepEveryMs: false },
  // The images are judged much later.
  versions: { days: 3650 },
  onError: () => {},
}
const openAgain = () => openAssetStore({ directory: root, ...options })
const world = { does, random, clock, directory, openAgain, files: createFiles({ does, random }) }

const SCENARIOS = {
  async everything() {
    // Old enough for directories that become empty to be removed.
    clock.passDays(-9)
    await session(openAgain, oldDirectories)
    clock.passDays(9)
    for (let round = 0; round < Number(number); round += 1) {
      await session(openWithPictures, everyVerb)
      await session(openWithFaults, lostAnswers)
    }
  },
  failingSyncs: () => session(openWithPictures, failingSyncs),
  killed: () => session(openWithPictures, everyVerb),
  backups: () => session(openAgain, backups),
  async recovery() {
    clock.passDays(2)
    await session(openWithPictures, recovery)
  },
}
await SCENARIOS[scenario]()

async function session(open, body) {
  const store = await open()
  try {
    await body(store, world)
  } finally {
    await store.close()
  }
}

function openWithPictures() {
  return openAssetStore({ directory: root, variants: pictureProcessor(random), ...options })
}

function openWithFaults() {
  const { open } = sqlite({ file: path.join(root, 'stowage.db') })
  return openAssetStore({
    records: { open: async (how) => losingAnswers(await open(how)) },
    files: watchingPuts(disk({ directory: root })),
    ...options,
  })
}
