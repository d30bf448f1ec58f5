import path from 'node:path'
import { tokenOf } from './content.mjs'

const TRASHED_AT = { active: null, trashed: 'some time ago' }

/**
 * The verbs that change assets. Takes them off the shelf and puts back what is known of them: those of a change of unknown
 * outcome stay away.
 */
export function createChanges({ client, journal, random, shelf, most = 3 }) {
  async function move(verb, from, to) {
    const assets = shelf.take(from, random.between(1, most))
    if (assets.length === 0) return
    const ids = assets.map(({ id }) => id)
    const tokens = assets.map(({ name }) => tokenOf(name))
    const { outcome } = await journal.act({ verb, tokens }, () => client[verb](ids))
    if (outcome === 'refused') shelf.putBack(assets)
    if (outcome !== 'done') return
    if (to === 'purged') shelf.purged.push(...assets)
    // Copies: a lane that looks for the asset it saw before must see that this one was moved.
    else shelf.putBack(assets.map((asset) => ({ ...asset, trashedAt: TRASHED_AT[to] })))
  }

  return {
    async update() {
      const [asset] = shelf.take('active', 1)
      if (asset === undefined) return
      const token = tokenOf(asset.name)
      const name = `${token}.${random.between(1, 1e6)}${path.extname(asset.name)}`
      const changes = { name, isFavourite: random.chance(0.5) }
      const { outcome } = await journal.act(
        { verb: 'update', tokens: [token], changes },
        () => client.update(asset.id, changes),
        { summary: ({ updatedAt }) => ({ updatedAt }) },
      )
      if (outcome === 'done') Object.assign(asset, changes)
      if (outcome === 'done' || outcome === 'refused') shelf.putBack([asset])
    },
    trash: () => move('trash', 'active', 'trashed'),
    restore: () => move('restore', 'trashed', 'active'),
    purge: () => move('purge', 'trashed', 'purged'),
  }
}
