import { join, resolve } from 'node:path'
import { makeDirectory } from '../filesystem/make-directory.ts'
import type { SqliteEngine } from '../sqlite/engine.ts'
import type { AssetStore } from './asset-store.ts'
import { type AssetStoreOptions, createAssetStore } from './create-asset-store.ts'
import { DATABASE } from './database-file.ts'

export interface OpenAssetStoreOptions extends AssetStoreOptions {
  /** Holds the database and the files. Made when it does not exist, unless `readOnly`. Must be on a local disk. */
  readonly directory: string
  /** Which SQLite. Default `auto`: better-sqlite3 when it loads, else `node:sqlite`. */
  readonly sqlite?: SqliteEngine | 'auto'
}

/**
 * Opens the store in a folder: SQLite and plain files. Several processes may have it open at once.
 * `sqlite_unavailable`, `database_too_new`, `insufficient_storage`, `unavailable` when the database stays
 * locked. With `readOnly` it is enough that the user can read the folder; `invalid_argument` when there is no
 * store in it, `unavailable` when its database must first be migrated.
 */
export async function openAssetStore(options: OpenAssetStoreOptions): Promise<AssetStore> {
  const { directory, sqlite = 'auto', ...others } = options
  const [{ openSqliteMetadata }, { createFilesystemBlobs }] = await Promise.all([
    import('../sqlite.ts'),
    import('../filesystem.ts'),
  ])
  const root = resolve(directory)
  const { readOnly = false } = options
  if (!readOnly) await makeDirectory(root)
  const metadata = await openSqliteMetadata({
    file: join(root, DATABASE),
    engine: sqlite,
    readOnly,
  })
  try {
    return createAssetStore({
      ...others,
      metadata,
      blobs: createFilesystemBlobs({ directory: root }),
    })
  } catch (error) {
    await metadata.close()
    throw error
  }
}
