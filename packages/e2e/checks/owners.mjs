// Many clients in several processes upload files that are pending, attach, set and detach them, keep them and delete their
// owners, while all sweep, by a clock that runs fast: on SQLite and on PostgreSQL. Afterwards what was attached or kept must
// be there, what nobody claimed must be gone, and all that is kept of assets must equal a recount of the rows. `--full` for a
// minute in which processes are killed too.
import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../tooling/postgres-server.mjs'
import { startProcess } from '../support/faults/process.mjs'
import { journalsOf } from '../support/owners/journal.mjs'
import { judgeOwners } from '../support/owners/judge.mjs'
import { openPlace } from '../support/owners/places.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } })
const [CLIENTS, PROCESSES, SECONDS] = values.full ? [32, 4, 60] : [16, 2, 5]
/** Seconds between two kills. */
const KILL_EVERY = 4

/** What the rows must not have, in the words of the report. */
const PROMISES = {
  lost: 'no attached asset is gone',
  gone: 'nothing expired that was once attached to a post or kept',
  pending: 'nothing is pending any more',
  unclaimed: 'what nobody attached or kept is gone',
  mixed: 'every asset belongs to the owners that it was attached to',
  places: 'every attachment has a place of its own',
  counts: 'every count and its bytes equal a recount',
  bytes: 'the bytes of every tenant equal a recount',
}
/** What must have happened often enough for the check to say something. */
const NEEDED = [
  'upload done',
  'attach done',
  'set done',
  'detach done',
  'deleteOwner done',
  'keep done',
]

const report = createReport(`${CLIENTS} clients in ${PROCESSES} processes attach what is pending`)
await report.run(() =>
  withTemporaryDirectory(async (top) => {
    await check('SQLite', { directory: path.join(top, 'sqlite') })
    const { url, stop } = await startPostgres()
    try {
      const schema = `o${randomUUID().slice(0, 8)}`
      await check('PostgreSQL', { directory: path.join(top, 'postgres'), url, schema })
    } finally {
      await stop()
    }
  }),
)

async function check(name, where) {
  const place = { ...where, origin: Date.now() }
  await mkdir(journalsOf(place.directory), { recursive: true })
  // The database is made before, so that no process waits for another one to make it.
  await (await openPlace(place)).close()
  const { counts, violations, kills } = await load(place)
  const done = Object.entries(counts).map(([what, times]) => `${times} ${what}`)
  report.note(`${name}: ${done.sort().join(', ')}; ${kills} kills`)
  report.check(`${name}: nothing fails but by what others do`, violations.length === 0)
  for (const violation of violations.slice(0, 5)) report.note(violation)
  const expired = await letExpire(place)
  report.note(`${name}: ${expired} more expired in the end`)
  report.check(
    `${name}: files were attached, set, detached and kept, and expired`,
    NEEDED.every((what) => counts[what] > 0) && counts.expired + expired > 0,
  )
  await judge(name, place)
}

async function load(place) {
  const started = []
  const start = () => {
    const child = startProcess('owners/process.mjs', [
      JSON.stringify(place),
      CLIENTS / PROCESSES,
      started.length,
    ])
    started.push(child)
    return child
  }
  const running = Array.from({ length: PROCESSES }, start)
  await Promise.all(running.map((child) => child.says()))
  const rounds = values.full ? Math.floor(SECONDS / KILL_EVERY) : 0
  for (let round = 0; round < rounds; round += 1) {
    await sleep(KILL_EVERY * 1000)
    const victim = round % PROCESSES
    await running[victim].kill()
    running[victim] = start()
    await running[victim].says()
  }
  if (rounds === 0) await sleep(SECONDS * 1000)
  const results = await Promise.all(running.map((child) => child.ask('stop')))
  await Promise.all(running.map(({ exited }) => exited))
  const counts = {}
  for (const [what, times] of results.flatMap((result) => Object.entries(result.counts))) {
    counts[what] = (counts[what] ?? 0) + times
  }
  return { counts, violations: results.flatMap((result) => result.violations), kills: rounds }
}

/** Lets days pass and sweeps follow each other, until they trust the clock. Resolves to how many assets expired. */
async function letExpire(place) {
  let hours = 48
  const store = await openPlace(place, { ahead: () => hours })
  let expired = 0
  for (let sweep = 0; sweep < 4; sweep += 1) {
    expired += (await store.admin.sweep()).expired
    hours += 1
  }
  await store.close()
  return expired
}

async function judge(name, place) {
  const { figures, wrong } = await judgeOwners(place)
  report.note(`${name}: ${JSON.stringify(figures)}`)
  for (const [promise, found] of Object.entries(wrong)) {
    const times = found.length
    report.check(`${name}: ${PROMISES[promise]}`, times === 0, times === 0 ? '' : `${times} times`)
    for (const row of found.slice(0, 3)) report.note(JSON.stringify(row))
  }
}
