// Two writers give files one content after the other, and bring earlier ones back, while readers fetch the files over HTTP
// from another process: whole, in ranges, by conditions, and their thumbnails. Every answer must be of one content alone,
// and of one that the file had meanwhile. On SQLite; `--full` for a minute, and on PostgreSQL too.
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { seededChoices } from '@stowage/testing/seeds'
import { startPostgres } from '../../tooling/postgres-server.mjs'
import { startProcess } from '../support/faults/process.mjs'
import { openPlace } from '../support/folders/places.mjs'
import { contentOf } from '../support/replace/contents.mjs'
import { checkPlantedAnswers } from '../support/replace/planted-answers.mjs'
import { startReaders } from '../support/replace/readers.mjs'
import { startWriter, uploadFile } from '../support/replace/writers.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'
import { textVariants } from '../support/text-variants.mjs'

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
  },
})
const SECONDS = values.full ? 60 : 5
const READERS = 16
/** What must have happened often enough for the check to say something, within minutes on a busy machine. */
const NEEDED = ['whole 200', 'range 206', 'variant 200', 'if-none-match 304', 'if-range 206']
const LONGEST = 5 * 60

const report = createReport(`replace: ${READERS} readers of files that change`)
await report.run(() =>
  withTemporaryDirectory(async (top) => {
    checkPlantedAnswers(report)
    await check('SQLite', { directory: path.join(top, 'sqlite') })
    if (!values.full) return
    const { url, stop } = await startPostgres()
    try {
      const schema = `r${randomUUID().slice(0, 8)}`
      await check('PostgreSQL', { directory: path.join(top, 'postgres'), url, schema })
    } finally {
      await stop()
    }
  }),
)

async function check(name, place) {
  const options = { variants: { processor: textVariants(), when: 'upload' } }
  const store = await openPlace(place, options)
  // This one keeps no versions: what it replaces goes at once, but for those who read it.
  const forgetful = await openPlace(place, { ...options, versions: { days: 0 } })
  const server = startProcess('replace/server.mjs', [JSON.stringify(place)])
  try {
    const service = await server.says()
    const numbers = countingFrom(1)
    const files = [await uploadFile(store, numbers.next()), await uploadFile(store, numbers.next())]
    await load(name, [store, forgetful], { service, files, numbers })
    await judgeEnd(name, store, files)
    await plantFault(name, { store, place, service, file: files[0] })
  } finally {
    await server.leave()
    await forgetful.close()
    await store.close()
  }
}

async function load(name, [store, forgetful], { service, files, numbers }) {
  const random = seededChoices(Number(values.seed))
  const readers = startReaders(service, files, { readers: READERS, random })
  const writers = [
    startWriter(store, files[0], { numbers, restores: true }),
    startWriter(forgetful, files[1], { numbers, restores: false }),
  ]
  const hasAll = () =>
    NEEDED.every((what) => readers.counts[what] > 0) && writers[0].counts.restored > 0
  for (let second = 0; second < LONGEST && (second < SECONDS || !hasAll()); second += 1) {
    await sleep(1000)
  }
  const [first, second] = await Promise.all(writers.map((writer) => writer.stop()))
  await readers.stop()
  const { counts, wrong } = readers
  const answers = Object.entries(counts).map(([what, times]) => `${times} ${what}`)
  report.note(`${name}: ${answers.sort().join(', ')}`)
  const changes = `${first.replaced + second.replaced} replaced, ${first.restored} restored`
  report.check(`${name}: files changed and were read in every way`, hasAll(), changes)
  report.check(`${name}: every answer is of one content`, wrong.length === 0, `${wrong.length} not`)
  for (const sentence of wrong.slice(0, 5)) report.note(sentence)
}

async function judgeEnd(name, store, files) {
  const [{ id, history }] = files
  const [version] = await store.versions.list(id)
  const restored = await store.versions.restore(id, version.id)
  const bytes = Buffer.from(await (await store.read(id)).bytes())
  const had = history.states.find(({ number }) => contentOf(number).bytes.equals(bytes))
  const isBack = restored.sha256 === version.sha256 && had !== undefined
  report.check(`${name}: a version is brought back`, isBack, `${bytes.length} bytes`)
  const isKept = (await store.versions.list(files[1].id)).length === 0
  report.check(`${name}: where no versions are kept there is none`, isKept)
  const { problems } = await store.admin.verify({ checksums: true })
  const found = problems.filter(({ kind }) => kind !== 'orphan')
  report.check(`${name}: every content is whole`, found.length === 0, `${found.length} problems`)
  for (const problem of found.slice(0, 3)) report.note(JSON.stringify(problem))
}

/** A file of the store that is made of two contents must be noticed by those who read it. */
async function plantFault(name, { store, place, service, file }) {
  const [one, other] = [contentOf(100_002), contentOf(100_007)]
  const from = file.history.now() + 1
  file.history.begin(one.number)
  const asset = await store.versions.replace(file.id, one.bytes)
  file.history.end(asset)
  const { blobKey } = await store.get(file.id)
  const blobs = path.join(place.directory, 'blobs')
  const mixed = Buffer.concat([
    one.bytes.subarray(0, one.bytes.length / 2),
    other.bytes.subarray(one.bytes.length / 2, one.bytes.length),
  ])
  await writeFile(path.join(blobs, blobKey.slice(0, 4), blobKey.slice(4, 6), blobKey), mixed)
  const random = seededChoices(from)
  const readers = startReaders(service, [file], { readers: 4, random })
  for (let second = 0; second < LONGEST && readers.wrong.length === 0; second += 1) {
    await sleep(100)
  }
  await readers.stop()
  const isNoticed = readers.wrong.some((sentence) => sentence.endsWith('bytes of another content'))
  report.check(`${name}: planted: a file of two contents is noticed`, isNoticed)
}

function countingFrom(first) {
  let number = first - 1
  return {
    next() {
      number += 1
      return number
    },
  }
}
