import { setImmediate } from 'node:timers/promises'
import { pngOf } from './ports.mjs'

const SMALL = 3_000
/** Over what an upload may have in memory, so that it is staged. */
const LARGE = 300_000

/** Announced uploads of files of every kind, each under a name of its own. `does`: the verbs of `createAnnounced`. */
export function createFiles({ does, random }) {
  let uploads = 0

  function nextName(name) {
    uploads += 1
    return `${name}-${process.pid}.${uploads}`
  }

  const smallBytes = () => random.bytes(SMALL + random.below(SMALL))
  const largeBytes = () => random.bytes(LARGE + random.below(LARGE))

  return {
    nextName,
    smallBytes,
    largeBytes,
    small: (store, { name = 'small', ...rest } = {}) =>
      does.upload(store, nextName(name), smallBytes(), rest),
    large: (store) => does.upload(store, nextName('large'), largeBytes()),
    picture: (store) => does.upload(store, nextName('picture'), pngOf(random.bytes(SMALL))),
    /** Its digest is another. */
    refused: (store) =>
      does.upload(store, nextName('refused'), random.bytes(LARGE), { sha256: '0'.repeat(64) }),
    async aborted(store) {
      const closing = new AbortController()
      const upload = does.upload(store, nextName('aborted'), random.bytes(LARGE), {
        signal: closing.signal,
      })
      setImmediate()
        .then(setImmediate)
        .then(() => closing.abort())
      await upload
    },
    many(store, count, { broken = false, name = 'many' } = {}) {
      const files = Array.from({ length: count }, (_, index) => ({
        name: nextName(name),
        bytes: random.bytes(index === 1 ? LARGE : SMALL),
      }))
      const between = () => {
        if (broken) throw new Error('The client is gone.')
      }
      return does.uploadMany(store, files, { between })
    },
  }
}

/** That many, all at once. */
export function all(count, make) {
  return Promise.all(Array.from({ length: count }, (_, index) => make(index)))
}

export function ids(assets) {
  return assets.map(({ id }) => id)
}
