// Imports a manifest into a store, and tells its parent after each file.
import { createAssetStore, openAssetStore } from '@stowage/core'
import { createFilesystemBlobs } from '@stowage/core/filesystem'
import { fromManifest, importAll } from '@stowage/import'
import { openPostgresMetadata } from '@stowage/postgres'

const { directory, postgres, manifest } = JSON.parse(process.argv[2])
const store =
  postgres === undefined
    ? await openAssetStore({ directory })
    : createAssetStore({
        metadata: await openPostgresMetadata({ connectionString: postgres }),
        blobs: createFilesystemBlobs({ directory }),
      })
const report = await importAll(store, fromManifest(manifest), {
  compare: 'none',
  onProgress: (progress) => process.send({ progress }),
})
await store.close()
process.send({ report }, () => process.disconnect())
