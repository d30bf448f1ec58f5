import { readFileSync } from 'node:fs'
import { openAssetStore } from '@stowage/core'

const PER_PAGE = 24
const LANES = 16

/** A store without HTTP. */
export async function open(directory) {
  const store = await openAssetStore({ directory, advanced: { sweepEveryMs: false } })

  return {
    /** Milliseconds that each of this many page reads took: the first, middle and last page in turn. */
    async pages(amount) {
      const { lastPage, total } = await store.list({ perPage: PER_PAGE })
      const pages = { first: 1, middle: Math.ceil(lastPage / 2), last: lastPage }
      const times = { first: [], middle: [], last: [] }
      for (let index = 0; index < amount; index += 1) {
        for (const [name, page] of Object.entries(pages)) {
          const since = performance.now()
          const { assets } = await store.list({ page, perPage: PER_PAGE })
          times[name].push(performance.now() - since)
          if (assets.length === 0) throw new Error(`Page ${page} of ${total} assets is empty.`)
        }
      }
      return times
    },
    /** Complete uploads a second, 16 at once. */
    async uploads(name, amount) {
      const bytes = readFileSync(name)
      let left = amount
      const since = performance.now()
      await Promise.all(
        Array.from({ length: LANES }, async () => {
          while (left-- > 0) await store.upload(bytes, { name: 'photo.jpg' })
        }),
      )
      return (amount / (performance.now() - since)) * 1000
    },
    close: () => store.close(),
  }
}
