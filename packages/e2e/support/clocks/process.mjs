// Run as a process of its own: node process.mjs <places> <seed> <steps> <kind> <label>. Works on a store that other
// processes have open too. Says `done` over IPC, sweeps on until it hears anything, then sends its journal. When its
// kind is `leaps`, its clock leaps up to 26 hours away, again and again.
import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { migrateMetadata } from '@stowage/migrate'
import { seededChoices } from '@stowage/testing/seeds'
import { createStoreClient } from '../client/store-client.mjs'
import { createClock } from '../faults/clock.mjs'
import { createJournal } from '../ledger/journal.mjs'
import { createFiles } from '../load/files.mjs'
import { createMaintenance } from '../load/maintenance.mjs'
import { createShelf } from '../load/shelf.mjs'
import { createVerbs } from '../load/verbs.mjs'
import { openMove, openPlace } from './places.mjs'

/**
 * A leap is of 2, 4 … hours. Sweeps take a leap of less than an hour for time that passed, which is safe too,
 * because the trash keeps its assets for at least a day.
 */
const STEP = 2
const MOST_STEPS = 13
/** How often a call is tried before it counts as refused, and the first pause in milliseconds; the others double. */
const ATTEMPTS = 8
const FIRST_PAUSE = 25
const WEIGHTS = {
  upload: 40,
  read: 20,
  trash: 10,
  restore: 4,
  purge: 4,
  sweep: 3,
  hold: 2,
  backup: 3,
}

const [text, seed, steps, kind, label] = process.argv.slice(2)
const places = JSON.parse(text)
const leaps = kind === 'leaps'
const random = seededChoices(Number(seed))
const clock = createClock()
const lines = []
const errors = []
const counts = { leaps: 0, moves: 0 }
const store = await openPlace(places, clock.now, (error) => errors.push(String(error.stack)))
const patience = {
  attempts: ATTEMPTS,
  pause: (attempt) => FIRST_PAUSE * 2 ** attempt,
  when: () => true,
}
// What may have been stored must not be sent again.
const uploadPatience = { ...patience, when: ({ code }) => code !== 'outcome_unknown' }
const ONCE = { attempts: 1 }
const journal = createJournal((line) => lines.push(line), {
  patienceOf({ verb }) {
    if (verb === 'backup') return ONCE
    return verb === 'upload' ? uploadPatience : patience
  },
})
const shelf = createShelf(random)
const files = createFiles({ random, label, sizes: { small: [1, 5000] }, binary: 1 })
const client = createStoreClient(store)
const world = { client, journal, random, shelf, files, most: 1 }
const maintenance = createMaintenance({ store, journal })
const { backup, ...others } = { ...createVerbs(world), ...maintenance }
const verbs = { ...others, backup: places.postgresUrl === null ? backup : () => {} }

/** Tries until the records are handed over: a leap may end the pause of writes. */
async function migrate() {
  const move = await openMove(places, clock.now)
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

const migrating = places.moves && leaps ? migrate() : Promise.resolve()
for (let step = 0; step < Number(steps); step += 1) {
  if (leaps && random.chance(0.1)) {
    clock.leap(random.chance(0.3) ? 0 : random.between(-MOST_STEPS, MOST_STEPS) * STEP)
    counts.leaps += 1
  }
  await verbs[random.weighted(WEIGHTS)]()
  await setImmediate()
}
clock.leap(0)
await migrating
// The right clocks sweep on until the wrong one is done: a clock that is alone for a minute is trusted.
process.send('done')
await once(process, 'message')
await store.close()
// Closed before the message is out, the channel would lose it.
process.send({ lines, counts: { ...counts, ...maintenance.counts }, errors }, () =>
  process.disconnect(),
)
