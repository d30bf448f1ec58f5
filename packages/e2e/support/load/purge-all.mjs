import { tokenOf } from './content.mjs'

/** Trashes and purges everything there is, in requests of a hundred. */
export async function purgeAll({ client, journal }) {
  for (const [verb, trashed] of [
    ['trash', false],
    ['purge', true],
  ]) {
    for (;;) {
      const { assets } = await client.list({ page: 1, perPage: 100, trashed })
      if (assets.length === 0) break
      const ids = assets.map(({ id }) => id)
      const tokens = assets.map(({ name }) => tokenOf(name))
      const { outcome, code } = await journal.act({ verb, tokens }, () => client[verb](ids))
      if (outcome !== 'done') throw new Error(`Not everything could be purged: ${verb}, ${code}`)
    }
  }
}
