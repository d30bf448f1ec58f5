import type { Asset } from '../assets/asset.ts'
import type { UpdateOptions } from '../assets/update-options.ts'
import type { CallOptions } from '../options/call-options.ts'
import type { UploadSource } from '../staging/upload-source.ts'
import type { UploadInput } from '../upload/upload-options.ts'
import type { AssetVersion } from './asset-version.ts'
import type { ReplaceContentOptions } from './content-options.ts'

/** The earlier contents of assets, which `replace` keeps. */
export interface Versions {
  /**
   * Gives an active asset new bytes under the same id and the same URLs. Facts, thumbnail and `updatedAt` follow the
   * new bytes; name, folder and own data stay. The old content becomes a version, for as long as the store option
   * `versions` says. A concurrent reader gets either all of the old bytes or all of the new.
   *
   * Bytes that the asset already has change nothing, so a call without `ifMatch` may be repeated after a lost answer. A
   * pending asset stays pending.
   *
   * Rejects as `AssetStore.upload` does. `asset_not_found`, also when trashed. `changed_meanwhile` with `ifMatch`, also
   * when a call whose answer was lost has changed the asset: compare `sha256` then. `scan_pending` while the scan hook
   * holds the asset back.
   *
   * @example
   * ```ts
   * import { openAssetStore, revisionOf } from '@stowage/core'
   *
   * const store = await openAssetStore({ directory: './media', versions: { days: 90 } })
   * const asset = await store.upload(Buffer.from('first'), { name: 'notes.txt' })
   * await store.versions.replace(asset.id, Buffer.from('second'), { ifMatch: revisionOf(asset) })
   * const [before] = await store.versions.list(asset.id)
   * if (before) await store.versions.restore(asset.id, before.id)
   * ```
   */
  replace(
    id: string,
    source: UploadSource | UploadInput,
    options?: ReplaceContentOptions,
  ): Promise<Asset>
  /** Lists the versions of an active asset, the last replaced first: at most 100. `asset_not_found`. */
  list(id: string, options?: CallOptions): Promise<readonly AssetVersion[]>
  /**
   * Gives an active asset the content of one of its versions. Its current content becomes a version in turn; the name
   * stays. Variants are regenerated on request. `asset_not_found`, `version_not_found`, `changed_meanwhile`,
   * `scan_pending`.
   */
  restore(id: string, versionId: string, options?: UpdateOptions): Promise<Asset>
}
