import { tokenOf } from './content.mjs'

const TRASHED_AT = { trashMatching: 'some time ago', restoreMatching: null }

/**
 * The verbs that change all that a filter finds. Assets are taken off the shelf, and found by their bytes, which no two have
 * in common but copies, which have a creator. So few are changed in one transaction: all of them, or none.
 */
export function createMatchingVerbs({ store, journal, random, shelf }) {
  async function change(verb, list, changes, run) {
    const isOfApp = ({ createdBy }) => createdBy === null
    const assets = shelf.take(list, random.between(1, 12), isOfApp)
    if (assets.length === 0) return
    const tokens = assets.map(({ name }) => tokenOf(name))
    const sha256 = assets.map((asset) => asset.sha256)
    const found = store.matching({ sha256, createdBy: null })
    const { outcome } = await journal.act({ verb, tokens, changes }, () => run(found))
    if (outcome === 'refused') shelf.putBack(assets)
    if (outcome !== 'done') return
    const trashedAt = TRASHED_AT[verb]
    const known = { ...changes, ...(trashedAt !== undefined && { trashedAt }) }
    shelf.putBack(assets.map((asset) => ({ ...asset, ...known })))
  }

  return {
    markMatching() {
      const isFavourite = random.chance(0.5)
      return change('markMatching', 'active', { isFavourite }, (found) =>
        found.setFavourite(isFavourite),
      )
    },
    trashMatching: () => change('trashMatching', 'active', {}, (found) => found.trash()),
    restoreMatching: () => change('restoreMatching', 'trashed', {}, (found) => found.restore()),
  }
}
