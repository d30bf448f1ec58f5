import { checkOptions, type OptionChecks } from '../../options/check-options.ts'
import type { AssetStore } from '../asset-store.ts'
import { assertServing } from './assert-serving.ts'
import { ASSET_STORE_OPTIONS, type AssetStoreOptions } from './asset-store-options.ts'
import { assembleAssetStore, prepareParts } from './create-asset-store.ts'
import { LOCATION_OPTIONS, partsOf, type StoreLocation } from './store-location.ts'

/** Options of `openAssetStore`: where the store is, and how it behaves. */
export interface OpenAssetStoreOptions extends StoreLocation, AssetStoreOptions {}

const OPTIONS: OptionChecks<OpenAssetStoreOptions> = {
  ...ASSET_STORE_OPTIONS,
  ...LOCATION_OPTIONS,
}

/**
 * Opens the store: in a folder (`directory`), or with separate locations for records and files. Several processes may
 * have it open at once. `close` closes everything that this call opened.
 *
 * `invalid_argument` names every wrong option, or a folder that cannot be written, with its owner and mode.
 * `sqlite_unavailable`, `database_too_new`, `insufficient_storage`. `variants_unavailable` when `variants` cannot
 * make any here. `analysis_unavailable` when a bundler left out the analyzer's libraries. `unavailable` when the
 * database stays locked or cannot be reached, or when the records have moved to another one.
 *
 * With `readOnly` the user only needs to read the folder. It then rejects with `invalid_argument` when there is no
 * store, and `unavailable` when its database must first be migrated.
 */
export async function openAssetStore(options: OpenAssetStoreOptions): Promise<AssetStore> {
  checkOptions<OpenAssetStoreOptions>('openAssetStore', options, OPTIONS)
  const given: OpenAssetStoreOptions = options ?? {}
  const { directory, records, files, staging, sqlite, keepFree, ...others } = given
  const parts = partsOf(given)
  const { readOnly = false, advanced: { clock } = {} } = others
  if (!readOnly) await parts.prepare()
  const prepared = prepareParts(others)
  // Awaited once the database is open. If it does not open, a rejection here must not end the process.
  prepared.catch(() => {})
  const metadata = await parts.records.open({
    readOnly,
    ...(keepFree !== undefined && { keepFree }),
    ...(clock !== undefined && { clock }),
  })
  try {
    await Promise.all([prepared, readOnly ? undefined : assertServing(metadata)])
    const { files: blobs } = parts
    return assembleAssetStore({ ...others, metadata, blobs, staging: parts.staging })
  } catch (error) {
    await metadata.close()
    throw error
  }
}
