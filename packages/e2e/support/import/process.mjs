// Imports a manifest into a store, and tells its parent after each file.
import { openAssetStore } from '@stowage/core'
import { fromManifest, importAll } from '@stowage/import'
import { postgres } from '@stowage/postgres'

const { directory, url, manifest } = JSON.parse(process.argv[2])
const store = await openAssetStore({
  directory,
  ...(url !== undefined && { records: postgres({ url }) }),
})
const report = await importAll(store, fromManifest(manifest), {
  compare: 'none',
  onProgress: (progress) => process.send({ progress }),
})
await store.close()
process.send({ report }, () => process.disconnect())
