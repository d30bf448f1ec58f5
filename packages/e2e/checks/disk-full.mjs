// Fills real volumes during uploads over HTTP. Uploads must get 507 and store nothing by halves, reads must go on, and
// uploads must work again once there is room. What uploads alone have filled must be emptied without one refusal. A store opened with too little room must reject, not kill the process.
// Mounts small volumes, so it needs root on Linux. `--full` opens stores with less and less room, in smaller steps,
// and fills every arrangement on every volume; `--emptied` fills and empties alone.
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createClient } from '../support/disk-full/client.mjs'
import { fillAndEmpty } from '../support/disk-full/emptied.mjs'
import { startServer } from '../support/disk-full/start-server.mjs'
import { VOLUMES, withVolume } from '../support/faults/full-volume.mjs'
import { filesBelow } from '../support/ledger/blobs-on-disk.mjs'
import { folderLeftovers } from '../support/ledger/folder-leftovers.mjs'
import { checkPlantedFaults } from '../support/ledger/planted-faults.mjs'
import { sentencesOf } from '../support/ledger/verdict.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const SIZES = [10, 4_000, 40_000, 200_000, 400_000, 1_500_000]
const SMALL = [10, 500, 2_000]
const AT_ONCE = 8
const REFUSALS = 24
const MIB = 1024 ** 2
/** A database opens where there is so much room. */
const PLENTY = { bytes: 0.9 * MIB, names: 24 }

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    emptied: { type: 'boolean', default: false },
  },
})
/** KiB that are free when a store with a log is opened, and when a new one is made; names that are free then. */
const SCARCE = values.full
  ? {
      opening: [1000, 560, 530, 300, 30, 16, 8, 0],
      making: [1000, 700, 560, 500, 300, 100, 40, 0],
      names: [3, 2, 1, 0],
    }
  : { opening: [1000, 530, 30, 0], making: [1000, 500, 40], names: [2, 0] }

/** What lies on the volume, and what fills it. */
const ARRANGEMENTS = {
  'the blobs': { blobs: true, database: false, sizes: SIZES },
  'the database': { blobs: false, database: true, sizes: SMALL },
  'blobs and database': { blobs: true, database: true, sizes: SIZES },
}

const report = createReport('disk full: volumes that run full')
await report.run(() =>
  withTemporaryDirectory(async (top) => {
    for (const kind of ['tmpfs', 'ext4']) await emptied(top, kind)
    for (const kind of values.emptied ? [] : Object.keys(VOLUMES)) {
      for (const [what, arrangement] of Object.entries(ARRANGEMENTS)) {
        // An open database takes no new names.
        if (kind === 'tmpfs with few files' && !arrangement.blobs) continue
        // What differs between file systems shows where they hold all.
        if (!values.full && kind === 'ext4' && !(arrangement.blobs && arrangement.database))
          continue
        const name = `${what} on ${kind}`
        const { impossible } = await withVolume(top, kind, (volume) =>
          fill(name, top, volume, arrangement),
        )
        if (impossible !== undefined) report.skip(name, `cannot be mounted: ${impossible}`)
      }
    }
  }),
)

async function emptied(top, kind) {
  const name = `emptied on ${kind}`
  const check = checkOf(name)
  const { impossible } = await withVolume(top, kind, (volume) =>
    fillAndEmpty({ volume, sizes: SIZES, untilFull, check }),
  )
  if (impossible !== undefined) report.skip(name, `cannot be mounted: ${impossible}`)
}

function checkOf(name) {
  return (what, wrong, detail = '') => {
    const found = wrong.slice(0, 5).join(', ')
    report.check(`${name}: ${what}`, wrong.length === 0, [found, detail].filter(Boolean).join('; '))
  }
}

