// Run as a process of its own: node process.mjs <places> <seed> <steps> <leaps>. Works on a store that others have open
// too, and tells what was acknowledged over IPC. With leaps, its clock goes to up to 26 hours away, again and again.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { migrateMetadata } from '@stowage/migrate'
import { seededRandom } from '../seeded-random.mjs'
import { openMove, openPlace } from './places.mjs'

/**
 * A leap is of 2, 4 … hours: by less than an hour, sweeps cannot tell it from time that passed. That is safe too,
 * as the trash keeps its assets for at least a day.
 */
const STEP = 2 * 3_600_000_000
const MOST_STEPS = 13
/** How often a call is tried before it counts as refused, and the first pause in milliseconds; the others double. */
const ATTEMPTS = 8
const FIRST_PAUSE = 25

const [text, seed, steps, leaps] = process.argv.slice(2)
const places = JSON.parse(text)
const random = seededRandom(Number(seed))
let offset = 0
const clock = () => Date.now() * 1000 + offset

const errors = []
const store = await openPlace(places, clock, (error) => errors.push(String(error.stack ?? error)))
const counts = {
  uploads: 0,
  retries: 0,
  leaps: 0,
  sweeps: 0,
  postponed: 0,
  holds: 0,
  backups: 0,
  moves: 0,
}
/** By id: the digest of the bytes, and where the asset is. */
const assets = new Map()
const refused = []
const wrong = []

/** Tried again while the store says that it is for the moment. */
async function tried(name, work) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS) refused.push(`${name}: ${error.code ?? error.stack}`)
      if (attempt === ATTEMPTS) return null
      counts.retries += 1
      await setTimeout(FIRST_PAUSE * 2 ** attempt)
    }
  }
}

const idsIn = (state) => [...assets].flatMap(([id, asset]) => (asset.state === state ? [id] : []))

const VERBS = {
  async upload() {
    const bytes = randomBytes(random.between(1, 5000))
    const asset = await tried('upload', () => store.upload(bytes))
    if (asset === null) return
    counts.uploads += 1
    assets.set(asset.id, { sha256: asset.sha256, state: 'active' })
  },
  async read() {
    const id = random.pick(idsIn('active'))
    if (id === undefined) return
    const file = await tried('read', async () => {
      const opened = await store.read(id)
      return { bytes: await opened.bytes(), size: opened.size }
    })
    if (file !== null && file.bytes.length !== file.size) wrong.push(`${id}: cut off`)
  },
  trash: () => moved('active', 'trashed', (id) => store.trash(id)),
  restore: () => moved('trashed', 'active', (id) => store.restore(id)),
  purge: () => moved('trashed', 'purged', (id) => store.purge(id)),
  async sweep() {
    const report = await tried('sweep', () => store.maintenance.sweep())
    counts.sweeps += 1
    if (report?.retentionPostponed) counts.postponed += 1
    if (report?.purged > 0) wrong.push(`${report.purged} assets were purged by their age`)
  },
  async hold() {
    const hold = await tried('hold', () => store.maintenance.hold())
    await hold?.release().catch((error) => wrong.push(`release: ${error.code}`))
    counts.holds += 1
  },
  /** While clocks leap, a backup may be refused: then it has to be made again. One that is made is whole. */
  async backup() {
    if (places.postgresUrl !== null) return
    const directory = await mkdtemp(path.join(tmpdir(), 'stowage-clocks-backup-'))
    try {
      await store.maintenance.backup({ directory })
      counts.backups += 1
    } catch (error) {
      if (error.code !== 'unavailable') wrong.push(`backup: ${error.stack}`)
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  },
}

async function moved(from, to, act) {
  const id = random.pick(idsIn(from))
  if (id === undefined) return
  const asset = assets.get(id)
  // Of unknown state while it is under way.
  asset.state = 'moving'
  asset.state = (await tried(to, () => act(id).then(() => true))) ? to : 'unknown'
}

/** Until the records are handed over: a leap may end the moment in which nobody writes. */
async function migrate() {
  const move = await openMove(places, clock)
  try {
    while (!(await migrateMetadata(move).then(() => true, isRefused))) counts.moves += 1
    counts.moves += 1
  } finally {
    await Promise.all([move.from.close(), move.to.close()])
  }
}

function isRefused(error) {
  if (error.code !== 'unavailable') throw error
  return false
}

const weights = {
  upload: 40,
  read: 20,
  trash: 10,
  restore: 4,
  purge: 4,
  sweep: 3,
  hold: 2,
  backup: 3,
}
const migrating = places.moves && leaps === 'leaps' ? migrate() : Promise.resolve()
for (let step = 0; step < Number(steps); step += 1) {
  if (leaps === 'leaps' && random.chance(0.1)) {
    offset = random.chance(0.3) ? 0 : random.between(-MOST_STEPS, MOST_STEPS) * STEP
    counts.leaps += 1
  }
  await VERBS[random.weighted(weights)]()
  await setImmediate()
}
offset = 0
await migrating
await store.close()
process.send({ assets: [...assets], counts, refused, wrong, errors })
process.disconnect()
