import type { Asset } from '../model/assets/asset.ts'
import type { AssetVersion } from '../model/assets/asset-version.ts'
import type { CallOptions } from './call-options.ts'
import type { UpdateOptions } from './update-options.ts'

/** The contents that assets had before `replaceContent` gave them others. */
export interface Versions {
  /** Those of an active asset, the last replaced first: at most 100. `asset_not_found`. */
  list(id: string, options?: CallOptions): Promise<readonly AssetVersion[]>
  /**
   * Gives an active asset the content of one of its versions. The content that it has becomes a version in turn; the name
   * stays. Variants are made anew when they are asked for. `asset_not_found`, `version_not_found`, `changed_meanwhile`,
   * `scan_pending`.
   */
  restore(id: string, versionId: string, options?: UpdateOptions): Promise<Asset>
}
