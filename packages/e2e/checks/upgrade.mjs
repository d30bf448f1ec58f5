// A database of the release before is opened with this one, which migrates it: on SQLite and on PostgreSQL. Measures how
// long that takes; then the process is killed again and again. No asset may be lost or changed, and all that is kept of
// them must equal a recount, and every asset must be found and sorted by what it is. SQLite also rewrites the file with
// VACUUM between two batches. On PostgreSQL an instance of the release before reads and renames meanwhile, until it is
// refused. `--rows 1000000` for the whole check.
import { createHash, randomInt, randomUUID } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import Database from 'better-sqlite3'
import pg from 'pg'
import { startPostgres } from '../../tooling/postgres-server.mjs'
import { startProcess } from '../support/faults/process.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'
import { startOlderInstance } from '../support/upgrade/older-instance.mjs'
import { ASSETS, recountText } from '../support/upgrade/recount.mjs'
import { makePostgresVersion1, makeSqliteVersion1 } from '../support/upgrade/version-1.mjs'
import {
  wrongFindingsOfPostgres,
  wrongFindingsOfSqlite,
} from '../support/upgrade/wrong-findings.mjs'

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '20000' }, kills: { type: 'string', default: '5' } },
})
const ROWS = Number(values.rows)
const KILLS = Number(values.kills)
/** The check counts the messages itself. */
const QUIET = { execArgv: ['--no-warnings'] }
/** Kills after which the file is rewritten, which takes long. */
const VACUUM_EVERY = 4

const report = createReport(`A database of ${ROWS} assets is migrated`)
await report.run(async () => {
  await withTemporaryDirectory(checkSqlite)
  const postgres = await startPostgres()
  try {
    await checkPostgres(postgres.url)
  } finally {
    await postgres.stop()
  }
})

async function checkSqlite(directory) {
  const file = path.join(directory, 'killed.db')
  const copy = path.join(directory, 'measured.db')
  await makeSqliteVersion1(file, ROWS)
  await copyFile(file, copy)
  const before = digestOfSqlite(file)
  const { warnings, seconds } = await migrated({ file: copy })
  judge('SQLite', {
    before,
    after: digestOfSqlite(copy),
    wrong: recountSqlite(copy),
    findings: await wrongFindingsOfSqlite(copy),
    seconds,
    warnings,
  })
  const between = async (times) => {
    if (times % VACUUM_EVERY === 0) vacuum(file)
  }
  await killAgainAndAgain({ file }, { seconds, between })
  const several = await Promise.all([migrated({ file }), migrated({ file }), migrated({ file })])
  report.check('SQLite: several processes may go on at once', several.length === 3)
  judge('SQLite, killed', {
    before,
    after: digestOfSqlite(file),
    wrong: recountSqlite(file),
    findings: await wrongFindingsOfSqlite(file),
  })
}

async function checkPostgres(url) {
  const [measured, killed] = [`u${randomUUID().slice(0, 8)}`, `u${randomUUID().slice(0, 8)}`]
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  pool.on('error', () => {})
  try {
    for (const schema of [measured, killed]) await makePostgresVersion1(url, schema, ROWS)
    const before = await digestOfPostgres(pool, measured)
    const { seconds, warnings } = await migrated({ url, schema: measured })
    const after = await digestOfPostgres(pool, measured)
    judge('PostgreSQL', {
      before,
      after,
      wrong: await recountPostgres(pool, measured),
      findings: await wrongFindingsOfPostgres(pool, { url, schema: measured }),
      seconds,
      warnings,
    })

    const older = startOlderInstance(url, killed)
    const place = { url, schema: killed }
    // As if 30 seconds had passed, after which another instance takes over.
    const between = () =>
      pool.query(`UPDATE ${killed}.schema_version SET until = clock_timestamp()`)
    await killAgainAndAgain(place, { seconds, between })
    await Promise.all([migrated(place), migrated(place)])
    const { reads, writes, refusals, failures } = await older.stop()
    const shown = `${reads} reads, ${writes} writes, then ${refusals} refusals`
    report.check(
      'PostgreSQL: an older instance reads and writes until it is refused, and is told why',
      failures.length === 0 && reads > 0 && writes > 0 && refusals > 0,
      failures[0] ?? shown,
    )
    const found = await digestOfPostgres(pool, killed)
    judge('PostgreSQL, killed', {
      before,
      after: found,
      wrong: await recountPostgres(pool, killed),
      findings: await wrongFindingsOfPostgres(pool, place),
    })
  } finally {
    await pool.end()
  }
}

function judge(name, { before, after, wrong, findings, seconds, warnings }) {
  if (seconds !== undefined)
    report.note(`${name}: ${seconds.toFixed(1)} s; ${warnings.length} messages`)
  report.check(`${name}: every asset is as it was`, before === after)
  report.check(`${name}: every count equals a recount`, wrong === 0, `${wrong} differ`)
  report.check(
    `${name}: every asset is found and sorted by what it is`,
    findings.length === 0,
    `${findings.length} differ`,
  )
  for (const each of findings.slice(0, 5)) report.note(each)
}

async function migrated(place) {
  const started = performance.now()
  const child = startProcess('upgrade/process.mjs', [JSON.stringify(place)], QUIET)
  const warnings = []
  for (;;) {
    const { warning, done } = await child.says()
    if (done) break
    warnings.push(warning)
  }
  await child.exited
  return { warnings, seconds: (performance.now() - started) / 1000 }
}

/** Each process lives for a part of what all takes, so that the last one finds work left. */
async function killAgainAndAgain(place, { seconds, between }) {
  let killed = 0
  for (let times = 0; times < KILLS; times += 1) {
    const child = startProcess('upgrade/process.mjs', [JSON.stringify(place)], QUIET)
    child.hears(() => {})
    await Promise.race([
      sleep(200 + randomInt(1 + Math.ceil((seconds * 1000) / KILLS))),
      child.exited,
    ])
    const { signal } = await child.kill()
    if (signal === 'SIGKILL') killed += 1
    await between(times)
  }
  report.note(`${killed} of ${KILLS} processes were killed before they had ended`)
}

/** Gives the rows of assets other row ids. */
function vacuum(file) {
  const database = new Database(file)
  database.exec('VACUUM')
  database.close()
}

function digestOfSqlite(file) {
  const database = new Database(file, { readonly: true })
  const hash = createHash('sha256')
  let rows = 0
  for (const row of database.prepare(ASSETS).raw().iterate()) {
    hash.update(JSON.stringify(row))
    rows += 1
  }
  database.close()
  return `${rows} ${hash.digest('hex')}`
}

function recountSqlite(file) {
  const database = new Database(file, { readonly: true })
  const bytes = 'size + CASE WHEN variants IS NULL THEN 0 ELSE 12 END'
  const { wrong } = database.prepare(recountText({ bytes, list: '(trashed_at IS NOT NULL)' })).get()
  database.close()
  return wrong
}

async function digestOfPostgres(pool, schema) {
  const text = ASSETS.replace('FROM assets', `FROM ${schema}.assets`).replace(/ ORDER BY.*/, '')
  const { rows } = await pool.query(
    `SELECT count(*) || ' ' || sum(hashtextextended(a::text, 0)::numeric) AS digest FROM (${text}) a`,
  )
  return rows[0].digest
}

async function recountPostgres(pool, schema) {
  const bytes = 'size + CASE WHEN variants IS NULL THEN 0 ELSE 12 END'
  const list = '(trashed_at IS NOT NULL)::int'
  const { rows } = await pool.query(recountText({ bytes, list, schema: `${schema}.` }))
  return Number(rows[0].wrong)
}
