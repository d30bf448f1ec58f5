// Simulates a power failure at every sync of a store in use. Records the real file system calls, replays them, and cuts
// them at the beginning and the end of every fsync. What was not synced is dropped, reordered or torn. Every state of
// the disk that may result must hold what was acknowledged. Each known mistake must be caught. `--full` runs longer,
// `--seed` draws other images.
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createDatabaseReader } from '../support/power-loss/database.mjs'
import { explore } from '../support/power-loss/explore.mjs'
import { createBackupJudge } from '../support/power-loss/judge-backup.mjs'
import { createJudge } from '../support/power-loss/judge-image.mjs'
import { judgeStore } from '../support/power-loss/judge-store.mjs'
import { MUTANTS, mutantsOutOfPlace, mutate } from '../support/power-loss/mutants.mjs'
import { MARKS, VOLUME } from '../support/power-loss/places.mjs'
import { record, whyNothingCanBeRecorded } from '../support/power-loss/record.mjs'
import { writeVolume } from '../support/power-loss/volume.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const { values } = parseArgs({
  options: { full: { type: 'boolean' }, seed: { type: 'string', default: '1' } },
})
const seed = Number(values.seed)
const CORE = path.dirname(fileURLToPath(import.meta.resolve('@stowage/core')))
/** Nothing that is judged needs to last. */
const FAST = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** Recordings of a mutant until it is caught. */
const ATTEMPTS = 4

/** `how`, `lightly` and `mutants`: see `explore`; `backups`: its `every` for the scenario of that name. */
const EXTENT = values.full
  ? {
      rounds: 3,
      kills: [15, 40, 65, 90, 115],
      recoveries: 12,
      failing: [2, 3, 5, 7],
      how: { anything: 6, storeEvery: 61 },
      lightly: { anything: 4, storeEvery: 61 },
      backups: 1,
      mutants: { anything: 2 },
    }
  : {
      rounds: 1,
      kills: [55],
      recoveries: 1,
      failing: [5],
      how: { anything: 1, storeEvery: 97 },
      lightly: { anything: 1, storeEvery: 97, every: 3 },
      backups: 2,
      mutants: { anything: 1, every: 2, enough: 1 },
    }

const report = createReport(
  `power-loss: ${values.full ? 'everything' : 'the short version'}, seed ${seed}`,
)
await report.run(async () => {
  const why = whyNothingCanBeRecorded()
  if (why === null) await withTemporaryDirectory(proveAll)
  else report.skip('nothing acknowledged is lost when the power fails', why)
})

async function proveAll(directory) {
  const { rounds, kills, recoveries, failing, how, lightly, backups } = EXTENT
  const sessions = [
    await record({ core: CORE, directory, scenario: 'everything', number: rounds, seed }),
  ]
  const sampled = await prove('every verb', { directory, sessions, ...how, samples: recoveries })

  for (const [index, start] of sampled.entries()) {
    await recorded(
      `the power fails again during recovery (${index + 1})`,
      [{ scenario: 'recovery' }],
      {
        ...lightly,
        start,
      },
    )
  }
  for (const number of kills) {
    const killed = { scenario: 'killed', number }
    const again = { scenario: 'killed', number: number + 7 }
    const recovery = { scenario: 'recovery' }
    const name = `after a SIGKILL at announcement ${number}, and another`
    await recorded(name, [killed, recovery, again, recovery], lightly)
  }
  for (const number of failing) {
    await recorded(`one of ${number} syncs fails`, [{ scenario: 'failingSyncs', number }], lightly)
  }
  await recorded('a store is backed up again and again', [{ scenario: 'backups' }], {
    ...lightly,
    every: backups,
  })
  const lost = await mutantsOutOfPlace(CORE)
  report.check(
    'every mutant has its place in the built package, and is code there',
    lost.length === 0,
    lost.join('; '),
  )
  // Two at a time: one is recorded while the other is judged.
  const queue = MUTANTS.filter(({ inFull }) => values.full || !inFull).values()
  await Promise.all([catchMutants(), catchMutants()])

  async function catchMutants() {
    for (const mutant of queue) {
      await report.step(`mutant caught: ${mutant.name}`, () => caught(mutant))
    }
  }

  async function caught({ keeps, replace, session = { scenario: 'everything' }, every }) {
    const how = { ...EXTENT.mutants, ...(every && { every }) }
    if (keeps !== undefined) {
      return evidence([await look({ directory, sessions, keeps, ...how })])
    }
    const looks = []
    // No two recordings have their calls in the same order, and some mistakes show in few of them.
    while (looks.length < ATTEMPTS && looks.every(({ failures }) => failures.length === 0)) {
      await withTemporaryDirectory(async (own) => {
        const core = path.join(own, 'core')
        await mutate(CORE, core, replace)
        const mutated = [
          await record({ core, directory: own, seed: seed + looks.length, ...session }),
        ]
        const { scenario } = session
        looks.push(await look({ directory: own, sessions: mutated, scenario, ...how }))
      })
    }
    return evidence(looks)
  }
}

/** Records the sessions on a directory of their own, which begins with the image of `start`, and judges them. */
function recorded(name, scenarios, how) {
  return withTemporaryDirectory(async (directory) => {
    if (how.start) await writeVolume(how.start.image, path.join(directory, VOLUME))
    const sessions = []
    for (const scenario of scenarios) {
      sessions.push(await record({ core: CORE, directory, seed, ...scenario }))
    }
    await prove(name, { directory, sessions, scenario: scenarios[0].scenario, ...how })
  })
}

async function prove(name, recording) {
  const found = await look(recording)
  const { calls, syncs, cuts, states, stores, kept, promises, failures, differences } = found
  report.check(
    `${name}: nothing acknowledged is lost, and nothing is left behind`,
    failures.length === 0 && promises > 0,
    `${calls} calls, ${syncs} syncs, ${cuts} cuts, ${states} states, in ${stores} of them the store opened ` +
      `and swept; ${kept} acknowledgements, ${promises} times checked; ${failures.length} failures`,
  )
  for (const failure of failures.slice(0, 5)) report.note(sentenceOf(failure))
  report.check(
    `${name}: the disk that was replayed is the real one`,
    differences.length === 0,
    differences.slice(0, 3).join('; '),
  )
  return found.sampled
}

/** Of the scenario `backups` the backup is judged, not the store. */
function look({ directory, scenario, ...recording }) {
  const ofBackup = scenario === 'backups'
  return withTemporaryDirectory((scratch) => {
    const readDatabase = createDatabaseReader(path.join(scratch, 'database'))
    return explore({
      root: path.join(directory, VOLUME),
      marks: path.join(directory, MARKS),
      seed,
      judge: ofBackup ? createBackupJudge(readDatabase) : createJudge(readDatabase),
      judgeStore: async (image, promises) => (ofBackup ? [] : judgeStore(image, promises, scratch)),
      ...recording,
    })
  }, FAST)
}

function evidence(looks) {
  const states = looks.reduce((sum, look) => sum + look.states, 0)
  const failures = looks.flatMap((look) => look.failures)
  if (failures.length === 0) throw new Error(`All promises held in ${states} states.`)
  return `${failures.length} of ${states} states, the first: ${sentenceOf(failures[0])}`
}

function sentenceOf({ where, state, problems }) {
  const more = problems.length > 1 ? `, and ${problems.length - 1} more` : ''
  return `at the ${where}, ${state}: ${problems[0]}${more}`
}
