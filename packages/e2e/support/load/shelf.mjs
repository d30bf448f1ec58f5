import { tokenOf } from './content.mjs'
import { CONTESTED } from './files.mjs'

/**
 * What a client knows of the assets. Its own it takes off the shelf to change them, so that no other lane does meanwhile
 * and the outcome is known. The contested ones stay where all can reach them. A shelf takes the part `index` of `of`
 * equal parts when it is filled from a store.
 */
export function createShelf(random, { index = 0, of = 1 } = {}) {
  const lists = { active: new Map(), trashed: new Map() }
  const contested = new Map()
  const purged = []

  function putBack(assets) {
    for (const asset of assets) {
      const list = asset.trashedAt === null ? 'active' : 'trashed'
      lists[list].set(tokenOf(asset.name), asset)
    }
  }

  return {
    /** How many assets there are in a list: `active`, `trashed`. */
    sizeOf: (list) => lists[list].size,
    get contestedSize() {
      return contested.size
    },
    /** Takes note of an asset, if it is contested or of this shelf's part. */
    add(asset) {
      const token = tokenOf(asset.name)
      if (token.startsWith(CONTESTED)) contested.set(token, asset)
      else if (Number.parseInt(asset.id.slice(-4), 16) % of === index) putBack([asset])
    },
    putBack,
    /** Takes up to that many assets off, of those that the filter lets through. */
    take(list, count, filter = () => true) {
      const assets = [...lists[list]].filter(([, asset]) => filter(asset))
      const tokens = random.some(
        assets.map(([token]) => token),
        count,
      )
      return tokens.map((token) => {
        const asset = lists[list].get(token)
        lists[list].delete(token)
        return asset
      })
    },
    /** One that no lane is changing, left where it is. */
    peek: (list, filter) => {
      const assets = [...lists[list].values()]
      return random.pick(filter === undefined ? assets : assets.filter(filter))
    },
    /** Whether the asset is still where it was seen: a lane that changes it has taken it off. */
    holds: (asset) => lists.active.get(tokenOf(asset.name)) === asset,
    contested: () => random.pick([...contested.values()]),
    forgetContested: (asset) => contested.delete(tokenOf(asset.name)),
    purged,
    /** Tokens of assets whose content was replaced: who read one that is off the shelf may have got either content. */
    replaced: new Set(),
  }
}
