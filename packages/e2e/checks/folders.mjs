// Many clients in several processes make, rename, move and delete the same folders, and upload, move, trash and restore
// what lies in them: on SQLite and on PostgreSQL. Afterwards there must be no cycle and no orphan, and all that is kept
// of folders must equal a recount of the rows. `--clients 64 --processes 4 --seconds 60` for the whole check.
import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../tooling/postgres-server.mjs'
import { startProcess } from '../support/faults/process.mjs'
import { judgeRows, judgeView } from '../support/folders/judge.mjs'
import { openPlace, VIEWS, viewOf } from '../support/folders/places.mjs'
import { readRows } from '../support/folders/rows.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '16' },
    processes: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
  },
})
const [CLIENTS, PROCESSES, SECONDS, SEED] = [
  values.clients,
  values.processes,
  values.seconds,
  values.seed,
].map(Number)

/** What the rows must not have, in the words of the report. */
const PROMISES = {
  cycles: 'no folder lies in itself',
  orphans: 'every folder lies in one that exists',
  depths: 'none is below 32 others',
  heights: 'every height is right',
  scopes: 'every folder has the scope of the one that it lies in',
  siblings: 'no two siblings have one name',
  lostAssets: 'every asset lies in a folder that exists',
  counts: 'every count and its bytes equal a recount',
  bytes: 'the bytes of every tenant equal a recount',
}
/** What must have happened often enough for the check to say something. */
const NEEDED = ['moveFolder done', 'deleteAll done', 'upload done', 'moveAssets done']

const report = createReport(`${CLIENTS} clients in ${PROCESSES} processes change folders`)
await report.run(() =>
  withTemporaryDirectory(async (top) => {
    const [sqlite, files] = [path.join(top, 'sqlite'), path.join(top, 'postgres')]
    for (const directory of [sqlite, files]) await mkdir(directory)
    await check('SQLite', { directory: sqlite })
    const { url, stop } = await startPostgres()
    try {
      const schema = `f${randomUUID().slice(0, 8)}`
      await check('PostgreSQL', { directory: files, url, schema })
    } finally {
      await stop()
    }
  }),
)

async function check(name, place) {
  // The database is made before, so that no process waits for another one to make it.
  await (await openPlace(place)).close()
  const { counts, violations } = await load(place)
  const done = Object.entries(counts).map(([what, times]) => `${times} ${what}`)
  report.note(`${name}: ${done.sort().join(', ')}`)
  report.check(`${name}: nothing fails but by what others do`, violations.length === 0)
  for (const violation of violations.slice(0, 5)) report.note(violation)
  report.check(
    `${name}: folders were moved and deleted, and filled meanwhile`,
    NEEDED.every((what) => counts[what] > 0),
  )
  await judge(name, place)
}

async function load(place) {
  const each = CLIENTS / PROCESSES
  const processes = Array.from({ length: PROCESSES }, (_, index) =>
    startProcess('folders/process.mjs', [JSON.stringify(place), each, SEED + index]),
  )
  await Promise.all(processes.map((child) => child.says()))
  await sleep(SECONDS * 1000)
  const results = await Promise.all(processes.map((child) => child.ask('stop')))
  await Promise.all(processes.map(({ exited }) => exited))
  const counts = {}
  for (const [what, times] of results.flatMap((result) => Object.entries(result.counts))) {
    counts[what] = (counts[what] ?? 0) + times
  }
  return { counts, violations: results.flatMap((result) => result.violations) }
}

async function judge(name, place) {
  const rows = await readRows(place)
  const { folders, assets } = rows
  const deepest = Math.max(...folders.map(({ height }) => height))
  report.note(
    `${name}: ${folders.length} folders, the deepest at ${deepest}; ${assets.length} assets`,
  )
  for (const [promise, found] of Object.entries(judgeRows(rows))) {
    const times = Array.isArray(found) ? found.length : found
    report.check(`${name}: ${PROMISES[promise]}`, times === 0, times === 0 ? '' : `${times} times`)
    if (Array.isArray(found)) for (const row of found.slice(0, 3)) report.note(JSON.stringify(row))
  }
  const store = await openPlace(place)
  const wrong = []
  for (const view of VIEWS) wrong.push(...(await judgeView(viewOf(store, view), view, rows)))
  await store.close()
  report.check(`${name}: usage and lists say what the rows say`, wrong.length === 0)
  for (const sentence of wrong.slice(0, 5)) report.note(sentence)
}
