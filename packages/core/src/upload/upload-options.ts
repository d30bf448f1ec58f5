import type { Asset } from '../assets/asset.ts'
import type { AssetScope } from '../assets/asset-scope.ts'
import type { OnDuplicate } from '../duplicates/on-duplicate.ts'
import type { Principal } from '../keys/api-key.ts'
import type { CallOptions } from '../options/call-options.ts'
import type { OwnData } from '../own-data/own-data.ts'
import type { UploadSource } from '../staging/upload-source.ts'
import type { UploadTicket } from '../tickets/upload-ticket.ts'
import type { PendingOption } from './pending-option.ts'

/**
 * Options of a whole upload, however many files it has. `title`, `alt`, `tags` and `metadata` apply to all files; those
 * of a file win, each as a whole.
 */
export interface UploadManyOptions extends CallOptions, Partial<OwnData> {
  /** Who uploads, kept as `createdBy`. An API key must still be valid when the record is inserted. */
  readonly principal?: Principal
  /**
   * What `tickets.verify` resolved to, in place of a principal; of the same tenant. An upload that exceeds the ticket
   * stores nothing. The insert counts the files, across all uploads and processes. What is refused does not count, nor
   * does a repetition under the same `idempotencyKey`.
   *
   * `file_too_large` above the bytes left, `ticket_exhausted` above the files left, `type_not_allowed`;
   * `ticket_revoked`, or `key_revoked` when its maker was revoked.
   *
   * The tags of the ticket are added to those of the upload, and its `metadata` wins. `invalid_argument` when that
   * makes more than an asset may have.
   */
  readonly ticket?: UploadTicket
  /**
   * 1 … 255 characters, ideally a UUID. Use a new one for each upload: then a retry after a lost answer stores nothing
   * twice.
   *
   * Within 24 hours, the same key with the same names, bytes, own data, folders and external ids, from the same
   * principal, resolves to the assets of the first upload as they are now. `asset_not_found` when one has been purged
   * since. This works even when the quota is used up. With anything else it is `idempotency_conflict`. A refused or
   * failed upload leaves the key unused.
   */
  readonly idempotencyKey?: string
  /**
   * The folder for the files: `folder_not_found` unless it exists when they are stored. With a `ticket` it is that of
   * the ticket; `invalid_argument` for another. Default `null`: none.
   */
  readonly folderId?: string | null
  /**
   * Whether the files wait to be attached or kept, and are purged if they are not. Assets of a repeated upload stay as
   * they are. With a `ticket`, the ticket decides; `invalid_argument` when given. Default: they stay.
   */
  readonly pending?: PendingOption
  /**
   * What happens to a file whose bytes are stored already: `store` stores them again, `return` returns the existing
   * asset, `refuse` refuses the whole upload (`duplicate`). Default: the store's own `onDuplicate`, else `store`.
   *
   * The existing asset is the oldest active, `ready` one with the same SHA-256 that this view of the store reaches. An
   * earlier file of the same upload counts too. With a `ticket`, only an asset with the same `createdBy` as the ticket
   * counts; a ticket that a key made, or that has no `createdBy`, always stores. This is decided when the records are
   * inserted, for all uploads at once: of many that bring the same new file together, one is stored. The returned asset
   * keeps its own name, data and folder. It causes no event, and counts toward no quota or ticket.
   */
  readonly onDuplicate?: OnDuplicate
  /**
   * Only assets with this `createdBy` count as existing for `onDuplicate`, for uploaders who may not see the assets of
   * others. The scope of the view, or a ticket, sets this already and wins. Default: all that this view of the store
   * reaches.
   */
  readonly duplicatesOf?: AssetScope
  /**
   * When the `idempotencyKey` was used before, called with the assets of the first upload, and awaited, before the
   * upload resolves to them. When it throws, the upload rejects. Default: the upload resolves to them.
   */
  readonly onRepeated?: (assets: readonly Asset[]) => void | Promise<void>
  /**
   * Called before the upload resolves, with the existing asset, for each file that `onDuplicate: 'return'` did not
   * store. What it throws goes to the store's `onError`, because the upload is done.
   */
  readonly onReturned?: (asset: Asset, index: number) => void
  /**
   * Minimum size of all files together in bytes, if it is known beforehand. `quota_exceeded` before a byte is read when
   * it does not fit; `source_ended_early` when fewer come. Default 0.
   */
  readonly expectedBytes?: number
  /**
   * Estimated size of all files together in bytes, such as that of a form whose fields are not known yet:
   * `quota_exceeded` before a byte is read when it does not fit. Fewer may come. Default 0.
   */
  readonly estimatedBytes?: number
}
/** Options of `upload`: those of the whole upload, and the file's name and digest. */
export interface UploadOptions extends UploadManyOptions {
  /** The client's file name, sanitised and never used as a path. Default: the `File`'s own name, else `untitled`. */
  readonly name?: string
  /** SHA-256 that the bytes must have, lower-case hex; `digest_mismatch` when they do not. */
  readonly sha256?: string
  /**
   * The id that another system gave the file: 1 to 255 printable characters, kept as they are. Unique in the tenant,
   * including the trash; otherwise `external_id_taken`. Never changes. `invalid_argument` with a `ticket` and within a
   * scope, because a taken id would reveal the files of others. Default `null`: none.
   */
  readonly externalId?: string | null
}

/**
 * One file with its name and digest. `fromPath(…)` returns one, `upload` takes one in place of a source, and
 * `uploadMany` takes several. Options of `upload` win: `upload({ source, name: 'a' }, { name: 'b' })` stores `b`.
 * `title`, `alt`, `tags` and `metadata` describe this file.
 */
export interface UploadInput extends Partial<OwnData> {
  /** The bytes: a buffer, `Blob`, stream, or async iterable of chunks. */
  readonly source: UploadSource
  /** The client's file name, as in `UploadOptions`. */
  readonly name?: string
  /** SHA-256 that the bytes must have, as in `UploadOptions`. */
  readonly sha256?: string
  /** The id that another system gave the file, as in `UploadOptions`. */
  readonly externalId?: string | null
  /** The folder for this file, in place of that of the whole upload. As in `UploadManyOptions`. */
  readonly folderId?: string | null
}
