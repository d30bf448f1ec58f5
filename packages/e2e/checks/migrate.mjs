// Moves a store of 10,000 assets from SQLite and a folder to PostgreSQL and S3 while clients use it. The process that
// moves is killed twice, and started again. Then the new place alone must have everything, once, at the same URLs. Jobs,
// dead letters, cursors of the change feed, endpoints and deliveries go on there, and again where the store moves back.
// Uses the servers that POSTGRES_URL and S3_ENDPOINT name, else starts its own. `--assets 300 --rest 20` for a smaller
// store than the whole check has, and clients that rest 20 ms between two operations.
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { openAssetStore } from '@stowage/core'
import { migrate } from '@stowage/migrate'
import { seededChoices } from '@stowage/testing/seeds'
import { startCeph } from '../../tooling/ceph.mjs'
import { startPostgres } from '../../tooling/postgres-server.mjs'
import { createApiClient } from '../support/client/api-client.mjs'
import { createConnections } from '../support/client/connections.mjs'
import { inParallel } from '../support/in-parallel.mjs'
import { createJournal } from '../support/ledger/journal.mjs'
import { createLedger } from '../support/ledger/ledger.mjs'
import { checkPlantedFaults } from '../support/ledger/planted-faults.mjs'
import { createStoreView } from '../support/ledger/store-view.mjs'
import { reachVerdict, reportVerdict } from '../support/ledger/verdict.mjs'
import { sha256Of } from '../support/load/content.mjs'
import { createFiles } from '../support/load/files.mjs'
import { leaveBehind } from '../support/migrate/behind.mjs'
import { judgeBehind } from '../support/migrate/judge-behind.mjs'
import { routeOf, startMigrationLoad } from '../support/migrate/load.mjs'
import { backPlace, createBucket, newPlace, oldPlace } from '../support/migrate/places.mjs'
import { runMigration, startServer } from '../support/migrate/process.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'
import { startReceiver } from '../support/webhooks/receiver.mjs'
import { sendingTo } from '../support/webhooks/sending.mjs'

const { values } = parseArgs({
  options: { assets: { type: 'string', default: '10000' }, rest: { type: 'string', default: '0' } },
})
const ASSETS = Number(values.assets)
const REST = Number(values.rest)
const TOGETHER = 50
const READS = ['read', 'get', 'list']
const WRITES = ['upload', 'bulk upload', 'update', 'trash', 'restore', 'purge']
const SIZES = { small: [500, 500], staged: [300_000, 300_000] }

const report = createReport(`A store of ${ASSETS} assets moves while it is in use`)
await report.run(() =>
  withTemporaryDirectory(async (directory) => {
    const postgres = await startPostgres()
    const ceph = process.env.S3_ENDPOINT ? null : await startCeph()
    const receiver = await startReceiver()
    try {
      const s3 = ceph ?? {
        endpoint: process.env.S3_ENDPOINT,
        accessKeyId: process.env.S3_ACCESS_KEY,
        secretAccessKey: process.env.S3_SECRET_KEY,
      }
      const schema = `m${randomUUID().slice(0, 8)}`
      const { endpoint, accessKeyId, secretAccessKey } = s3
      const places = {
        directory,
        postgresUrl: postgres.url,
        schema,
        s3: { endpoint, accessKeyId, secretAccessKey },
      }
      await createBucket(places.s3)
      await moveUnderLoad(places, receiver)
    } finally {
      await receiver.stop()
      await ceph?.stop()
      await postgres.stop()
    }
  }),
)

async function moveUnderLoad(place, receiver) {
  const ledger = createLedger()
  const random = seededChoices(1)
  const { token, assets, left } = await fill(place, random, receiver)
  const places = { ...place, left }
  for (const asset of assets) ledger.addAsset(asset)
  report.note(`${assets.length} assets are stored`)
  const server = await startServer(places, 'moving')
  const { origin } = server
  // A write that is refused while writes stand has not happened.
  const journal = createJournal(ledger.hear, { refusals: ['unavailable'] })
  const load = startMigrationLoad({ origin, token, journal, random, assets, rest: REST })
  try {
    await moveInThree(places)
  } finally {
    await load.end()
    const errors = await server.close()
    report.check(
      'the server met nothing unexpected',
      unexpectedOf(errors).length === 0,
      unexpectedOf(errors).join('\n'),
    )
  }
  judgeClients(ledger)
  await inspectStore(places, ledger)
  await inspectUrls(places, token, ledger, receiver)
  await moveBack(places, receiver)
}

function judgeClients({ tally, failures, violations, purgedAssets }) {
  const count = (verbs) =>
    verbs.reduce((sum, verb) => sum + (tally.verbs[verb]?.acknowledged ?? 0), 0)
  const writes = count(WRITES)
  const troubles = tally.troubles.filter(({ code }) => code === 'unavailable')
  const outage = troubles.length === 0 ? 0 : troubles.at(-1).at - troubles[0].at
  report.note(`${count(READS)} reads and ${writes} writes, ${troubles.length} refused`)
  const unexpected = [...failures, ...violations]
  const reads = tally.troubles.filter(
    ({ verb, code }) => code === 'unavailable' && READS.includes(verb),
  )
  report.check(
    'every read succeeded, and no write met anything but 503',
    unexpected.length + reads.length === 0,
    [`${reads.length} reads met 503`, ...unexpected.slice(0, 5)].join('\n'),
  )
  report.check('clients saw writes refused for at most 2 s', outage <= 2000, `${outage} ms`)
  report.check('clients wrote meanwhile', writes > 100 && purgedAssets().size > 0)
}

