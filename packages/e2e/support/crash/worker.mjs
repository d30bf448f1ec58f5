// Run as a process of its own: node worker.mjs <options as JSON>
// Opens the store in `directory` and does everything that can be done with it, many things at once, until it
// is killed. `purpose`: `load` for that, `recover` to do nothing but sweep.
import { openAssetStore } from '@stowage/core'
import { systemClock } from '@stowage/core/ports'
import { seededRandom } from '../seeded-random.mjs'
import { createJournal } from './journal.mjs'
import { createShelf } from './shelf.mjs'
import { textVariants } from './text-variants.mjs'
import { createVerbs } from './verbs.mjs'

const LANES = 24
const options = JSON.parse(process.argv[2])
const { directory, purpose, ahead, grace, picture, share, round } = options
const journal = createJournal()
const now = systemClock()

journal.write({ stage: 'opening' })
const store = await openAssetStore({
  directory,
  grace,
  clock: () => now() + ahead * 1000,
  sweepEvery: purpose === 'load' ? 60 : false,
  variants: picture === null ? textVariants() : (await import('@stowage/sharp')).sharpVariants(),
  onError: (error) => journal.violation(`onError: ${error.stack} ${error.cause ?? ''}`),
})
journal.write({ stage: 'open' })

if (purpose === 'recover') {
  while (true) {
    await store.maintenance.sweep()
    // Fails, and ends this process, when nobody listens any more.
    journal.write({ stage: 'swept' })
  }
}

const random = seededRandom(options.seed)
const shelf = createShelf(random, share)
for (const trashed of [false, true]) {
  for await (const asset of store.iterate({ trashed })) {
    // What another worker of this round has just uploaded is not this one's.
    if (!asset.name.startsWith(round)) shelf.add(asset)
  }
}
const perform = createVerbs({ store, journal, random, shelf, picture, label: options.label })
await Promise.all(
  Array.from({ length: LANES }, async () => {
    while (true) await perform()
  }),
)
