import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { fromPath, openAssetStore } from '@stowage/core'
import { createNodeHandler } from '@stowage/node'

const ROOT = '/api/v1'

/** Stowage with its defaults: sniffing, dimensions, SHA-256, fsync, commits and keys. */
export async function open(directory, { store: options = {}, handler = {}, token: known, when }) {
  const pictures = when && { variants: await thumbnails(when) }
  const store = await openAssetStore({ directory, ...options, ...pictures })
  const { token } = known ? { token: known } : await store.keys.create({ name: 'benchmark' })
  const headers = { authorization: `Bearer ${token}` }

  /** Stores files with these names. */
  async function stored(names) {
    const assets = []
    for (let index = 0; index < names.length; index += 100) {
      assets.push(...(await store.uploadMany(names.slice(index, index + 100).map(fromPath))))
    }
    return assets
  }

  return {
    server: createServer(
      { requestTimeout: 0, headersTimeout: 60_000 },
      createNodeHandler(store, handler),
    ),
    facts: {
      headers,
      path: `${ROOT}/assets`,
      field: 'file',
      bulkPath: `${ROOT}/assets/bulk-upload`,
      bulkField: 'files[]',
    },
    async files(names) {
      const assets = await stored(names)
      return assets.map(({ publicFileId }) => `${ROOT}/files/${publicFileId}/content`)
    },
    /** Stores copies of a file. Resolves to the requests that delete them for good. */
    async deletions(name, count) {
      const assets = await stored(Array.from({ length: count }, () => name))
      const body = { head: JSON.stringify({ asset_ids: assets.map(({ id }) => id) }) }
      const json = { ...headers, 'content-type': 'application/json' }
      return [
        { method: 'POST', path: `${ROOT}/assets/bulk-trash`, headers: json, body },
        { method: 'DELETE', path: `${ROOT}/assets/bulk-permanent`, headers: json, body },
      ]
    },
    /** Resolves when no job is left. */
    async worked() {
      while ((await store.jobs.list({ limit: 1 })).jobs.length > 0) await setTimeout(20)
    },
    async clear() {
      const { assets } = await store.list({ perPage: 100 })
      if (assets.length === 0) return
      const ids = assets.map(({ id }) => id)
      await store.trash(ids)
      await store.purge(ids, { bytes: 'deleted' })
    },
    close: () => store.close(),
  }
}

/** Loaded only where thumbnails are made. */
async function thumbnails(when) {
  const { sharpVariants } = await import('@stowage/sharp')
  return { processor: sharpVariants({ variants: { optimized: false } }), when }
}
