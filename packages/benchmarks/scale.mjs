// Measures what a store on PostgreSQL and S3 needs: bytes and log of the records of a million assets, statements and
// requests of each verb, processor time of an instance and of the server. A simulation of many instances uses these
// figures as its parameters. Rewrites the figures in docs/scale.md and its note. `npm run scale`; set ROWS and SECONDS
// (for each commit size) for a quicker run, which rewrites nothing. Linux, with Ceph (see ../tooling/ceph.mjs) for the
// S3.
import { cpus, loadavg } from 'node:os'
import pg from 'pg'
import { startCeph } from '../tooling/ceph.mjs'
import { startPostgres } from '../tooling/postgres-server.mjs'
import { measureRecords } from './scale/records.mjs'
import { tablesOf, writeReport } from './scale/report.mjs'
import { simulationTables } from './scale/scenarios.mjs'
import { measureVerbs } from './scale/verbs.mjs'

const ROWS = Number(process.env.ROWS ?? 1_000_000)
const SECONDS = Number(process.env.SECONDS ?? 6)

/** The load from the machine's other work. */
const load = loadavg()[0]
const shared = load > cpus().length ? 'shared with other work' : 'with nothing else to do'
const measured = await measure()
const tables = {
  ...tablesOf(measured, ROWS),
  ...simulationTables(measured),
  machine: `Node ${process.versions.node}, PostgreSQL ${measured.version}, ${cpus().length} cores of ${cpus()[0].model}, ${shared}: a load of ${load.toFixed(1)} before the run.`,
}
for (const [name, text] of Object.entries(tables)) console.log(`\n== ${name}\n${text}`)
if (process.env.ROWS === undefined && process.env.SECONDS === undefined) await writeReport(tables)

async function measure() {
  // A server of our own, because this reads the processor time of its processes.
  delete process.env.POSTGRES_URL
  const server = await startPostgres({
    max_connections: 100,
    shared_buffers: '1GB',
    max_wal_size: '16GB',
    checkpoint_timeout: '1h',
    autovacuum: 'off',
  })
  const pool = new pg.Pool({
    connectionString: server.url,
    max: 10,
  })
  pool.on('error', () => {})
  const ceph = await startCeph()
  try {
    const { rows } = await pool.query('SHOW server_version')
    const verbs = await measureVerbs({ url: server.url, pool, ceph })
    const records = await measureRecords({ pool, rows: ROWS, seconds: SECONDS })
    return { verbs, records, version: rows[0].server_version }
  } finally {
    await ceph.stop()
    await pool.end()
    await server.stop()
  }
}
