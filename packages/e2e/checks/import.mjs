// A library of another system is imported, by processes that are killed again and again. Afterwards every file is there
// exactly once, with its id, dates, folder, trash and bytes. Its record and its content must be whole. `--full` for 10,000
// files and 20 kills, on SQLite and on PostgreSQL. The guide's script for a table of one's own runs too.
import { createHash, randomInt, randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openAssetStore } from '@stowage/core'
import { postgres } from '@stowage/postgres'
import { startPostgres } from '../../tooling/postgres-server.mjs'
import { startProcess } from '../support/faults/process.mjs'
import { checkGuideTable } from '../support/import/guide-table.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } })
const FILES = values.full ? 10_000 : 300
const KILLS = values.full ? 20 : 3
/** Every so many files one was in the trash of the other system. */
const TRASH_EVERY = 10

const report = createReport(`${FILES} files are imported by processes that are killed`)
await report.run(async () => {
  await withTemporaryDirectory((directory) => checkGuideTable(report, directory))
  await withTemporaryDirectory((directory) => check('SQLite', directory, {}))
  if (!values.full) return
  const server = await startPostgres()
  try {
    await withTemporaryDirectory((directory) => check('PostgreSQL', directory, { url: server.url }))
  } finally {
    await server.stop()
  }
})

async function check(name, directory, database) {
  const { manifest, rows } = await makeLibrary(path.join(directory, 'old'))
  const place = { ...database, directory: path.join(directory, 'media'), manifest }
  let killed = 0
  let last = null
  while (last === null) {
    const left = killed < KILLS ? randomInt(1, Math.ceil(FILES / (KILLS + 1))) : Infinity
    last = await runUntil(place, left)
    if (last === null) killed += 1
  }
  report.check(`${name}: the import was killed`, killed === KILLS, `${killed} times`)
  report.check(`${name}: no file was refused`, last.failed === 0, JSON.stringify(last.failures))
  const again = await runUntil(place, Infinity)
  const isDone = again.stored === 0 && again.present === FILES
  report.check(`${name}: another run stores nothing`, isDone, `${again.present} were there`)
  const store = await openStore(place)
  try {
    await compare(name, store, rows)
  } finally {
    await store.close()
  }
}

/** The report of the run; `null` when it was killed after so many files that it stored. */
async function runUntil(place, files) {
  const importer = startProcess('import/process.mjs', [JSON.stringify(place)])
  let done = null
  importer.hears((message) => {
    done = message.report ?? done
    if (message.progress?.stored >= files) importer.kill()
  })
  const { code, signal } = await importer.exited
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`The import failed: ${code ?? signal}`)
  return done
}

async function makeLibrary(directory) {
  const rows = []
  for (let n = 0; n < FILES; n += 1) {
    const content = `${n} `.repeat(1 + (n % 400) ** 2 / 100)
    const folder = n % 7 === 0 ? [] : [`Year ${2000 + (n % 20)}`, `Trip ${n % 3}`]
    const at = path.join(...folder, `${n}.txt`)
    await mkdir(path.dirname(path.join(directory, at)), { recursive: true })
    await writeFile(path.join(directory, at), content)
    const time = (hours) => new Date(1.2e12 + n * 1e6 + hours * 3.6e6).toISOString()
    rows.push({
      path: at,
      folder,
      ...(n % 2 === 0 ? { id: randomUUID(), public_file_id: randomUUID() } : {}),
      external_id: `old/${n}`,
      created_at: time(0),
      updated_at: time(1),
      ...(n % TRASH_EVERY === 0 && { trashed_at: time(2) }),
      sha256: createHash('sha256').update(content).digest('hex'),
    })
  }
  const manifest = path.join(directory, 'list.jsonl')
  await writeFile(manifest, rows.map((row) => JSON.stringify(row)).join('\n'))
  return { manifest, rows }
}

function openStore({ directory, url }) {
  return openAssetStore({ directory, ...(url !== undefined && { records: postgres({ url }) }) })
}

async function compare(name, store, rows) {
  const wanted = new Map(rows.map((row) => [row.external_id, row]))
  const paths = new Map([[null, '']])
  for (let page = 1, lastPage = 1; page <= lastPage; page += 1) {
    const answer = await store.folders.list({ page })
    for (const folder of answer.folders) paths.set(folder.id, folder.path.join('/'))
    lastPage = answer.lastPage
  }
  const wrong = []
  let count = 0
  for (const trashed of [false, true]) {
    for await (const asset of store.matching({}).iterate({ trashed })) {
      count += 1
      const row = wanted.get(asset.externalId)
      wanted.delete(asset.externalId)
      if (row === undefined || !isAsWanted(asset, row, paths)) wrong.push(asset.externalId)
    }
  }
  const everyOne = count === rows.length && wanted.size === 0
  report.check(`${name}: every file is there once`, everyOne, `${count} of ${rows.length}`)
  report.check(
    `${name}: ids, dates, folders and trash are kept`,
    wrong.length === 0,
    `${wrong.length} differ ${wrong.slice(0, 3)}`,
  )
  const { problems } = await store.admin.verify({ checksums: true })
  report.check(
    `${name}: every content is whole`,
    problems.length === 0,
    `${problems.length} problems`,
  )
  const { assets, trashedAssets } = await store.usage()
  const trash = rows.filter((row) => row.trashed_at !== undefined).length
  const isCounted = assets === rows.length - trash && trashedAssets === trash
  report.check(`${name}: the counts equal a recount`, isCounted, `${assets} and ${trashedAssets}`)
}

function isAsWanted(asset, row, paths) {
  const micros = (time) => (time === undefined ? null : time.replace('Z', '000Z'))
  return (
    (row.id === undefined || asset.id === row.id) &&
    (row.public_file_id === undefined || asset.publicFileId === row.public_file_id) &&
    asset.createdAt === micros(row.created_at) &&
    asset.updatedAt === micros(row.updated_at) &&
    asset.trashedAt === micros(row.trashed_at) &&
    asset.sha256 === row.sha256 &&
    paths.get(asset.folderId) === row.folder.join('/')
  )
}
