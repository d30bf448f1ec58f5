import type { Asset } from '../assets/asset.ts'
import type { PublicForm } from '../location/public-form.ts'
import type { CallOptions } from '../options/call-options.ts'

/** Thumbnails and other named variants of the assets of one tenant. */
export interface StoreVariants {
  /** Names of the variants that the store's processor offers. */
  readonly names: readonly string[]
  /** Whether the asset has the variant, or can have it on request. */
  offers(asset: Asset, name: string): boolean
  /**
   * Resolves to the record with that variant, which is made now if it does not exist yet: only once, however many
   * callers ask, in all processes. `file_not_found` when it cannot be made. `unavailable` when too many are being made,
   * or the attempt proved nothing about the file.
   */
  ensure(asset: Asset | string, name: string, options?: CallOptions): Promise<Asset>
  /**
   * The record, and the variant that everyone may see in place of the original, for `read`, `urls.presign` and
   * `urls.locate`: with the store option `location: 'served'`, a copy without the place where it was taken; `undefined`
   * for the original itself. Makes the copy if it is missing. `file_not_found` when the original names a place and
   * cannot be cleaned.
   */
  publicForm(asset: Asset | string, options?: CallOptions): Promise<PublicForm>
  /**
   * Tries again to make the variants that failed, for example after an update of the processor or of its limits.
   * Resolves to the record with what was made; `failedVariants` counts one more attempt for each that failed again.
   * `asset_not_found`; `file_not_found` when the asset is not `ready`; `unavailable` when the attempt proved nothing.
   */
  retry(asset: Asset | string, options?: CallOptions): Promise<Asset>
}
