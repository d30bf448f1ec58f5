// Runs the conformance suite and the concurrency cases on PostgreSQL behind PgBouncer in transaction mode, with many
// more connections to PgBouncer than to PostgreSQL. Without `--full` it leaves out the cases of folders, tags, lists and
// keys, which do no more with a connection than the others.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort, isListening } from '../../tooling/ports.mjs'
import { startPostgres } from '../../tooling/postgres-server.mjs'
import { createReport } from '../support/report.mjs'

const root = path.resolve(import.meta.dirname, '../../..')
const SUITES = ['metadata-contract', 'concurrency']
const SERVER_CONNECTIONS = 5
/** Cases whose names begin so: transactions with locks, prepared reads, cut-off calls. */
const SHORT = '(setTrashed|purge|parallel|writers|get|close|claim)\\b'

const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } })

const report = createReport('The records behind PgBouncer in transaction mode')
await report.run(async () => {
  if (!installed('pgbouncer')) {
    report.skip('the conformance suite', 'pgbouncer is not installed (apt-get install pgbouncer)')
    return
  }
  const server = await startPostgres({ max_connections: 100 })
  const directory = await mkdtemp(path.join(tmpdir(), 'stowage-pgbouncer-'))
  await chmod(directory, 0o755)
  const bouncer = await startBouncer(directory, new URL(server.url))
  try {
    for (const suite of SUITES) await report.step(suite, () => runSuite(suite, bouncer.url))
    report.check('nothing was logged that clients see as an error', !/ERROR/.test(bouncer.log()))
  } finally {
    await bouncer.stop()
    await server.stop()
    await rm(directory, { recursive: true })
  }
})

function installed(command) {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function startBouncer(directory, server) {
  const port = await freePort()
  const file = path.join(directory, 'pgbouncer.ini')
  const target = `host=${server.hostname} port=${server.port} user=${server.username} password=${server.password}`
  await writeFile(
    file,
    `[databases]
* = ${target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${SERVER_CONNECTIONS}
max_client_conn = 500
`,
  )
  // Like PostgreSQL it refuses to run as root.
  const user = process.getuid() === 0 ? ['-u', 'postgres'] : []
  const child = spawn('pgbouncer', [...user, file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.on('data', (text) => {
    log += text
  })
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start: ${log}`)
    await setTimeout(50)
  }
  const url = new URL(server)
  url.port = port
  return {
    url: url.href,
    log: () => log,
    async stop() {
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
}

async function runSuite(suite, url) {
  const config = path.join(root, 'packages/tooling/vitest.config.ts')
  const file = `packages/postgres/src/metadata/${suite}.test.ts`
  const some = values.full || suite === 'concurrency' ? [] : ['-t', SHORT]
  const child = spawn('npx', ['vitest', 'run', '--config', config, file, ...some], {
    cwd: root,
    env: { ...process.env, POSTGRES_URL: url, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text
    })
  }
  const [code] = await once(child, 'exit')
  const counted = /^\s+Tests\s+(.*)$/m.exec(output)?.[1] ?? 'no test ran'
  const wrong = some.length > 0 ? /failed|no test/ : /failed|skipped|no test/
  if (code !== 0 || wrong.test(counted)) throw new Error(output.slice(-4000))
  return `${counted.replace(/ \| \d+ skipped/, '')}, over ${SERVER_CONNECTIONS} connections to each database`
}
