import { contentOf } from './contents.mjs'
import { createHistory } from './history.mjs'

/** An asset of the store with the content of this number, and what it had, and will have. */
export async function uploadFile(store, number) {
  const asset = await store.upload(contentOf(number).bytes, { name: 'file.txt' })
  const { id, publicFileId } = asset
  return { id, publicFileId, history: createHistory(asset, number) }
}

/** Gives the file one content after the other until `stop`; every third time one that it had, where versions are kept. */
export function startWriter(store, { id, history }, { numbers, restores }) {
  const counts = { replaced: 0, restored: 0 }
  let isOver = false
  const running = write()

  async function write() {
    for (let turn = 1; !isOver; turn += 1) {
      if (restores && turn % 3 === 0) await restore(turn)
      else {
        const number = numbers.next()
        history.begin(number)
        history.end(await store.versions.replace(id, contentOf(number).bytes))
        counts.replaced += 1
      }
    }
  }

  async function restore(turn) {
    const versions = await store.versions.list(id)
    const version = versions[turn % versions.length]
    const earlier = history.states.map(({ number }) => number)
    const number = earlier.find((each) => contentOf(each).etag === `"${version.sha256}"`)
    history.begin(number)
    history.end(await store.versions.restore(id, version.id))
    counts.restored += 1
  }

  return {
    counts,
    async stop() {
      isOver = true
      await running
      return counts
    },
  }
}
