// Moves a store of 10,000 assets from SQLite and a folder to PostgreSQL and S3 while clients use it. The process that
// moves is killed twice, and started again. Then the new place alone must have everything, once, at the same URLs.
// Uses the servers that POSTGRES_URL and S3_ENDPOINT name, else starts its own. `--assets 1000` for a smaller store than the whole check has.
import { randomBytes, randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createAssetStore } from '@stowage/core'
import { startCeph } from '../../tooling/ceph.mjs'
import { startPostgres } from '../../tooling/postgres-server.mjs'
import { createLoad, digest } from '../support/migrate/load.mjs'
import { createBucket, openNew, openOld } from '../support/migrate/places.mjs'
import { runMigration, startServer } from '../support/migrate/process.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const { values } = parseArgs({ options: { assets: { type: 'string', default: '10000' } } })
const ASSETS = Number(values.assets)
const TOGETHER = 50

const report = createReport(`A store of ${ASSETS} assets moves while it is in use`)
await report.run(() =>
  withTemporaryDirectory(async (directory) => {
    const postgres = await startPostgres()
    const ceph = process.env.S3_ENDPOINT ? null : await startCeph()
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
      await moveUnderLoad(places)
    } finally {
      await ceph?.stop()
      await postgres.stop()
    }
  }),
)

async function moveUnderLoad(places) {
  const { token, files } = await fill(places)
  report.note(`${files.length} assets are stored`)
  const server = await startServer(places, 'moving')
  const load = createLoad(server.origin, token, files)
  let outcome
  try {
    await moveInThree(places)
  } finally {
    outcome = await load.end()
    const errors = await server.close()
    report.check(
      'the server met nothing unexpected',
      unexpectedOf(errors).length === 0,
      unexpectedOf(errors).join('\n'),
    )
  }
  const { unexpected, counts, outage, live, gone } = outcome
  report.note(`${counts.reads} reads, ${counts.writes} writes, of which ${counts.refused} refused`)
  report.check(
    'every read succeeded, and no write met anything but 503',
    unexpected.length === 0,
    unexpected.slice(0, 5).join('\n'),
  )
  report.check('clients saw writes refused for at most 2 s', outage <= 2000, `${outage} ms`)
  report.check('clients wrote meanwhile', counts.writes > 100 && gone.size > 0)
  await inspectStore(places, outcome)
  await inspectUrls(places, token, live)
}

async function moveInThree(places) {
  const first = await runMigration(places, ({ blobs }) => blobs.records >= ASSETS / 3)
  report.check('killed while files are copied', first.report === null, told(first.last))
  const second = await runMigration(places, ({ records }) => records?.entries >= ASSETS / 2)
  report.check('killed while records are copied', second.report === null, told(second.last))
  const start = performance.now()
  // What was copied needs no comparing again.
  const third = await runMigration(places, () => false, second.cursor)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  if (third.report === null) throw new Error('The third run gave no report.')
  const { blobs, records } = third.report
  report.check(
    'the third run came to the end',
    blobs.problems.length === 0,
    `${seconds} s, ${told(third.report)}`,
  )
  report.check('writes stood for at most 2 s', records.pause <= 2000, `${records.pause} ms`)
}

/** A store as it was before anybody thought of moving it. */
async function fill(places) {
  const ports = await openOld(places)
  const store = createAssetStore({ ...ports, sweepEvery: false })
  const { token } = await store.keys.create({ name: 'a client of long ago' })
  const files = []
  while (files.length < ASSETS) {
    const bodies = Array.from({ length: Math.min(TOGETHER, ASSETS - files.length) }, (_, index) =>
      randomBytes((files.length + index) % 100 === 0 ? 300_000 : 500),
    )
    const assets = await store.uploadMany(bodies.map((source, n) => ({ source, name: `${n}.bin` })))
    for (const asset of assets) {
      files.push({
        id: asset.id,
        seq: asset.seq,
        name: asset.name,
        path: `/api/v1/files/${asset.publicFileId}/content`,
        createdAt: asset.createdAt,
        updatedAt: asset.updatedAt,
        sha256: asset.sha256,
      })
    }
  }
  await store.close()
  return { token, files }
}

/** Opens the new place alone. */
async function inspectStore(places, { live, gone, uncertain }) {
  const ports = await openNew(places)
  const store = createAssetStore({ ...ports, sweepEvery: false })
  try {
    const found = new Map()
    const seqs = new Set()
    let doubled = 0
    for await (const asset of store.iterate()) {
      if (found.has(asset.id) || seqs.has(asset.seq)) doubled += 1
      found.set(asset.id, asset)
      seqs.add(asset.seq)
    }
    const { total } = await store.list()
    const wrong = [...live.values()].filter((file) => {
      const asset = found.get(file.id)
      const kept =
        asset?.name === file.name &&
        asset.createdAt === file.createdAt &&
        asset.updatedAt === file.updatedAt
      return !kept || (file.seq ?? asset.seq) !== asset.seq
    })
    const risen = [...found.keys()].filter((id) => gone.has(id))
    const strange = [...found.keys()].filter((id) => !live.has(id) && !uncertain.has(id))
    report.check(
      'none lost, all with their times, names and order',
      wrong.length === 0,
      `${live.size} assets, ${wrong.length} wrong`,
    )
    report.check(
      'none doubled, none risen, none from nowhere',
      doubled + risen.length + strange.length === 0,
      `${doubled}, ${risen.length}, ${strange.length}`,
    )
    report.check('the total is right', total === found.size, `${total}`)
    const { problems, files, blobs } = await store.maintenance.verify()
    report.check(
      'every file has its checksum, and no file is nobody’s',
      problems.length === 0,
      `${files} files, ${blobs} blobs, ${JSON.stringify(problems.slice(0, 3))}`,
    )
  } finally {
    await store.close()
  }
}

/** Restarts the server on the new place alone, and asks it as the clients did before. */
async function inspectUrls(places, token, live) {
  const server = await startServer(places, 'new')
  try {
    let wrong = 0
    const queue = live.values()
    const lane = async () => {
      for (const { path, sha256 } of queue) {
        const headers = { authorization: `Bearer ${token}` }
        const response = await fetch(new URL(path, server.origin), { headers })
        const bytes = Buffer.from(await response.arrayBuffer())
        if (response.status !== 200 || digest(bytes) !== sha256) wrong += 1
      }
    }
    await Promise.all([lane(), lane(), lane(), lane()])
    report.check(
      'every URL of before gives its bytes, with the key of before',
      wrong === 0,
      `${live.size} URLs, ${wrong} wrong`,
    )
  } finally {
    await server.close()
  }
}

/** While writes stand, the sweep is refused too. */
function unexpectedOf(errors) {
  return errors.filter((error) => !error.includes('moving to another database'))
}

function told({ blobs, records }) {
  return JSON.stringify({
    ...blobs,
    problems: undefined,
    cursor: undefined,
    records: blobs.records,
    entries: records?.entries,
    changes: records?.changes,
  })
}
