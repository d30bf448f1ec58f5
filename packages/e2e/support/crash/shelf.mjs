import { tokenOf } from './content.mjs'

/** Assets that everybody changes at the same time have names that begin so. */
export const CONTESTED = 'shared-'

/**
 * What a worker knows of the assets. Its own it takes off the shelf to change them, so that nobody else
 * does meanwhile and what must come of it is known. The contested ones stay where all can reach them.
 */
export function createShelf(random, { index, of }) {
  const own = { active: new Map(), trashed: new Map() }
  const contested = new Map()

  return {
    get size() {
      return own.active.size + own.trashed.size
    },
    get contestedSize() {
      return contested.size
    },
    /** Takes note of an asset, if it is one of this worker's or contested. */
    add(asset) {
      const token = tokenOf(asset.name)
      if (token.startsWith(CONTESTED)) contested.set(token, asset)
      else if (Number.parseInt(asset.id.slice(-4), 16) % of === index) this.putBack([asset])
    },
    putBack(assets) {
      for (const asset of assets) {
        const list = asset.trashedAt === null ? own.active : own.trashed
        list.set(tokenOf(asset.name), asset)
      }
    },
    /** Takes up to that many assets off. */
    take(list, count) {
      const all = [...own[list].entries()]
      const taken = []
      while (taken.length < count && all.length > 0) {
        const [[token, asset]] = all.splice(random.between(0, all.length - 1), 1)
        own[list].delete(token)
        taken.push(asset)
      }
      return taken
    },
    /** One that nobody is changing, left where it is. */
    peek: (list) => random.pick([...own[list].values()]),
    contested: () => random.pick([...contested.values()]),
    forgetContested: (asset) => contested.delete(tokenOf(asset.name)),
  }
}
