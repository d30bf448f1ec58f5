// Run as a process of its own: node process.mjs <place> <clients> <seed>. Works on a store that other processes have open
// too, and sweeps it, until it is told to stop. Then it sends what it counted.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { seededChoices } from '@stowage/testing/seeds'
import { createOwnersClient, createPool } from './client.mjs'
import { openJournal } from './journal.mjs'
import { openPlace } from './places.mjs'

/** Milliseconds: some minutes of the store's clock. */
const SWEEP_EVERY = 100
/** What a process does at least once before it stops, however busy the machine is. */
const NEEDED = [
  'upload done',
  'attach done',
  'set done',
  'detach done',
  'deleteOwner done',
  'keep done',
]
/** Milliseconds for which it tries to. */
const PATIENCE = 120_000

const [placeText, clients, seed] = process.argv.slice(2)
const place = JSON.parse(placeText)
const counts = { expired: 0 }
const violations = []
const store = await openPlace(place, {
  onError: (error) => violations.push(`onError: ${error.stack}`),
})
const note = openJournal(place.directory, `${seed}.jsonl`)
const pool = createPool()
let stopAt = Number.POSITIVE_INFINITY
let isStopped = false

async function run(number) {
  const random = seededChoices(Number(seed) * 1000 + number)
  const act = createOwnersClient({ store, random, pool, note, counts, violations })
  while (Date.now() < stopAt || (lacksSomething() && Date.now() < stopAt + PATIENCE)) await act()
}

function lacksSomething() {
  return NEEDED.some((what) => counts[what] === undefined)
}

async function sweep() {
  while (!isStopped) {
    counts.expired += (await store.admin.sweep()).expired
    await sleep(SWEEP_EVERY)
  }
}

const sweeping = sweep()
const running = Promise.all(Array.from({ length: Number(clients) }, (_, number) => run(number)))
process.send('running')
await once(process, 'message')
stopAt = Date.now()
await running
isStopped = true
await sweeping
await store.close()
process.send({ counts, violations: violations.slice(0, 20) }, () => process.disconnect())
