// Backs up a store in use, by a process that is killed at random instants. Restores the folder after each kill:
// every record in it must have its bytes, and its events must lead to it. Jobs and deliveries are under way meanwhile: those
// of a restored store go on, and a cursor that is newer than the backup is refused. `--kills 100` kills more often, `--seed 7` at other instants.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openAssetStore } from '@stowage/core'
import { disk } from '@stowage/core/filesystem'
import { seededChoices } from '@stowage/testing/seeds'
import { judgeCursor, judgeFeed, judgeWork, sendFrom } from '../support/backup/restored.mjs'
import { createStoreClient } from '../support/client/store-client.mjs'
import { createClock } from '../support/faults/clock.mjs'
import { startProcess } from '../support/faults/process.mjs'
import { folderLeftovers } from '../support/ledger/folder-leftovers.mjs'
import { createJournal } from '../support/ledger/journal.mjs'
import { createLedger } from '../support/ledger/ledger.mjs'
import { checkPlantedFaults } from '../support/ledger/planted-faults.mjs'
import { createStoreView } from '../support/ledger/store-view.mjs'
import { table } from '../support/ledger/tally.mjs'
import { reachVerdict, reportVerdict, sentencesOf } from '../support/ledger/verdict.mjs'
import { createFiles } from '../support/load/files.mjs'
import { createJobVerbs, runJobs } from '../support/load/jobs.mjs'
import { createMaintenance } from '../support/load/maintenance.mjs'
import { createShelf } from '../support/load/shelf.mjs'
import { startLoad } from '../support/load/start-load.mjs'
import { createVerbs } from '../support/load/verbs.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'
import { startReceiver } from '../support/webhooks/receiver.mjs'
import { sendingTo } from '../support/webhooks/sending.mjs'

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '6' }, seed: { type: 'string', default: '1' } },
})
const KILLS = Number(values.kills)
const SEED = Number(values.seed)
/** What a dead process held has lapsed by then, in microseconds. */
const LAPSE = 11 * 60_000_000
/** In microseconds, the time after which a store takes what is not in use for left over. */
const DAY = 24 * 3_600_000_000
const LANES = 4
/** About as many assets as are kept. */
const KEPT = 200
const SIZES = { small: [2000, 2000], staged: [300_000, 300_000] }
const WEIGHTS = {
  ...{ upload: 95, staged: 5, update: 10, trash: 10, restore: 2, purge: 8, sweep: 2 },
  ...{ enqueue: 4, enqueueKeyed: 4 },
}

const random = seededChoices(SEED)
const report = createReport(`backup: ${KILLS} kills, seed ${SEED}`)
await report.run(() =>
  withTemporaryDirectory(async (root) => {
    const live = path.join(root, 'live')
    const backup = path.join(root, 'backup')
    const clock = createClock()
    const receiver = await startReceiver()
    const store = await openAssetStore({
      directory: live,
      ...sendingTo(receiver.port),
      advanced: { sweepEveryMs: false, clock: clock.now },
    })
    const webhookId = await sendFrom(store, receiver)
    const ledger = createLedger()
    const load = startBackupLoad(store, ledger)
    const totals = {
      begun: 0,
      done: 0,
      restored: 0,
      records: 0,
      copied: 0,
      kept: 0,
      removed: 0,
      newer: 0,
    }
    const problems = []
    try {
      await store.admin.backup({ directory: backup })
      for (let kill = 0; kill < KILLS; kill += 1) {
        const heard = await killedWhileBackingUp({ live, backup, offset: clock.offset })
        clock.advance(LAPSE)
        count(totals, heard)
        const cursor = await store.events.latest()
        const restored = await restore(root, backup, { receiver, clock, cursor, webhookId })
        totals.newer += Number(restored.isNewer)
        totals.restored += 1
        totals.records += restored.records
        problems.push(...restored.problems)
      }
      await load.end()
      const last = await store.admin.backup({ directory: backup })
      // Late enough for every deletion to have been made, and made sure of.
      for (let sweep = 0; sweep < 3; sweep += 1) {
        clock.advance(2 * DAY)
        await store.admin.sweep()
      }
      const verified = await store.admin.verify()
      const verdict = await reachVerdict(ledger, viewOf(store, live))
      const { records, problems: left } = await restore(root, backup, {
        ...{ receiver, clock, cursor: await store.events.latest(), webhookId, ledger },
      })
      const { tally } = ledger
      report.note(
        `${table(tally.acknowledged)} meanwhile; ${totals.begun} backups begun, ${totals.done} finished; ${totals.copied} files copied, ${totals.kept} kept, ${totals.removed} removed`,
      )
      report.check(
        'every record of a backup that was cut off has its bytes',
        problems.length === 0,
        `${totals.records} records in ${totals.restored} restored stores, ${problems.length} problems`,
      )
      for (const problem of problems.slice(0, 5)) report.note(JSON.stringify(problem))
      report.check('some cursors were newer than the backup, and were refused', totals.newer > 0)
      report.check('some of the killed backups were under way', totals.begun > totals.done)
      report.check(
        'the next whole backup is clean, is what was acknowledged, and no more than the store',
        left.length === 0 && last.problems.length === 0 && records === last.records,
        `${last.records} records, ${last.copied} files copied, ${last.kept} kept, ${last.removed} removed`,
      )
      for (const problem of left.slice(0, 5)) report.note(JSON.stringify(problem))
      await store.close()
      const { found } = verdict
      verdict.leaked.push(
        ...verified.problems.map((problem) => JSON.stringify(problem)),
        ...(await folderLeftovers({ blobs: live, found })),
      )
      reportVerdict(report, verdict, {
        where: 'in the store itself',
        figures: `${verified.records} records, ${verified.blobs} blobs`,
      })
      checkPlantedFaults(report, ledger, found)
    } finally {
      await load.end()
      await store.close()
      await receiver.stop()
    }
  }),
)

