// Run as a process of its own: node process.mjs <place> <clients> <seed>. Works on a store that other processes have open
// too, until it is told to stop. Then it sends what it counted.
import { once } from 'node:events'
import { seededChoices } from '@stowage/testing/seeds'
import { createFolderClient, createPool } from './client.mjs'
import { openPlace, VIEWS, viewOf } from './places.mjs'

const [place, clients, seed] = process.argv.slice(2)
const counts = {}
const violations = []
const store = await openPlace(JSON.parse(place), {
  onError: (error) => violations.push(`onError: ${error.stack}`),
})
const views = VIEWS.map((view) => ({ store: viewOf(store, view), pool: createPool() }))
let isStopped = false

async function run(number) {
  const random = seededChoices(Number(seed) * 1000 + number)
  const act = createFolderClient({ ...views[number % views.length], random, counts, violations })
  while (!isStopped) await act()
}

const running = Promise.all(Array.from({ length: Number(clients) }, (_, number) => run(number)))
process.send('running')
await once(process, 'message')
isStopped = true
await running
await store.close()
process.send({ counts, violations: violations.slice(0, 20) }, () => process.disconnect())
