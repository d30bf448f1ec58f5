import { join, resolve } from 'node:path'
import type { AssetStore } from '../asset-store/asset-store.ts'
import { assertWritable, makeWritableFolder } from '../filesystem/io/writable.ts'
import { DATABASE } from '../maintenance/backup/database-file.ts'
import { checkOptions, type OptionChecks, required } from '../options/check-options.ts'
import { integer, oneOf, path } from '../options/checks.ts'
import type { SqliteDriver } from '../sqlite/driver/driver.ts'
import { ASSET_STORE_OPTIONS, type AssetStoreOptions } from './asset-store-options.ts'
import { assembleAssetStore, prepareParts } from './create-asset-store.ts'

/** Options of `openAssetStore`: a folder, a SQLite, and everything of `AssetStoreOptions`. */
export interface OpenAssetStoreOptions extends AssetStoreOptions {
  /** Holds the database and the files. Made when it does not exist, unless `readOnly`. Must be on a local disk. */
  readonly directory: string
  /**
   * Bytes that uploads leave free on the volume, so that a full one can still be emptied. They are refused as
   * `insufficient_storage` before; deletions go on. 0: none. Default 64 MiB, or a tenth of a volume smaller than
   * 640 MiB.
   */
  readonly keepFree?: number
  /** Which SQLite. Default `auto`: better-sqlite3 when it loads, else `node:sqlite`. */
  readonly sqlite?: SqliteDriver | 'auto'
}

const OPTIONS: OptionChecks<OpenAssetStoreOptions> = {
  ...ASSET_STORE_OPTIONS,
  directory: required(path),
  keepFree: integer(0, Number.MAX_SAFE_INTEGER),
  sqlite: oneOf('auto', 'better-sqlite3', 'node:sqlite'),
}

/**
 * Opens the store in a folder: SQLite and plain files. Several processes may have it open at once.
 *
 * `invalid_argument` names an option that is wrong, or a folder that cannot be written, with its owner and
 * mode. `sqlite_unavailable`, `database_too_new`, `insufficient_storage`. `variants_unavailable` when
 * `variants` can make none here. `analysis_unavailable` when a bundler left out the analyzer's libraries.
 * `unavailable` when the database stays locked.
 *
 * With `readOnly` the user needs to read the folder only. Then it is `invalid_argument` when the folder holds
 * no store, and `unavailable` when its database must first be migrated.
 */
export async function openAssetStore(options: OpenAssetStoreOptions): Promise<AssetStore> {
  checkOptions<OpenAssetStoreOptions>('openAssetStore', options, OPTIONS)
  const { directory, keepFree, sqlite = 'auto', ...others } = options
  const [{ openSqliteMetadata }, { createFilesystemBlobs }] = await Promise.all([
    import('../sqlite/metadata/open-sqlite-metadata.ts'),
    import('../filesystem/blobs/blobs.ts'),
  ])
  const root = resolve(directory)
  const kept = keepFree === undefined ? {} : { keepFree }
  const { clock, readOnly = false } = options
  if (!readOnly) await makeFolders(root)
  const prepared = prepareParts(others)
  // Awaited once the database is open. When it does not open, a rejection here must not end the process.
  prepared.catch(() => {})
  const metadata = await openSqliteMetadata({
    file: join(root, DATABASE),
    driver: sqlite,
    readOnly,
    ...kept,
    ...(clock !== undefined && { clock }),
  })
  try {
    await prepared
    return assembleAssetStore({
      ...others,
      metadata,
      blobs: createFilesystemBlobs({ directory: root, ...kept }),
    })
  } catch (error) {
    await metadata.close()
    throw error
  }
}

/** The folder, and those that an earlier process has made in it, perhaps as another user. */
async function makeFolders(root: string): Promise<void> {
  await makeWritableFolder('directory', root)
  for (const name of ['blobs', 'staging', 'quarantine']) {
    await assertWritable('directory', join(root, name))
  }
}
