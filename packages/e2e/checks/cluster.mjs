// Runs three instances on one PostgreSQL and one S3 gateway under mixed load. Meanwhile it kills instances at random,
// restarts and kills PostgreSQL, and stops the gateway. Afterwards every instance must serve all that was acknowledged,
// whole. Clients may meet only 503 with Retry-After and broken connections, and nothing may be left over.
// Ignores servers that the environment names and starts its own, because it stops them. `--full` for all of it.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openAssetStore } from '@stowage/core'
import { seededChoices } from '@stowage/testing/seeds'
import { startCeph } from '../../tooling/ceph.mjs'
import { startPostgres } from '../../tooling/postgres-server.mjs'
import { createApiClient } from '../support/client/api-client.mjs'
import { createConnections } from '../support/client/connections.mjs'
import { allReady, watchHealth } from '../support/cluster/health.mjs'
import { startInstances } from '../support/cluster/instances.mjs'
import { createClusterJournal, startClusterLoad } from '../support/cluster/load.mjs'
import { createBucket, placeOf } from '../support/cluster/places.mjs'
import { recover } from '../support/cluster/recover.mjs'
import { killAtRandom } from '../support/faults/kill-at-random.mjs'
import { createServerFaults } from '../support/faults/servers.mjs'
import { stopGatewayWhileReading } from '../support/faults/stop-gateway-while-reading.mjs'
import { createApiView } from '../support/ledger/api-view.mjs'
import { clusterLeftovers } from '../support/ledger/cluster-leftovers.mjs'
import { createLedger } from '../support/ledger/ledger.mjs'
import { checkPlantedFaults } from '../support/ledger/planted-faults.mjs'
import { reachVerdict, sentencesOf } from '../support/ledger/verdict.mjs'
import { createFiles } from '../support/load/files.mjs'
import { createShelf } from '../support/load/shelf.mjs'
import { createUpload } from '../support/load/upload.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const INSTANCES = 3
const LANES = 16
/** Milliseconds after a disturbance in which a late 503 is still of it. */
const LATE = 3000
/** Bytes of a file, more than all the buffers between the bucket and a client that does not read. */
const UNREAD = 64 * 1024 ** 2

const SHORT = [['the gateway is stopped', 4], ['a process of PostgreSQL is killed']]
const FULL = [1, 2, 3].flatMap(() => [
  ['PostgreSQL is restarted'],
  ['the gateway is stopped', 20],
  ['a process of PostgreSQL is killed'],
  ['the gateway falls silent', 8],
  ['PostgreSQL is killed'],
])

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
  },
})
const plan = values.full
  ? { disturbances: FULL, quiet: 10_000, kills: [1000, 5000] }
  : { disturbances: SHORT, quiet: 2000, kills: [2000, 6000] }

const report = createReport('Three instances on one PostgreSQL and one S3 gateway, in trouble')
await report.run(() =>
  withTemporaryDirectory(async (directory) => {
    delete process.env.POSTGRES_URL
    const [postgres, ceph] = await Promise.all([
      startPostgres({ max_connections: 100 }),
      startCeph(),
    ])
    try {
      const { endpoint, accessKeyId, secretAccessKey } = ceph
      const s3 = { endpoint, accessKeyId, secretAccessKey }
      const schema = `c${randomUUID().slice(0, 8)}`
      await createBucket(s3)
      await disturb({ directory, postgresUrl: postgres.url, schema, s3 }, { postgres, ceph })
    } finally {
      await Promise.all([ceph.stop(), postgres.stop()])
    }
  }),
)

async function disturb(places, servers) {
  const token = await createKey(places)
  const ledger = createLedger()
  const before = await startInstances(places, INSTANCES)
  try {
    await loadWhileDisturbed({ cluster: before, token, ledger, servers })
  } finally {
    await before.close()
  }
  judgeInstances(before)

  const swept = await recover(places, [...before.instances.map(({ name }) => name), 'inspection'])
  report.check(
    'recovery sweeps, and finds every file with its checksum',
    swept.problems.length === 0 && swept.errors.length === 0,
    [`${swept.swept} deletions, ${swept.unfinished} unfinished files and multipart uploads`]
      .concat(JSON.stringify(swept.problems.slice(0, 3)), swept.errors.slice(0, 3))
      .join(', '),
  )

  const after = await startInstances(places, INSTANCES)
  try {
    await judgeAnswers(after.instances, token, ledger)
  } finally {
    await after.close()
  }
  // What the new instances have reserved for uploads to come is of the future too.
  await recover(
    places,
    after.instances.map(({ name }) => name),
  )
  const { left: remains, counts, staged } = await clusterLeftovers(places)
  report.check(
    'totals are those of a recount; no object, reservation, lease, multipart upload or staged file is left over',
    remains.length === 0 && staged === 0,
    [JSON.stringify(counts), `${staged} staged`, ...remains.slice(0, 10)].join(', '),
  )
}

