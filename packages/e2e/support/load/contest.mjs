import { tokenOf } from './content.mjs'
import { createUpload } from './upload.mjs'

const EXPECTED = ['asset_not_found', 'not_trashed', 'file_not_found']
const WEIGHTS = { trash: 4, restore: 4, purge: 1, update: 2, read: 6, variant: 4 }

/** All lanes at the same assets: any order is right, as long as what can be read has its bytes. */
export function createContest({ client, journal, random, shelf, files, variants, readWhole }) {
  const upload = createUpload({ client, journal, shelf })
  const verbs = {
    trash: ({ id }) => client.trash([id]),
    restore: ({ id }) => client.restore([id]),
    purge: ({ id }) => client.purge([id]),
    update: ({ id }) => client.update(id, { isFavourite: random.chance(0.5) }),
    read: (asset) => readWhole(asset),
    variant: (asset, variant) => readWhole(asset, { variant }),
  }
  return {
    contestedUpload: () => upload([files.newFile('small', { contested: true })]),

    async contest() {
      const asset = shelf.contested()
      if (asset === undefined) return
      const variant = random.pick(variants)
      const verb = random.weighted(WEIGHTS)
      const intent = { verb, tokens: [tokenOf(asset.name)], contested: true, variant }
      const { outcome } = await journal.act({ ...intent, expects: EXPECTED }, () =>
        verbs[verb](asset, variant),
      )
      if (verb === 'purge' && outcome === 'done') shelf.forgetContested(asset)
    },
  }
}
