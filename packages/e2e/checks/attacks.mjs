// One hostile client against the quickstart server: the event loop stays free, memory stays flat, and another
// client's uploads take about as long as alone. Judges ratios to the same server without attack just before and
// after, so a busy machine slows both. `--seconds 10` attacks longer.
import { parseArgs } from 'node:util'
import { ATTACKS, PLAIN_EQUALS } from '../support/attacks/attacks.mjs'
import { ONE_PIXEL } from '../support/attacks/hostile-files.mjs'
import { startMonitoredServer } from '../support/attacks/monitored-server.mjs'
import { createApiClient } from '../support/client/api-client.mjs'
import { createConnections } from '../support/client/connections.mjs'
import { startProcess } from '../support/faults/process.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const MIB = 1024 ** 2
/** Milliseconds that the event loop may be held up, p99, where the machine itself is quiet. */
const QUIET_DELAY = 50
/** A machine that is busy holds it up without any attack: then this many times that. */
const DELAY_RATIO = 3
const UPLOAD_RATIO = 3
/** What crafted files may cost more than as many plain ones. */
const PLAIN_RATIO = 1.5
const ATTEMPTS = 3
const QUIET = ['ignore', 'ignore', 'ignore', 'ipc']
/** Pages, caches and buffers that the first requests of a kind bring along. */
const MEMORY_GROWTH = 96 * MIB

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '2' }, only: { type: 'string' } },
})
const seconds = Number(values.seconds)

const report = createReport(`attacks: one hostile client, ${seconds} s each`)
await report.run(async () => {
  for (const name of Object.keys(ATTACKS)) {
    if (values.only === undefined || name.includes(values.only)) {
      await endure(name)
    }
  }
})

/** A fault shows every time, another process that wants the processors for a moment does not. */
async function endure(name) {
  for (let attempt = 1; ; attempt += 1) {
    const { alone, under } = await withServer((server, target) => attack(name, server, target))
    // A server of its own: what the attack left behind is no measure.
    const again = await withServer((server, target) =>
      measure(server, () => uploads(target, seconds * 500)),
    )
    const beside =
      PLAIN_EQUALS[name] === undefined
        ? null
        : await withServer((server, target) => beset(name, server, target, 'plain'))
    const verdicts = judge(alone, under, again, beside)
    report.note(name)
    report.note(`  alone        ${describe(alone)}`)
    report.note(`  under attack ${describe(under)}`)
    report.note(`  alone again  ${describe(again)}`)
    if (beside !== null) report.note(`  beside plain ${describe(beside)}`)
    if (attempt < ATTEMPTS && verdicts.some(({ holds }) => !holds)) continue
    for (const { what, holds, figure } of verdicts) report.check(what, holds, figure)
    return
  }
}

async function attack(name, server, target) {
  const alone = await measure(server, () => uploads(target, seconds * 500))
  return { alone, under: await beset(name, server, target) }
}

/** The uploads of one client while another one attacks, or does as much that is `plain`. */
async function beset(name, server, target, ...plain) {
  const { origin, token, asset, large } = target
  const args = [name, JSON.stringify({ origin, token, asset, large }), ...plain]
  const other = startProcess('attacks/hostile-client.mjs', args, { stdio: QUIET })
  await other.says()
  const measured = await measure(server, () => uploads(target, seconds * 1_000))
  other.tell('stop')
  await other.exited
  return measured
}

function withServer(body) {
  return withTemporaryDirectory(async (directory) => {
    const server = await startMonitoredServer(directory)
    try {
      const target = await prepare(server)
      await uploads(target, 1_000)
      return await body(server, target)
    } finally {
      await server.stop()
    }
  })
}

function judge(before, under, after, beside) {
  const delayAlone = Math.max(before.p99, after.p99)
  const uploadAlone = Math.max(before.upload, after.upload)
  const allowed = Math.max(UPLOAD_RATIO * uploadAlone, PLAIN_RATIO * (beside?.upload ?? 0))
  const orBeside = beside === null ? '' : `, or ${PLAIN_RATIO} times as long as beside plain ones`
  const toBeside =
    beside === null ? '' : `, ${(under.upload / beside.upload).toFixed(2)} of beside plain ones`
  return [
    {
      what: 'event loop delay, p99',
      holds: under.p99 <= Math.max(QUIET_DELAY, DELAY_RATIO * delayAlone),
      figure: `${under.p99.toFixed(1)} ms, ${(under.p99 / delayAlone).toFixed(2)} of alone`,
    },
    {
      what: `another client's upload, p50, takes at most ${UPLOAD_RATIO} times as long as alone${orBeside}`,
      holds: under.uploads > 0 && under.upload <= allowed,
      figure: `${(under.upload / uploadAlone).toFixed(2)} times${toBeside}`,
    },
    {
      what: 'every upload of the other client is stored',
      holds: under.refused === 0,
      figure: `${under.uploads} stored, ${under.refused} refused`,
    },
    {
      what: 'memory stays flat',
      holds: under.peak - before.peak <= MEMORY_GROWTH,
      figure: `${(before.peak / MIB).toFixed(0)} MiB, then ${(under.peak / MIB).toFixed(0)} MiB`,
    },
  ]
}

function describe({ upload, uploads: count, p50, p99, max, peak }) {
  const delay = `event loop p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, max ${max.toFixed(1)} ms`
  return `${count} uploads, p50 ${upload.toFixed(1)} ms; ${delay}; ${(peak / MIB).toFixed(0)} MiB`
}

async function measure(server, load) {
  await server.ask('start')
  const loaded = await load()
  return { ...loaded, ...(await server.ask('stop')) }
}

/** A small asset to change and a large one to read. */
async function prepare({ origin, token }) {
  const client = createApiClient(createConnections([origin], token))
  const [small] = await client.upload([{ name: 'small.png', bytes: ONE_PIXEL }])
  const [large] = await client.upload([{ name: 'large.bin', bytes: Buffer.alloc(64 * MIB, 'x') }])
  return { origin, token, client, asset: small.id, large: `${origin}${large.route}` }
}

/** One upload after the other, of pictures that a thumbnail is made of. Milliseconds of the middle one. */
async function uploads({ client }, milliseconds) {
  const until = performance.now() + milliseconds
  const times = []
  let refused = 0
  while (performance.now() < until) {
    const started = performance.now()
    try {
      await client.upload([{ name: 'pixel.png', bytes: ONE_PIXEL }])
      times.push(performance.now() - started)
    } catch (error) {
      if (typeof error.status !== 'number') throw error
      refused += 1
    }
  }
  times.sort((one, other) => one - other)
  const middle = times[Math.floor(times.length / 2)] ?? Number.POSITIVE_INFINITY
  return { uploads: times.length, refused, upload: middle }
}
