// Run as a process of its own: node client.mjs <options as JSON>
// 64 lanes of mixed requests, spread over the origins given. Messages over IPC: `pause` ends the requests under
// way and closes all connections, `resume` goes on, `finish` compares and purges everything. Each is answered with counts.

import { seededChoices } from '@stowage/testing/seeds'
import { createApiClient } from '../client/api-client.mjs'
import { createConnections } from '../client/connections.mjs'
import { createApiView } from '../ledger/api-view.mjs'
import { createJournal } from '../ledger/journal.mjs'
import { createLedger } from '../ledger/ledger.mjs'
import { checkPlantedFaults } from '../ledger/planted-faults.mjs'
import { reachVerdict } from '../ledger/verdict.mjs'
import { createBrokenRequests } from '../load/broken-off.mjs'
import { createFiles } from '../load/files.mjs'
import { purgeAll } from '../load/purge-all.mjs'
import { createRefusals } from '../load/refusals.mjs'
import { createShelf } from '../load/shelf.mjs'
import { startLoad } from '../load/start-load.mjs'
import { createVerbs } from '../load/verbs.mjs'

const LANES = 64
const MOUNT = '/media'
/** About as many assets as there are at a time. */
const KEPT = 400
const SIZES = { small: [0, 30_000], staged: [700_000, 1_400_000] }

const WEIGHTS = {
  upload: 12,
  staged: 2,
  many: 3,
  abortUpload: 4,
  list: 8,
  get: 8,
  read: 14,
  range: 4,
  thumbnail: 6,
  abortRead: 3,
  update: 4,
  trash: 6,
  restore: 2,
  purge: 5,
  withoutKey: 1,
  unknown: 1,
  malformed: 1,
}

const { origins, token, seed } = JSON.parse(process.argv[2])
const random = seededChoices(seed)
const connections = createConnections(origins, token)
const ledger = createLedger()
const journal = createJournal(ledger.hear)
const shelf = createShelf(random)
const files = createFiles({ random, label: 'soak', sizes: SIZES })
const clients = origins.map((_, index) =>
  createApiClient({
    send: (route, options) => connections.sendTo(index, route, options),
    mount: MOUNT,
  }),
)
const lanes = Array.from({ length: LANES }, (_, index) => {
  // Half of them use the first origin.
  const client = clients[(index % 4) % clients.length]
  const world = { client, journal, random, shelf, files, most: 5 }
  return {
    verbs: { ...createVerbs(world), ...createBrokenRequests(world), ...createRefusals(world) },
    weights: () => ({
      ...WEIGHTS,
      ...(shelf.sizeOf('active') > KEPT && { trash: 12, restore: 0 }),
      ...(shelf.sizeOf('trashed') > KEPT / 4 && { purge: 12 }),
    }),
  }
})
let load

process.on('message', async (message) => {
  if (message === 'resume') {
    if (load === undefined) load = startLoad({ lanes, random, journal })
    else load.resume()
    return process.send(counts())
  }
  await load.pause()
  if (message === 'finish') {
    const end = await finish()
    process.send({ ...counts(), ...end })
  }
  connections.close()
  if (message === 'pause') process.send(counts())
  else process.disconnect()
})

function counts() {
  const operations = Object.values(ledger.tally.verbs)
  return {
    requests: operations.reduce((sum, each) => sum + each.acknowledged + each.refused, 0),
    verbs: ledger.tally.acknowledged,
    statuses: connections.counts.statuses,
    unexpected: [...ledger.failures, ...ledger.violations],
    assets: shelf.sizeOf('active') + shelf.sizeOf('trashed'),
  }
}

/** The verdict on what is there, and the verdict when everything is purged. */
async function finish() {
  const view = createApiView(clients[0])
  const { lost, half, wrong, found } = await reachVerdict(ledger, view)
  const checks = []
  checkPlantedFaults({ check: (...check) => checks.push(check) }, ledger, found)
  await purgeAll({ client: clients[0], journal }).catch((error) => journal.violation(error.stack))
  const last = await view.look()
  const left = ledger.judge(last.found)
  return {
    verdict: {
      lost: [...lost, ...left.lost],
      half: [...half, ...left.half],
      leaked: [...last.found.keys()].map((token) => `${token}: there though all is purged`),
      wrong: [...new Set([...wrong, ...last.problems, ...ledger.failures, ...ledger.violations])],
    },
    plants: checks,
    compared: found.size,
    purged: ledger.purgedAssets().size,
  }
}
