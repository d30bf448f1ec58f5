import { createApiClient } from '../client/api-client.mjs'
import { createJournal } from '../ledger/journal.mjs'
import { createFiles } from '../load/files.mjs'
import { createIdempotentUploads } from '../load/idempotency.mjs'
import { createRefusals } from '../load/refusals.mjs'
import { createShelf } from '../load/shelf.mjs'
import { startLoad } from '../load/start-load.mjs'
import { createVerbs } from '../load/verbs.mjs'

const MIB = 1024 ** 2
const KEPT = 40
const SIZES = { small: [1, 30_000], staged: [300_000, 2 * MIB], large: [9 * MIB, 12 * MIB] }
/** Milliseconds that a client waits after 503: less than `Retry-After`, to see when the cluster is back. */
const PAUSE = 150
/** What any request may meet while servers are away. What became of it is not known. */
const TROUBLES = ['unavailable', 'lost', 'cut']

const WEIGHTS = {
  upload: 10,
  staged: 2,
  large: 1,
  many: 3,
  keyed: 8,
  twins: 2,
  list: 6,
  get: 6,
  read: 14,
  range: 5,
  slow: 1.5,
  hidden: 2,
  gone: 3,
  update: 3,
  trash: 6,
  restore: 3,
  purge: 4,
}
/** Clients that never insist, so that each kind of request is under way at any time. */
const STEADY = [{ list: 1 }, { upload: 1, read: 20 }, { upload: 1 }]
/** Milliseconds that such a client rests between its requests. */
const REST = 30

/** Operations on whose answer clients insist: always, and mostly. */
const INSISTED = ['upload with key', 'twins', 'repeat']
const MOSTLY = ['trash', 'restore', 'purge']

/** A journal of such clients, which goes to `ledger`. */
export function createClusterJournal(ledger, random) {
  return createJournal(ledger.hear, {
    unknowns: TROUBLES,
    rest: PAUSE,
    patienceOf({ verb, as = verb }) {
      const insists = INSISTED.includes(as) || (MOSTLY.includes(as) && random.chance(0.8))
      return insists ? { attempts: Number.POSITIVE_INFINITY } : { attempts: 1 }
    },
  })
}

/**
 * Clients that do all that a client can do, through a balancer, until `end`. Each has assets that only it changes, and
 * insists on most answers until there is one.
 */
export function startClusterLoad({ connections, instances, journal, random, lanes }) {
  const client = createApiClient(connections)
  const clients = instances.map((_, index) =>
    createApiClient({ send: (route, options) => connections.sendTo(index, route, options) }),
  )
  const files = createFiles({ random, label: 'load', sizes: SIZES })

  function laneOf(steady) {
    const shelf = createShelf(random)
    const world = { client, clients, journal, random, shelf, files, most: 4 }
    return {
      verbs: { ...createVerbs(world), ...createIdempotentUploads(world), ...createRefusals(world) },
      weights() {
        const isFull = shelf.sizeOf('active') > KEPT
        return steady ?? { ...WEIGHTS, ...(isFull && { trash: 15, restore: 1 }) }
      },
      rest: steady === null ? 0 : REST,
    }
  }

  const all = [...Array.from({ length: lanes }, () => null), ...STEADY]
  return startLoad({ lanes: all.map(laneOf), random, journal })
}
