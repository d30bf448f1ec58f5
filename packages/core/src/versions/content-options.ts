import type { UpdateOptions } from '../assets/update-options.ts'
import type { Principal } from '../keys/api-key.ts'
import type { CallOptions } from '../options/call-options.ts'
import type { UploadManyOptions } from '../upload/upload-options.ts'

/** Options of `versions.replace`. */
export interface ReplaceContentOptions extends UpdateOptions {
  /** The name that the asset gets; sanitised. Default: its name stays, whatever the new file is called. */
  readonly name?: string
  /** SHA-256 that the bytes must have, lower-case hex; `digest_mismatch` when they do not. */
  readonly sha256?: string
  /** Who replaces. A key must still be valid when the record changes: `key_revoked`. */
  readonly principal?: Principal
  /** Minimum size of the file in bytes, if it is known beforehand. `source_ended_early` when fewer come. Default 0. */
  readonly expectedBytes?: number
  /** Estimated size of the file in bytes. As in `UploadManyOptions`. Default 0. */
  readonly estimatedBytes?: number
}

/** Options of `copy`. */
export interface CopyAssetOptions extends CallOptions {
  /** Default: the name of the asset. */
  readonly name?: string
  /** The folder for the copy; `null`: none. Default: that of the asset. `folder_not_found`. */
  readonly folderId?: string | null
  /** Who copies, kept as `createdBy`. As in `UploadManyOptions`. */
  readonly principal?: Principal
  /** Makes a repetition harmless. As in `UploadManyOptions`. */
  readonly idempotencyKey?: string
  /** Called with what an earlier copy with the same key stored. As in `UploadManyOptions`. */
  readonly onRepeated?: NonNullable<UploadManyOptions['onRepeated']>
}
