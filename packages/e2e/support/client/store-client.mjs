import { inChunks } from '../load/content.mjs'

/**
 * The verbs of `createApiClient` on a store in this process. Adds what only an embedding app can do: give `upload` a
 * `signal`, a `principal`, or files that arrive in chunks, with `pause` between them.
 */
export function createStoreClient(store) {
  return {
    async upload(files, { principal, signal, inPieces = files.length > 1, pause } = {}) {
      const source = ({ bytes }) => (inPieces ? inChunks(bytes, pause) : bytes)
      if (files.length > 1 || signal !== undefined) {
        const sources = files.map((file) => ({ name: file.name, source: source(file) }))
        return store.uploadMany(sources, { signal })
      }
      const [file] = files
      const { name, sha256 } = file
      return [await store.upload(source(file), { name, principal, ...(inPieces && { sha256 }) })]
    },
    list: (options) => store.list(options),
    get: (id) => store.get(id),
    /** The bytes, and the checksum that the store says they have. */
    async read({ id }, { variant, start, end } = {}) {
      const file = await store.read(id, {
        ...(variant !== undefined && { variant }),
        ...(start !== undefined && { range: { start, end } }),
      })
      const { size, sha256, asset } = file
      return { bytes: await file.bytes(), size, sha256, asset }
    },
    variantsOf: (asset) =>
      store.variants.names.filter((name) => store.variants.offers(asset, name)),
    update: (id, changes) => store.update(id, changes),
    trash: (ids) => store.trash(ids),
    restore: (ids) => store.restore(ids),
    purge: (ids) => store.purge(ids),
  }
}
