import { contentOf, tokenOf } from './content.mjs'
import { promiseOf } from './files.mjs'

/** The token of a file that many upload, of which one is stored, begins so. */
const ONCE = 'once-'
/** Bytes of the files of each kind in a round. The last waits in a file before it is stored. */
const SIZES = [900, 300_000]
/** How often a file is one of this round: otherwise it is there already, most likely. */
const OF_THIS_ROUND = 0.7

/** Whether an asset is one of these. No other verb may change it: it stays the only one with its content. */
export const isOnce = (asset) => tokenOf(asset.name).startsWith(ONCE)

/**
 * Uploads that many processes make of the same files, at once and again in later rounds: by content, by an external id, and
 * as imports. Each of them must be answered with the one asset there is. `round`: `r7` is the seventh.
 */
export function createOnceVerbs({ store, journal, random, round }) {
  const latest = Number(round.slice(1))

  function fileOf(kind) {
    const number = random.chance(OF_THIS_ROUND) ? latest : random.between(1, latest)
    const index = random.below(SIZES.length)
    const token = `${ONCE}${kind}-${number}-${index}`
    return { token, name: `${token}.txt`, contested: false, ...contentOf(token, SIZES[index]) }
  }

  const act = (file, intent, work) =>
    journal.act({ verb: 'uploadOnce', files: [promiseOf(file)], ...intent }, work, {
      summary: (asset) => ({ assets: [asset] }),
    })

  return {
    async uploadUnlessThere() {
      const file = fileOf('same')
      await act(file, { as: 'upload unless there' }, () =>
        store.upload(file.bytes, { name: file.name, onDuplicate: 'return' }),
      )
    },
    /** Who is refused must find it: only an asset that is there has the id. */
    async uploadNamed() {
      const file = fileOf('named')
      const { name, token: externalId } = file
      const expects = ['external_id_taken']
      const { code } = await act(file, { as: 'upload with external id', expects }, () =>
        store.upload(file.bytes, { name, externalId }),
      )
      if (code !== 'external_id_taken') return
      await journal.act({ verb: 'get' }, async () => {
        const { sha256 } = await store.get({ externalId })
        if (sha256 !== file.sha256) journal.violation(`${externalId}: has other bytes`)
      })
    },
    async importOnce() {
      const file = fileOf('import')
      const { name, token: externalId, bytes } = file
      const item = { name, externalId, createdAt: '2019-05-01T10:00:00Z', source: () => bytes }
      await act(file, { as: 'import' }, async () => {
        const { asset, differs } = await store.admin.import(item)
        if (differs) journal.violation(`${externalId}: the same content is said to differ`)
        return asset
      })
    },
  }
}
