import type {
  AssetOwnData,
  CopyAssetQuery,
  UploadAssetQuery,
  UploadFromUrlQuery,
} from '../generated/openapi.ts'
import type { CallOptions } from '../request/client-options.ts'

/** How much of an upload was sent, in bytes of its files. */
export interface UploadProgress {
  /** Falls back to 0 when the upload is tried again. */
  readonly loaded: number
  readonly total: number
}

/** Data about the files of an upload: `title`, `alt` and `external_id` are for the first file, the others for all. */
export interface UploadFields extends AssetOwnData {
  readonly folder_id?: string | null | undefined
  /** What another system calls the file: unique in the tenant, else `external_id_taken`. */
  readonly external_id?: string | undefined
}

/** What an upload by URL takes besides the URL. */
export interface UrlUploadOptions extends CallOptions {
  /** Default: what the host or the URL says. */
  readonly name?: string | undefined
  readonly folder_id?: string | null | undefined
  /** As for an upload. */
  readonly idempotencyKey?: string | undefined
  /** As for an upload. */
  readonly onDuplicate?: 'store' | 'return' | 'refuse' | undefined
  readonly query?: UploadFromUrlQuery | undefined
}

/** What `copy` takes. */
export interface CopyOptions extends CallOptions {
  /** Default: the name of the asset. */
  readonly name?: string | undefined
  /** Default: the folder of the asset. */
  readonly folder_id?: string | null | undefined
  /** As for an upload. */
  readonly idempotencyKey?: string | undefined
  readonly query?: CopyAssetQuery | undefined
}

/** What an upload takes besides its files. */
export interface UploadOptions extends CallOptions {
  /** Called while bytes are sent, and once when the service has stored them. Sent is not stored. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined
  /**
   * At most 255 characters of ASCII without quotes. The same key with the same files within 24 hours stores nothing
   * twice, also from another process. Default: a new one for each call, the same for all of its attempts.
   */
  readonly idempotencyKey?: string | undefined
  /**
   * What happens to a file whose bytes are already stored: `store` it once more, `return` the existing asset, or
   * `refuse` the upload (`duplicate`). Default: the setting of the service.
   */
  readonly onDuplicate?: 'store' | 'return' | 'refuse' | undefined
  /**
   * Token of an upload ticket (`stt_…`), sent in place of the client's own token. A ticket cannot read, so leave out
   * `query.sign`.
   */
  readonly ticket?: string | undefined
  /** The folder for the files, and data about them. */
  readonly fields?: UploadFields | undefined
  readonly query?: UploadAssetQuery | undefined
}
