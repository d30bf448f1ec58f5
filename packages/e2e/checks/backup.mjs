// A store is backed up while it is in use, by a process that is killed at random instants. After each kill
// the folder is restored: every record in it must have its bytes. `--kills 100 --seed 7` for more and for others.
import { fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openAssetStore } from '@stowage/core'
import { createReport } from '../support/report.mjs'
import { seededRandom } from '../support/seeded-random.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '6' }, seed: { type: 'string', default: '1' } },
})
const KILLS = Number(values.kills)
const SEED = Number(values.seed)
/** What a dead process held has lapsed by then, in microseconds. */
const LAPSE = 11 * 60_000_000
const LANES = 4
const child = fileURLToPath(new URL('../support/backing-up.mjs', import.meta.url))

const random = seededRandom(SEED)
const report = createReport(`backup: ${KILLS} kills, seed ${SEED}`)
await report.run(() =>
  withTemporaryDirectory(async (root) => {
    const live = path.join(root, 'live')
    const backup = path.join(root, 'backup')
    let offset = 0
    const clock = () => Date.now() * 1000 + offset
    const store = await openAssetStore({ directory: live, sweepEvery: false, clock })
    const load = createLoad(store)
    const totals = { begun: 0, done: 0, restored: 0, records: 0, copied: 0, kept: 0, removed: 0 }
    const problems = []
    try {
      await store.maintenance.backup({ directory: backup })
      for (let kill = 0; kill < KILLS; kill += 1) {
        const heard = await killedWhileBackingUp({ live, backup, offset })
        offset += LAPSE
        count(totals, heard)
        const restored = await restore(root, backup)
        totals.restored += 1
        totals.records += restored.records
        problems.push(...restored.problems)
      }
      await load.stop()
      const last = await store.maintenance.backup({ directory: backup })
      await store.maintenance.sweep()
      const verified = await store.maintenance.verify()
      const { records, problems: left } = await restore(root, backup)
      report.note(
        `${load.counts().uploads} uploads and ${load.counts().purges} purges meanwhile; ${totals.begun} backups begun, ${totals.done} finished; ${totals.copied} files copied, ${totals.kept} kept, ${totals.removed} removed`,
      )
      report.check(
        'every record of a backup that was cut off has its bytes',
        problems.length === 0,
        `${totals.records} records in ${totals.restored} restored stores, ${problems.length} problems`,
      )
      for (const problem of problems.slice(0, 5)) report.note(JSON.stringify(problem))
      report.check('some of the killed backups were under way', totals.begun > totals.done)
      report.check(
        'the next whole backup is clean, and no more than the store',
        left.length === 0 && last.problems.length === 0 && records === last.records,
        `${last.records} records, ${last.copied} files copied, ${last.kept} kept, ${last.removed} removed`,
      )
      report.check(
        'the store itself is sound, and its deletions have caught up',
        verified.problems.length === 0,
        `${verified.records} records, ${verified.blobs} blobs`,
      )
    } finally {
      await load.stop()
      await store.close()
    }
  }),
)

/** Resolves to what the child told before it was killed at a random instant of a backup. */
async function killedWhileBackingUp({ live, backup, offset }) {
  const heard = []
  const process = fork(child, [live, backup, String(offset)])
  const exited = once(process, 'exit')
  const after = 1 + random.below(2)
  const begun = new Promise((resolve) => {
    process.on('message', (message) => {
      heard.push(message)
      if (heard.filter((each) => each.begun).length === after) resolve()
    })
  })
  await Promise.race([begun, exited])
  await delay(random.next() * 400)
  process.kill('SIGKILL')
  const [code, signal] = await exited
  if (signal !== 'SIGKILL') throw new Error(`The backing-up process ended by itself: ${code}.`)
  return heard
}

function count(totals, heard) {
  for (const { begun, done } of heard) {
    if (begun) totals.begun += 1
    if (!done) continue
    totals.done += 1
    for (const name of ['copied', 'kept', 'removed']) totals[name] += done[name]
  }
}

/** Opens a copy of the backup and reads all of it. Files that the cut-off run had copied are orphans there. */
async function restore(root, backup) {
  const directory = await mkdtemp(path.join(root, 'restored-'))
  await cp(backup, directory, { recursive: true })
  const store = await openAssetStore({ directory, sweepEvery: false })
  try {
    const { problems, records } = await store.maintenance.verify()
    const found = problems.filter(({ kind }) => kind !== 'orphaned')
    for await (const asset of store.iterate()) {
      const bytes = await (await store.read(asset)).bytes()
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      if (sha256 !== asset.sha256) found.push({ kind: 'wrong bytes', id: asset.id })
    }
    return { records, problems: found }
  } finally {
    await store.close()
    await rm(directory, { recursive: true })
  }
}

/** Uploads, trashes, purges and sweeps until it is stopped, keeping about 200 assets. */
function createLoad(store) {
  const counts = { uploads: 0, purges: 0 }
  let running = true
  const lanes = Array.from({ length: LANES }, async () => {
    const kept = []
    while (running) {
      const size = counts.uploads % 20 === 0 ? 300_000 : 2_000
      kept.push((await store.upload(randomBytes(size))).id)
      counts.uploads += 1
      if (kept.length > 200 / LANES) {
        const [id] = kept.splice(random.below(kept.length), 1)
        await store.trash(id)
        await store.purge(id)
        counts.purges += 1
      }
      if (counts.uploads % 50 === 0) await store.maintenance.sweep()
    }
  })
  return {
    counts: () => counts,
    async stop() {
      running = false
      await Promise.all(lanes)
    },
  }
}
