import type { Asset } from '../model/assets/asset.ts'
import type { CallOptions } from './call-options.ts'

/** Thumbnails and other named variants of the assets of one tenant. */
export interface StoreVariants {
  /** What the store's variant processor offers. */
  readonly names: readonly string[]
  /** Whether the asset has the variant, or can have it when it is asked for. */
  offers(asset: Asset, name: string): boolean
  /**
   * The record with that variant, which is made now when it is not there yet: once, however many ask, in
   * all processes. `file_not_found` when it cannot be made, `unavailable` when too many are being made, or
   * nothing was learned of the file.
   */
  ensure(asset: Asset | string, name: string, options?: CallOptions): Promise<Asset>
  /**
   * Tries once more to make the variants that failed, now: after an update of the processor, or of its limits.
   * Resolves to the record with what was made, and with one attempt more in `failedVariants` of what was not.
   * `asset_not_found`, `file_not_found` when it is not `ready`, `unavailable` when nothing was learned.
   */
  retry(asset: Asset | string, options?: CallOptions): Promise<Asset>
}
