import { createApiClient } from '../client/api-client.mjs'
import { createConnections } from '../client/connections.mjs'
import { createFiles } from '../load/files.mjs'
import { createShelf } from '../load/shelf.mjs'
import { startLoad } from '../load/start-load.mjs'
import { createVerbs } from '../load/verbs.mjs'

const LANES = 4
const SIZES = { small: [400, 600], staged: [300_000, 300_000] }
const WEIGHTS = {
  upload: 20,
  staged: 0.4,
  many: 1,
  get: 5,
  read: 50,
  list: 10,
  update: 10,
  trash: 8,
  restore: 2,
  purge: 6,
}

/**
 * Clients that use a store while it moves, until `end`. `assets` were there before; `rest` is the milliseconds that a
 * client waits between two operations.
 */
export function startMigrationLoad({ origin, token, journal, random, assets, rest }) {
  const connections = createConnections([origin], token)
  const client = createApiClient(connections)
  const files = createFiles({ random, label: 'load', sizes: SIZES, binary: 1 })
  const shelf = createShelf(random)
  for (const asset of assets) shelf.add({ ...asset, route: routeOf(asset) })
  const verbs = createVerbs({ client, journal, random, shelf, files, most: 2 })
  const lanes = Array.from({ length: LANES }, () => ({ verbs, weights: () => WEIGHTS, rest }))
  const load = startLoad({ lanes, random, journal })
  return {
    async end() {
      await load.end()
      connections.close()
    },
  }
}

/** Where the API has the bytes of an asset. */
export function routeOf({ publicFileId }) {
  return `/api/v1/files/${publicFileId}/content`
}