/** Resolves to the messages of the child, which is killed at a random instant of a backup. */
async function killedWhileBackingUp({ live, backup, offset }) {
  const heard = []
  const child = startProcess('backing-up.mjs', [live, backup, offset])
  const after = 1 + random.below(2)
  const begun = new Promise((resolve) => {
    child.hears((message) => {
      heard.push(message)
      if (heard.filter((each) => each.begun).length === after) resolve()
    })
  })
  await Promise.race([begun, child.exited])
  await delay(random.next() * 400)
  const { code, signal } = await child.kill()
  if (signal !== 'SIGKILL')
    throw new Error(`The process that backs up ended before it was killed: ${code}.`)
  return heard
}

function count(totals, heard) {
  for (const { begun, done } of heard) {
    if (begun) totals.begun += 1
    if (!done) continue
    totals.done += 1
    for (const name of ['copied', 'kept', 'removed']) totals[name] += done[name]
  }
}

/**
 * Opens a copy of the backup and reads all of it; with a ledger it must be what that says, and work. Files that the cut-off
 * run had copied are orphans there.
 */
async function restore(root, backup, { receiver, clock, cursor, webhookId, ledger }) {
  const directory = await mkdtemp(path.join(root, 'restored-'))
  await cp(backup, directory, { recursive: true })
  const store = await openAssetStore({
    directory,
    ...sendingTo(receiver.port),
    advanced: { sweepEveryMs: false, clock: clock.now },
  })
  try {
    const { problems, records } = await store.admin.verify()
    const found = problems.filter(({ kind }) => kind !== 'orphaned')
    const view = viewOf(store, directory)
    const seen = await view.look()
    if (ledger !== undefined) found.push(...sentencesOf(await reachVerdict(ledger, view)))
    else found.push(...seen.problems, ...[...seen.found.values()].flatMap(({ broken }) => broken))
    found.push(...(await judgeFeed(store, seen.found)))
    const { isNewer, problems: ofCursor } = await judgeCursor(store, { cursor, webhookId })
    found.push(...ofCursor)
    if (ledger !== undefined) found.push(...(await judgeWork(store, receiver, webhookId)))
    return { records, isNewer, problems: found }
  } finally {
    await store.close()
    await rm(directory, { recursive: true })
  }
}

function viewOf(store, directory) {
  return createStoreView(store, disk({ directory }))
}

/** Uploads, changes, purges and sweeps until its end. */
function startBackupLoad(store, ledger) {
  const journal = createJournal(ledger.hear)
  const shelf = createShelf(random)
  const files = createFiles({ random, label: 'backup', sizes: SIZES, binary: 1 })
  const world = { client: createStoreClient(store), journal, random, shelf, files, most: 1 }
  runJobs({ store, journal, random })
  const verbs = {
    ...createVerbs(world),
    ...createJobVerbs({ store, journal, random }),
    ...createMaintenance({ store, journal }),
  }
  const weights = () =>
    shelf.sizeOf('active') > KEPT ? { ...WEIGHTS, trash: 100, restore: 0, purge: 100 } : WEIGHTS
  return startLoad({
    lanes: Array.from({ length: LANES }, () => ({ verbs, weights })),
    random,
    journal,
  })
}
