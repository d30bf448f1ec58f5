// Twenty clients upload a hundred files each, again and again, to a process that may hold 256 open files. It may refuse,
// but must not crash, and must leave nothing over. `--seconds 60` for the long run. Linux.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { startMonitoredServer } from '../support/attacks/monitored-server.mjs'
import { createApiClient } from '../support/client/api-client.mjs'
import { createConnections } from '../support/client/connections.mjs'
import { startProcess } from '../support/faults/process.mjs'
import { createApiView } from '../support/ledger/api-view.mjs'
import { filesBelow } from '../support/ledger/blobs-on-disk.mjs'
import { createJournal } from '../support/ledger/journal.mjs'
import { createLedger } from '../support/ledger/ledger.mjs'
import { checkPlantedFaults } from '../support/ledger/planted-faults.mjs'
import { reachVerdict, reportVerdict } from '../support/ledger/verdict.mjs'
import { purgeAll } from '../support/load/purge-all.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const LIMIT = 256
const CLIENTS = 20
const FILES = 100
/** Of which Node and the store have 35 for themselves. */
const FEW = 64

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '5' } } })

const report = createReport(
  `open-files: ${CLIENTS} clients upload ${FILES} files each for ${values.seconds} s, ${LIMIT} open files`,
)
await report.run(async () => {
  if (existsSync('/proc/self/fd')) {
    await withTemporaryDirectory(main)
    await withTemporaryDirectory(fewDescriptors)
    for (const free of [0, 4, 8, 12, 16, 20, 24]) await rareFiles(free)
    await withTemporaryDirectory(lateBackup)
  } else report.skip('open files', 'needs /proc')
})

async function main(directory) {
  const server = await startMonitoredServer(directory, { openFiles: LIMIT })
  try {
    const { lines, statuses } = await upload(server)
    const ledger = createLedger()
    ledger.add([lines])
    report.note(JSON.stringify(statuses))
    report.check('the server is still there', server.alive(), server.output().slice(-400))
    report.check('uploads are stored', ledger.assets.size > 0, `${ledger.assets.size} files`)
    const { failures } = ledger
    report.check(
      'no answer but 201 and refusals',
      failures.length === 0,
      failures.slice(0, 3).join(),
    )
    await compare(server, ledger)
    await gone(directory)
  } finally {
    const code = await server.stop()
    report.check('the server ends when it is asked to', code === 0, String(code))
  }
}

function upload({ origin, token }) {
  const args = [origin, token, CLIENTS, FILES, values.seconds]
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc']
  return startProcess('open-files/uploader.mjs', args, { stdio }).says()
}

/** What was acknowledged is there, with its bytes, and nothing else; then all of it is purged. */
async function compare({ origin, token }, ledger) {
  const connections = createConnections([origin], token)
  try {
    const client = createApiClient(connections)
    const view = createApiView(client)
    const verdict = await reachVerdict(ledger, view)
    const { found } = verdict
    reportVerdict(report, verdict, {
      figures: `${found.size} listed, ${ledger.assets.size} acknowledged`,
      lists: ['lost', 'half', 'wrong'],
    })
    checkPlantedFaults(report, ledger, found)
    await purgeAll({ client, journal: createJournal(ledger.hear) })
    const { lost, half } = ledger.judge((await view.look()).found)
    report.check(
      'what was purged is gone',
      lost.length + half.length === 0,
      lost.slice(0, 3).join(),
    )
  } finally {
    connections.close()
  }
}

/** The bytes are deleted after the answer: waits until they are, as long as there are fewer each time. */
async function gone(directory) {
  let left = await filesBelow(directory)
  for (let idle = 0; left.length > 0 && idle < 100; idle += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    const now = await filesBelow(directory)
    if (now.length < left.length) idle = 0
    left = now
  }
  report.check('nothing is left on the disk', left.length === 0, left.slice(0, 3).join(' '))
}

/** A file of a rare type while so many descriptors are free: its type is found, or nothing is said; later it is found. */
async function rareFiles(free) {
  const { now, later, closed } = await withFew('rare-files.mjs', String(free))
  const isHonest = (outcome) => ['application/x-lzip', 'EMFILE'].includes(outcome)
  report.check(`a rare file with ${free} descriptors free is known, or refused`, isHonest(now), now)
  report.check('and known when there are enough', later === 'application/x-lzip', later)
  report.check('and the analyzer closes', closed === 'closed', closed)
}

/** A first backup that is asked for while no descriptor is free fails; the next succeeds. */
async function lateBackup(directory) {
  const { now, later } = await withFew('late-backup.mjs', path.resolve(directory))
  report.check('a first backup without a descriptor is refused', now === 'unavailable', now)
  report.check('and the next one is made', later === 'done', later)
}

/** What a script prints, as a process that may hold few open files. */
async function withFew(name, argument) {
  const script = fileURLToPath(new URL(`../support/open-files/${name}`, import.meta.url))
  const line = `ulimit -n ${FEW}; exec "$0" "$@"`
  const args = ['-c', line, process.execPath, script, argument]
  const { stdout } = await promisify(execFile)('bash', args, { timeout: 300_000 })
  return JSON.parse(stdout)
}

/** Copies and uploads wait their turn; what cannot wait is refused in words that help, and leaves nothing. */
async function fewDescriptors(directory) {
  const { uploads, copies, imports, exports, partial, before, held, after, problems } =
    await withFew('few-descriptors.mjs', path.resolve(directory))
  const all = (outcomes) => Object.keys(outcomes).join() === 'done'
  report.note(`${FEW} open files: ${JSON.stringify(exports)} of 40 exports at once`)
  report.check('all 150 uploads are stored', all(uploads), JSON.stringify(uploads))
  report.check('all 150 copies are made', all(copies), JSON.stringify(copies))
  report.check('all 600 imports are made', all(imports), JSON.stringify(imports))
  const bare = Object.keys(exports).filter((each) => each !== 'done' && !/ulimit -n/.test(each))
  report.check('a refused export names the limit to raise', bare.length === 0, bare.join(' | '))
  report.check('refused exports leave nothing', partial.length === 0, partial.join(' '))
  // An event poll for each thread: that which finds lists has come, and nothing of those that could not start.
  const polls = (descriptors) => descriptors['anon_inode:[eventpoll]'] ?? 0
  report.check(
    'threads that could not start have left no descriptor',
    polls(held) - polls(before) <= 2,
    JSON.stringify([before, held]),
  )
  report.check('a later export succeeds', all(after), JSON.stringify([after, held]))
  report.check('verify finds nothing', problems === 0, `${problems} problems`)
}