async function fill(name, top, volume, { blobs, database, sizes }) {
  const elsewhere = path.join(top, 'elsewhere', name.replaceAll(' ', '-'))
  await mkdir(elsewhere, { recursive: true })
  const directories = [blobs ? volume.at : elsewhere, database ? volume.at : elsewhere]
  const check = checkOf(name)
  const client = createClient('load')
  const { ledger } = client
  const first = await startServer(directories)
  client.connect(first)
  for (const size of sizes) await client.upload(size)
  await client.trash()
  await volume.leave(blobs ? 8 * MIB : MIB / 2, 24)
  await untilFull(client, sizes)
  await Promise.all([untilFull(client, sizes), client.readAll()])
  const { acknowledged, refused } = ledger.tally.verbs.upload
  check(
    'every upload is 201 or 507, and reads go on while uploads are refused',
    [...ledger.failures, ...ledger.violations],
    `${acknowledged} stored, ${refused} refused`,
  )
  const { found, ...verdict } = await client.verdict()
  check('exactly what was taken is there', sentencesOf(verdict), `${found.size} assets`)
  checkPlantedFaults(report, ledger, found)
  check('nothing is left in staging', await stagedIn(directories[0]))

  await client.trash()
  await client.purge()
  const { trash, purge } = ledger.tally.verbs
  const removal = [trash, purge].map(({ refused }) => (refused > 0 ? 'refused' : 'done'))
  check('trash and purge are done, or refused with 507', ledger.failures, `${removal}`)

  const { problem } = await first.close()
  check('the store closes', [problem].filter(Boolean))
  const last = await reopen(volume, directories, first.token, client, check)
  const again = await Promise.all(sizes.map((size) => client.upload(size)))
  const unstored = again.filter((outcome) => outcome !== 'done')
  check('uploads work again when there is room', unstored, `${again}`)
  const end = await client.verdict()
  check('exactly what was taken is there again', sentencesOf(end))
  await last.later()
  const { errors } = await last.close()
  client.close()
  const heard = errors.length === 0 ? '' : `onError heard ${errors}`
  const [own, other] = directories
  const left = await folderLeftovers({ blobs: own, directory: other, found: end.found })
  check('nothing half stored is left after recovery', left, heard)
  if (database) {
    const wrong = await openedWithLittleRoom(volume, directories, first.token)
    check('after a kill, with little room, it opens or is refused', wrong)
    if (await volume.hasSmallBlocks()) {
      const broken = await openedOnBrokenRoom(volume, directories, first.token)
      check('after a kill, when its reserve has been drawn on, it opens or is refused', broken)
    }
    const unmade = await madeWithLittleRoom(volume, directories)
    check('with little room, a new one is made or refused', unmade)
  }
}

/** Each time the database has a log to be read again, but no index of it. Resolves to the cases that neither opened nor rejected. */
async function openedWithLittleRoom(volume, directories, token) {
  const found = []
  const client = createClient('kill')
  const server = await startServer(directories, token)
  client.connect(server)
  for (let count = 0; count < 20; count += 1) await client.upload(10)
  await server.kill()
  await volume.leave(1.5 * MIB, 24)
  for (const kib of SCARCE.opening) {
    await rm(path.join(directories[1], 'stowage.db-shm'), { force: true })
    await volume.leaveOnly(kib * 1024)
    found.push(...(await opened(volume, directories, token)))
  }
  return found
}

/** With its index there, which the first to open it empties, on a volume that cannot give back what that sets free. */
async function openedOnBrokenRoom(volume, directories, token) {
  await volume.makeRoom()
  const server = await startServer(directories, token)
  await server.kill()
  await volume.fillBrokenly()
  return opened(volume, directories, token)
}

/** The same of a database that is yet to be made, first with little room, then with few names. */
async function madeWithLittleRoom(volume, [blobs, database]) {
  const own = path.join(database, 'another')
  const found = []
  const make = async (scarcity) => {
    await mkdir(own)
    await scarcity()
    found.push(...(await opened(volume, [blobs, own])))
    await rm(own, { recursive: true })
  }

  await volume.makeRoom()
  await volume.leave(1.5 * MIB, 60)
  for (const kib of SCARCE.making) {
    await make(() => volume.leaveOnly(kib * 1024))
  }
  await volume.makeRoom()
  await volume.leave(1.5 * MIB, 60)
  for (const names of SCARCE.names) await make(() => volume.leaveNames(names))
  return found
}

/** With plenty of room, and of names, it must open, and then take an upload, where there was room for a key, or refuse it. */
async function opened(volume, directories, token) {
  const { bytes, names } = await volume.free()
  const room = `${bytes / 1024} KiB, ${names} names`
  const server = await startServer(directories, token).catch(({ message }) => ({ failed: message }))
  if (server.failed !== undefined) {
    const isScarce = bytes < PLENTY.bytes || names < PLENTY.names
    return isScarce && server.failed === 'insufficient_storage' ? [] : [`${room}: ${server.failed}`]
  }
  const client = createClient('open')
  if (server.token !== null) {
    client.connect(server)
    await client.upload(10)
    client.close()
  }
  await server.kill()
  return client.ledger.failures.map((failure) => `${room}: ${failure}`)
}

/** Starts the server again on the full volume, and makes room. */
async function reopen(volume, directories, token, client, check) {
  const server = await startServer(directories, token)
  if (server.failed === undefined) {
    client.connect(server)
    check('it opens again while it is full, to be read', await client.compare())
    await volume.makeRoom()
    return server
  }
  const reason = server.failed === 'insufficient_storage' ? [] : [server.failed]
  check('opening it again is refused as insufficient_storage', reason)
  await volume.makeRoom()
  const later = await startServer(directories, token)
  client.connect(later)
  return later
}

/** Names of the files in staging. */
function stagedIn(directory) {
  return filesBelow(path.join(directory, 'staging')).catch(() => [])
}

async function untilFull(client, sizes) {
  let refusals = 0
  let next = 0
  const until = Date.now() + 60_000
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (refusals < REFUSALS && Date.now() < until) {
        next += 1
        if ((await client.upload(sizes[next % sizes.length])) !== 'done') refusals += 1
      }
    }),
  )
  if (refusals < REFUSALS) throw new Error('The volume did not run full.')
}
