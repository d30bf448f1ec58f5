// Three processes use one store, and the clock of one of them leaps by up to 26 hours either way, again and again: on
// SQLite in one folder, with the records in PostgreSQL, and while they move from one to the other. No acknowledged upload may be lost or refused for long,
// and nothing purged early. `--full` for ten times as many calls, `--seed` to repeat a run.
import { fork } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../tooling/postgres-server.mjs'
import { openPlace } from '../support/clocks/places.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const { values } = parseArgs({
  options: { full: { type: 'boolean', default: false }, seed: { type: 'string' } },
})
/** Calls that each process makes. */
const STEPS = values.full ? 2000 : 200
const SEED = Number(values.seed ?? randomInt(1_000_000))
const PROCESS = fileURLToPath(new URL('../support/clocks/process.mjs', import.meta.url))

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
  const processes = ['leaps', 'steady', 'steady'].map((kind, n) => run(places, SEED + n, kind))
  const results = await Promise.all(processes)
  const total = (count) => results.reduce((sum, { counts }) => sum + counts[count], 0)
  const all = (list) => results.flatMap((result) => result[list])
  report.note(
    `${name}: ${['uploads', 'retries', 'leaps', 'sweeps', 'postponed', 'holds', 'backups', 'moves']
      .map((count) => `${total(count)} ${count}`)
      .join(', ')}`,
  )
  const tell = (list) => [...new Set(list)].slice(0, 5).join('; ')
  report.check(
    `${name}: there were uploads, and leaps`,
    total('uploads') > 20 && total('leaps') > 2,
  )
  report.check(
    `${name}: no call is refused for long`,
    all('refused').length === 0,
    tell(all('refused')),
  )
  report.check(`${name}: nothing is purged early`, all('wrong').length === 0, tell(all('wrong')))
  const lost = await lostOf(places, results)
  report.check(`${name}: no acknowledged upload is lost`, lost.length === 0, tell(lost))
}

async function run(places, seed, kind) {
  const argv = [JSON.stringify(places), String(seed), String(STEPS), kind]
  const child = fork(PROCESS, argv)
  const [result] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`A process ended with ${code}.`)
    }),
  ])
  return result
}

/** What is not as it was acknowledged, with every byte. */
async function lostOf(places, results) {
  const store = await openPlace(places, undefined, () => {})
  const lost = []
  try {
    for (const [id, { state }] of results.flatMap(({ assets }) => assets)) {
      const asset = await store.get(id, { trashed: 'include' }).catch(() => null)
      if (state === 'purged' && asset !== null) lost.push(`${id} is there though it was purged`)
      if (state === 'active' && asset?.trashedAt !== null) lost.push(`${id} is not active`)
      if (state === 'trashed' && !asset?.trashedAt) lost.push(`${id} is not in the trash`)
    }
    const { problems } = await store.maintenance.verify({ checksums: true })
    const damaged = problems.filter(({ kind }) => ['missing', 'wrong_size'].includes(kind))
    lost.push(...damaged.map(({ kind, assetId }) => `${assetId}: ${kind}`))
    lost.push(
      ...problems
        .filter(({ kind }) => kind === 'wrong_checksum')
        .map(({ assetId }) => `${assetId}: damaged`),
    )
  } finally {
    await store.close()
  }
  return lost
}