async function loadWhileDisturbed({ cluster, token, ledger, servers }) {
  const random = seededChoices(Number(values.seed))
  const { instances } = cluster
  const connections = createConnections(originsOf(instances), token)
  const journal = createClusterJournal(ledger, random)
  await breakOff({ connections, journal, random, instances, ceph: servers.ceph })
  const start = performance.now()
  const load = startClusterLoad({ connections, instances, journal, random, lanes: LANES })
  let windows
  try {
    windows = await disturbInTurn(instances, random, servers)
    await cluster.ready()
  } finally {
    await load.end()
    connections.close()
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(0)
  const { kills, starts, failedStarts } = cluster.counts
  report.note(
    `${seconds} s of load, ${kills} instances killed, ${starts} started, ${failedStarts} starts in vain`,
  )
  judgeClients(ledger, connections.counts, windows)
}

/** Files that are on their way when the gateway goes must be broken off, not end as if they were whole. */
async function breakOff({ connections, journal, random, instances, ceph }) {
  const files = createFiles({ random, label: 'unread', sizes: { small: [UNREAD, UNREAD] } })
  const client = createApiClient(connections)
  const upload = createUpload({ client, journal, shelf: createShelf(random) })
  const { value } = await upload([files.newFile()])
  if (value === undefined) throw new Error('The file was not stored.')
  const [asset] = value
  const ends = await stopGatewayWhileReading({ connections, instances, ceph, asset })
  await allReady(instances)
  report.check(
    'files that are on their way when the gateway goes are broken off',
    ends.every((end) => end === 'cut'),
    ends.join(),
  )
}

function judgeClients({ tally, failures, violations, pending }, { refused, statuses }, windows) {
  for (const [verb, { acknowledged, refused, broken }] of Object.entries(tally.verbs)) {
    report.note(`${verb}: ${acknowledged} acknowledged, ${refused} answered 503, ${broken} broken`)
  }
  const { lost = 0, cut = 0 } = statuses
  const unknown = pending()
  const uploads = unknown.filter(({ verb }) => verb === 'upload').length
  report.note(
    `${refused} connections refused, ${lost} broken before the answer, ${cut} within; ` +
      `${uploads} uploads and ${unknown.length - uploads} other calls of unknown outcome`,
  )
  const gaps = ['list', 'read', 'upload'].map((verb) => `${verb} ${tally.longestGap(verb)} ms`)
  report.note(`longest time without a success: ${gaps.join(', ')}`)
  const unexpected = [...failures, ...violations]
  report.check(
    'clients met 503 with Retry-After, broken connections, and nothing else unexpected',
    unexpected.length === 0,
    unexpected.slice(0, 5).join('\n'),
  )
  const refusals = tally.troubles.filter(({ code }) => code === 'unavailable')
  const strays = refusals.filter(
    ({ at }) => !windows.some(({ from, to }) => at >= from && at <= to + LATE),
  )
  report.check(
    'they met 503 only while PostgreSQL or the gateway were away',
    strays.length === 0,
    `${refusals.length} in all, ${strays.length} at other times`,
  )
}

/** Every instance must answer what was acknowledged to clients, now that all servers run. */
async function judgeAnswers(instances, token, ledger) {
  const connections = createConnections(originsOf(instances), token)
  try {
    for (const index of instances.keys()) {
      const send = (route, options) => connections.sendTo(index, route, options)
      const verdict = await reachVerdict(ledger, createApiView(createApiClient({ send })))
      const wrong = sentencesOf(verdict)
      const figures = `${verdict.found.size} assets, ${verdict.purged.length} purged`
      report.check(
        `instance ${index}: every acknowledged asset is there with its bytes, the trash is right, the purged are gone`,
        wrong.length === 0,
        [figures, ...wrong.slice(0, 5)].join(', '),
      )
      if (index === 0) checkPlantedFaults(report, ledger, verdict.found)
      // What the first instance made of calls of unknown outcome is what the others must say.
      verdict.adopt()
    }
  } finally {
    connections.close()
  }
}

function originsOf(instances) {
  return instances.map(({ origin }) => origin)
}

/** Instances are killed all the while. Resolves to when what was in trouble. */
async function disturbInTurn(instances, random, servers) {
  const faults = createServerFaults(servers)
  const windows = []
  const killer = killAtRandom({ instances, random, least: plan.kills[0], most: plan.kills[1] })
  try {
    for (const [name, seconds] of plan.disturbances) {
      await sleep(plan.quiet)
      const from = performance.now()
      const seen = await watchHealth(instances, () => faults[name](seconds))
      const away = performance.now() - from
      const recovery = await allReady(instances)
      windows.push({ from, to: performance.now() })
      report.note(
        `${name}: ${(away / 1000).toFixed(1)} s, all instances ready ${(recovery / 1000).toFixed(1)} s later`,
      )
      // One that is silent may keep an instance from saying so for as long as it is.
      if (name === 'the gateway is stopped') judgeHealth(seen)
    }
    await sleep(plan.quiet)
  } finally {
    await killer.end()
  }
  return windows
}

function judgeHealth({ ready, live }) {
  const of = (statuses) => [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
  report.check(
    'without the gateway instances live, and say that they are not ready',
    ready.get(503) > 0 && live.get(204) > 0 && !live.has(503),
    `ready: ${of(ready)}; live: ${of(live)}`,
  )
}

function judgeInstances({ errors, strange }) {
  report.check('no instance ended unasked', strange.length === 0, strange.join(', '))
  for (const [kind, { count }] of errors) report.note(`reported by instances: ${count} × ${kind}`)
  const known = ['unavailable', 'outcome_unknown', 'reservation_lost', 'closed']
  const unknown = [...errors].filter(([kind]) => !known.includes(kind.split(' ')[1]))
  report.check(
    'instances met nothing but servers that were away',
    unknown.length === 0,
    unknown.map(([kind, { example }]) => `${kind}: ${example}`).join('\n'),
  )
}

async function createKey(places) {
  const place = placeOf(places, 'inspection')
  const store = await openAssetStore({ ...place, advanced: { sweepEveryMs: false } })
  const { token } = await store.keys.create({ name: 'a client' })
  await store.close()
  return token
}
