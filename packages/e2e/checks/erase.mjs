// A tenant whose marker is in files, names, tags, metadata, folders, keys, tickets, owners, versions, the audit trail and jobs is
// erased beside another one, by processes that are killed after some steps and at any instant. Afterwards the marker must be
// in no file of the store's folder, the database and its log included, and the other tenant must be as it was. `--full` for
// more assets and kills, and for PostgreSQL with a bucket too: there the marker must be in no object and no row, and in no
// file of a table once the server has written them anew.
import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { seededChoices } from '@stowage/testing/seeds'
import Database from 'better-sqlite3'
import pg from 'pg'
import { startCeph } from '../../tooling/ceph.mjs'
import { startPostgres } from '../../tooling/postgres-server.mjs'
import { keptIn } from '../support/erase/kept.mjs'
import { contentOf, fillTenant } from '../support/erase/marked-tenant.mjs'
import { startProcess } from '../support/faults/process.mjs'
import { filesWith } from '../support/files-with.mjs'
import { openPlace } from '../support/folders/places.mjs'
import { clientConfig, createBucket } from '../support/migrate/places.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
  },
})
/** Assets of each tenant: more than one step of an erasure. */
const ASSETS = values.full ? 5_000 : 600
/** Kills after a step, and as many at any instant. */
const KILLS = values.full ? 20 : 3
/** Rows of the large database, and tenants of it. */
const [LARGE, SMALL_TENANTS] = [200_000, 5]
/** In lower case, as the search index keeps words. */
const [MARKER, OTHER] = ['zanzibarquux', 'neighbourly']

const random = seededChoices(Number(values.seed))
const report = createReport(`A tenant of ${ASSETS} assets is erased by processes that are killed`)
await report.run(() =>
  withTemporaryDirectory(async (top) => {
    await check('SQLite and a folder', { directory: path.join(top, 'media') }, plantOnDisk)
    await eraseBesideUploads({ directory: path.join(top, 'large') })
    if (!values.full) return
    const postgres = await startPostgres()
    const ceph = await startCeph()
    try {
      const { endpoint, accessKeyId, secretAccessKey } = ceph
      const place = {
        directory: path.join(top, 'staged'),
        url: postgres.url,
        schema: `e${randomUUID().slice(0, 8)}`,
        s3: { endpoint, accessKeyId, secretAccessKey },
        bucket: 'stowage-erase',
      }
      await mkdir(place.directory)
      await createBucket(place.s3, place.bucket)
      await check('PostgreSQL and a bucket', place, plantOnServers)
    } finally {
      await ceph.stop()
      await postgres.stop()
    }
  }),
)

async function check(name, place, plant) {
  report.note(name)
  const before = await withStore(place, async (store) => {
    await fillTenant(store, OTHER, ASSETS / 4)
    await fillTenant(store, MARKER, ASSETS)
    return contentOf(store, OTHER)
  })
  const held = await keptIn(place, MARKER)
  const isMarked = held.length > ASSETS / 2 && held.some((at) => /stowage\.db|rows of/.test(at))
  report.check('the marker is in files and in the database', isMarked, `${held.length} places`)
  await eraseWithKills(place)
  await judge(place, before)
  await plant(place)
}

/** Another process commits, and empties the log, just when the rewritten database is still in it. */
async function eraseBesideUploads(place) {
  const names = Array.from({ length: SMALL_TENANTS }, (_, n) => `small-${n}`)
  await withStore(place, async (store) => {
    const { id } = await store.upload(Buffer.from('before'))
    await store.versions.replace(id, Buffer.from('after'))
    for (const tenant of names) await store.for({ tenant }).upload(Buffer.from(tenant))
  })
  addVersions(path.join(place.directory, 'stowage.db'), LARGE)
  const uploader = startProcess('erase/uploads-on.mjs', [JSON.stringify(place)])
  await uploader.says()
  const refusals = await withStore(place, async (store) => {
    const codes = []
    for (const tenant of names) {
      const erased = store.admin.tenants.erase(tenant, { confirm: tenant })
      codes.push(
        await erased.then(
          () => [],
          ({ code, message }) => [`${code}: ${message}`],
        ),
      )
    }
    return codes.flat()
  })
  const { uploads } = await uploader.ask('leave')
  const erased = names.length - refusals.length
  const detail = `${erased} of ${names.length} at the first call, beside ${uploads} uploads`
  report.check(
    'tenants of a large database are erased while another process uploads',
    refusals.length === 0 && uploads > 0,
    [detail, ...refusals].join('; '),
  )
}