async function moveInThree(places) {
  const first = await runMigration(places, ({ blobs }) => blobs.records >= ASSETS / 3)
  report.check('killed while files are copied', first.report === null, summaryOf(first.last))
  const second = await runMigration(places, ({ records }) => records?.entries >= ASSETS / 2)
  report.check('killed while records are copied', second.report === null, summaryOf(second.last))
  const start = performance.now()
  // What was copied needs no comparing again.
  const third = await runMigration(places, () => false, second.cursor)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  if (third.report === null) throw new Error('The third run gave no report.')
  const { blobs, records, proof } = third.report
  report.check(
    'the third run came to the end',
    blobs.problems.length === 0,
    `${seconds} s, ${summaryOf(third.report)}`,
  )
  // Clients go on purging meanwhile: a record that was listed may be gone when it is its turn.
  const proven = proof.copied + proof.kept
  report.check(
    'each record was proven to have its files',
    proof.problems.length === 0 && proven + proof.gone >= proof.records,
    `${proven} files of ${proof.records} records, ${proof.gone} purged meanwhile`,
  )
  report.check('writes stood for at most 2 s', records.pauseMs <= 2000, `${records.pauseMs} ms`)
}

/** A store as it was before anybody thought of moving it. */
async function fill(places, random, receiver) {
  const store = await openAssetStore({
    ...oldPlace(places),
    ...sendingTo(receiver.port),
    advanced: { sweepEveryMs: false },
    // Jobs that are dead say so.
    onError: () => {},
  })
  const { token } = await store.keys.create({ name: 'a client of long ago' })
  const files = createFiles({ random, label: 'old', sizes: SIZES, binary: 1 })
  const assets = []
  while (assets.length < ASSETS) {
    const some = Array.from({ length: Math.min(TOGETHER, ASSETS - assets.length) }, (_, index) =>
      files.newFile((assets.length + index) % 100 === 0 ? 'staged' : 'small'),
    )
    const sources = some.map(({ name, bytes }) => ({ name, source: bytes }))
    assets.push(...(await store.uploadMany(sources)))
  }
  const left = await leaveBehind(store, receiver)
  await store.close()
  return { token, assets, left }
}

/** Opens the new place alone: the ledger's verdict, on identities, times, names and order too. */
async function inspectStore(places, ledger) {
  const place = newPlace(places)
  const store = await openAssetStore({ ...place, advanced: { sweepEveryMs: false } })
  try {
    const verdict = await reachVerdict(ledger, createStoreView(store, place.files))
    const { problems, files, blobs } = await store.admin.verify()
    verdict.leaked.push(...problems.map((problem) => JSON.stringify(problem)))
    reportVerdict(report, verdict, {
      where: 'in the new place',
      figures: `${verdict.found.size} assets, ${verdict.purged.length} purged; ${files} files, ${blobs} blobs`,
    })
    checkPlantedFaults(report, ledger, verdict.found)
  } finally {
    await store.close()
  }
}

/** Restarts the server on the new place alone, and asks it as the clients did before. */
async function inspectUrls(places, token, ledger, receiver) {
  const server = await startServer(places, 'new')
  const connections = createConnections([server.origin], token)
  try {
    const client = createApiClient(connections)
    const active = [...ledger.assets.values()].filter(({ trashed }) => !trashed)
    let wrong = 0
    await inParallel(active, 4, async ({ record }) => {
      const file = await client.read({ route: record.route ?? routeOf(record) }).catch(() => null)
      if (file === null || sha256Of(file.bytes) !== record.sha256) wrong += 1
    })
    report.check(
      'every URL of before gives its bytes, with the key of before',
      wrong === 0,
      `${active.length} URLs, ${wrong} wrong`,
    )
    const { directory, left } = places
    const place = newPlace(places)
    await judgeBehind(report, { place, directory, receiver, left, where: 'in the new place' })
  } finally {
    connections.close()
    await server.close()
  }
}

/** Moves it to another folder, where a server works alone. */
async function moveBack(places, receiver) {
  const place = backPlace(places)
  const { proof } = await migrate({ from: newPlace(places), to: place })
  report.check('it moves back', proof.problems.length === 0, `${proof.records} records`)
  const server = await startServer(places, 'back')
  try {
    const { directory, left } = places
    await judgeBehind(report, { place, directory, receiver, left, where: 'moved back' })
  } finally {
    await server.close()
  }
}

/** While writes stand, the sweep is refused too. */
function unexpectedOf(errors) {
  return errors.filter((error) => !error.includes('moving to another database'))
}

function summaryOf({ blobs, records }) {
  return JSON.stringify({
    ...blobs,
    problems: undefined,
    cursor: undefined,
    records: blobs.records,
    entries: records?.entries,
    changes: records?.changes,
  })
}
