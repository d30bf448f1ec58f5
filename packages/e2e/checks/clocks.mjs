// Three processes use one store, and the clock of one of them leaps by up to 26 hours either way, again and again. Runs
// on SQLite in one folder, with the records in PostgreSQL, and while they move from one to the other. No acknowledged
// upload may be lost or refused for long, and nothing purged early. `--full` makes ten times as many calls, `--seed`
// repeats a run.
import { randomInt, randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../tooling/postgres-server.mjs'
import { blobsOf, openPlace } from '../support/clocks/places.mjs'
import { startProcess } from '../support/faults/process.mjs'
import { createLedger } from '../support/ledger/ledger.mjs'
import { checkPlantedFaults } from '../support/ledger/planted-faults.mjs'
import { createStoreView } from '../support/ledger/store-view.mjs'
import { reachVerdict } from '../support/ledger/verdict.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const { values } = parseArgs({
  options: { full: { type: 'boolean', default: false }, seed: { type: 'string' } },
})
/** Calls that each process makes. */
const STEPS = values.full ? 2000 : 200
const SEED = Number(values.seed ?? randomInt(1_000_000))

const report = createReport(`One of three clocks leaps by up to 26 hours (seed ${SEED})`)
await report.run(async () => {
  await withTemporaryDirectory((directory) =>
    used('SQLite', { directory, postgresUrl: null, schema: null, moves: false }),
  )
  const postgres = await startPostgres()
  try {
    for (const [name, moves] of [
      ['PostgreSQL', false],
      ['from SQLite to PostgreSQL', true],
    ]) {
      const schema = `c${randomUUID().slice(0, 8)}`
      await withTemporaryDirectory((directory) =>
        used(name, { directory, postgresUrl: postgres.url, schema, moves }),
      )
    }
  } finally {
    await postgres.stop()
  }
})

async function used(name, places) {
  const ledger = createLedger()
  const processes = ['leaps', 'steady', 'steady'].map((kind, n) => start(places, SEED + n, kind))
  await Promise.all(processes.map((process) => process.says()))
  const results = await Promise.all(
    processes.map((process) => {
      process.tell('end')
      return process.says()
    }),
  )
  ledger.add(results.map(({ lines }) => lines))
  const { verbs, troubles } = ledger.tally
  const done = (verb) => verbs[verb]?.acknowledged ?? 0
  const total = (count) => results.reduce((sum, { counts }) => sum + counts[count], 0)
  report.note(
    `${name}: ${done('upload')} uploads, ${troubles.length} retries, ${total('leaps')} leaps, ` +
      `${done('sweep')} sweeps, ${total('postponed')} postponed, ${done('hold')} holds, ` +
      `${done('backup')} backups, ${total('moves')} moves`,
  )
  const check = (what, wrong, figures = '') => {
    const shown = [...new Set(wrong)].slice(0, 5).join('; ')
    report.check(`${name}: ${what}`, wrong.length === 0, shown === '' ? figures : shown)
  }
  report.check(`${name}: there were uploads, and leaps`, done('upload') > 20 && total('leaps') > 2)
  check('no call is refused for long', ledger.failures)
  check('nothing is purged early, or read with other bytes', ledger.violations)
  const verdict = await verdictOn(places, ledger)
  const { lost, half, wrong, found, purged } = verdict
  const figures = `${found.size} assets, ${purged.length} purged`
  check('no acknowledged upload is lost', lost, figures)
  check('nothing is half visible', half)
  check(
    'nothing contradicts itself',
    wrong.filter((what) => !isOfClients(ledger, what)),
  )
  checkPlantedFaults(report, ledger, found)
}

function start(places, seed, kind) {
  const args = [JSON.stringify(places), seed, STEPS, kind, `p${seed}`]
  return startProcess('clocks/process.mjs', args)
}

/** The ledger's verdict, with every byte. It ignores blobs that are due for a later deletion. */
async function verdictOn(places, ledger) {
  const store = await openPlace(places, undefined, () => {})
  try {
    const verdict = await reachVerdict(ledger, createStoreView(store, blobsOf(places)))
    const { problems } = await store.admin.verify({ checksums: true })
    verdict.lost.push(
      ...problems
        .filter(({ kind }) => ['missing', 'wrong_size', 'wrong_checksum'].includes(kind))
        .map(({ kind, assetId }) => `${assetId}: ${kind}`),
    )
    return verdict
  } finally {
    await store.close()
  }
}

function isOfClients({ failures, violations }, what) {
  return failures.includes(what) || violations.includes(what)
}