/** Rows enough that rewriting the database takes a while. */
function addVersions(file, count) {
  const database = new Database(file)
  database.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    INSERT INTO versions SELECT printf('ffffffff-0000-7000-8000-%012d', i), tenant_id,
      printf('eeeeeeee-0000-7000-8000-%012d', i / 3), replaced_at, expires_at, facts, 'k' || i, size
    FROM versions, n WHERE versions.id < 'f'`)
  database.close()
}

async function eraseWithKills(place) {
  const counts = { killed: 0, refused: 0 }
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { signal } = await eraser(place, random.between(1, 2)).exited
    if (signal === 'SIGKILL') counts.killed += 1
    if (await withStore(place, takesNothing)) counts.refused += 1
  }
  report.check('it is killed between its steps', counts.killed === KILLS, `${counts.killed} times`)
  report.check('until it ends, the tenant takes nothing', counts.refused === KILLS)
  let patience = 20
  let killed = 0
  for (let end = null; end === null; patience *= 2) {
    const child = eraser(place, 0)
    child.hears((message) => {
      end = message.steps === undefined ? end : message
    })
    await child.says()
    const isLast = killed === KILLS
    await Promise.race([child.exited, ...(isLast ? [] : [sleep(random.below(patience))])])
    if ((await child.kill()).signal === 'SIGKILL') killed += 1
    else if (end === null) throw new Error('An erasure failed.')
  }
  report.note(`killed ${killed} times more at any instant, then it came to its end`)
}

function eraser(place, steps) {
  return startProcess('erase/process.mjs', [JSON.stringify(place), MARKER, steps])
}

async function takesNothing(store) {
  const refusal = await store
    .for({ tenant: MARKER })
    .upload(Buffer.from('more'))
    .catch((error) => error)
  return refusal.code === 'unavailable'
}

async function judge(place, before) {
  const open = await withStore(place, async (store) => {
    const acme = store.for({ tenant: MARKER })
    const { tenants } = await store.admin.tenants.list()
    const isGone =
      (await acme.list()).total === 0 && (await acme.list({ trashed: true })).total === 0
    report.check(
      'the tenant is gone',
      isGone && tenants.every(({ tenant }) => tenant === OTHER) && tenants.length === 1,
    )
    const after = await contentOf(store, OTHER)
    report.check('the other tenant is as it was', after === before, `${after.length} characters`)
    const { total } = await store.for({ tenant: OTHER }).list({ search: OTHER })
    report.check('its files are found by their words', total > 0, `${total}`)
    const { problems } = await store.admin.verify({ checksums: true })
    report.check('every file is whole, and there is no other', problems.length === 0)
    for (const problem of problems.slice(0, 3)) report.note(JSON.stringify(problem))
    return keptIn(place, MARKER)
  })
  const closed = await keptIn(place, MARKER)
  report.check('nothing holds the marker', open.length + closed.length === 0, `${[open, closed]}`)
}

/** What an erasure might leave must be found. */
async function plantOnDisk(place) {
  const left = path.join(place.directory, 'blobs', 'left')
  await writeFile(left, `bytes of ${MARKER} that nobody deleted`)
  const files = await filesWith(place.directory, MARKER)
  report.check('planted: a file that is left is noticed', files.length === 1)
  await rm(left)
  const database = new Database(path.join(place.directory, 'stowage.db'))
  database.exec(`CREATE TABLE planted (text); INSERT INTO planted VALUES ('${MARKER}'), ('other')`)
  database.exec(`PRAGMA secure_delete = OFF; DELETE FROM planted WHERE text = '${MARKER}'`)
  database.close()
  const rows = await filesWith(place.directory, MARKER)
  report.check('planted: a row that is deleted, but not overwritten, is noticed', rows.length > 0)
}

async function plantOnServers(place) {
  const s3 = new S3Client(clientConfig(place.s3))
  const object = { Bucket: place.bucket, Key: 'left' }
  await s3.send(new PutObjectCommand({ ...object, Body: `left-over bytes of ${MARKER}` }))
  const objects = await keptIn(place, MARKER)
  report.check('planted: an object that is left is noticed', objects.join() === 'object left')
  await s3.send(new DeleteObjectCommand(object))
  s3.destroy()
  const database = new pg.Client({ connectionString: place.url })
  await database.connect()
  const text = `'${MARKER} ' || string_agg(md5(n::text), '')`
  await database.query(
    `CREATE TABLE ${place.schema}.planted AS SELECT ${text} AS text FROM generate_series(1, 1000) AS n`,
  )
  await database.end()
  const rows = await keptIn(place, MARKER)
  report.check('planted: a row that is left is noticed', rows.includes('1 rows of planted'))
  const files = rows.filter((at) => at.startsWith('the file of'))
  report.check('planted: so is the file of its table', files.length === 1, files.join())
}

async function withStore(place, body) {
  const store = await openPlace(place, { audit: true })
  try {
    return await body(store)
  } finally {
    await store.close()
  }
}
