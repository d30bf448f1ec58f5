import type { Asset } from '../../model/assets/asset.ts'
import type { AssetScope } from '../../model/assets/asset-scope.ts'
import type { OnDuplicate } from '../../model/assets/on-duplicate.ts'
import type { Principal } from '../../model/keys/api-key.ts'
import type { UploadTicket } from '../../model/keys/upload-ticket.ts'
import type { OwnData } from '../../model/own-data/own-data.ts'
import type { UploadSource } from '../../staging/upload-source.ts'
import type { CallOptions } from '../call-options.ts'
import type { PendingOption } from './pending-option.ts'

/**
 * Options of a whole upload, however many files it has. `title`, `alt`, `tags` and `metadata` are for all files; those of
 * a file win, each as a whole.
 */
export interface UploadManyOptions extends CallOptions, Partial<OwnData> {
  /** Who uploads. Kept as `createdBy`; a key among them must still be valid when the record is inserted. */
  readonly principal?: Principal
  /**
   * What `tickets.verify` resolved to, in place of a principal; of the same tenant. The upload stores no more than the
   * ticket allows, or nothing. It counts with the insert, across all uploads and processes; what is refused does not
   * count, nor does a repetition under the same `idempotencyKey`.
   *
   * `file_too_large` above the bytes left, `ticket_exhausted` above the files left, `type_not_allowed`; `ticket_revoked`,
   * or `key_revoked` when its maker was revoked.
   *
   * The tags of the ticket are added to those of the upload, and its `metadata` win. `invalid_argument` when that makes
   * more than an asset may have.
   */
  readonly ticket?: UploadTicket
  /**
   * 1 … 255 characters, best a UUID. Use a new one for each upload: then a retry after a lost answer stores
   * nothing twice.
   *
   * Within 24 hours, the same key with the same names, bytes, own data and folder, by the same principal, resolves to the
   * assets of the first upload as they are now. `asset_not_found` when one was purged since. This works even
   * when the quota is used up. With anything else it is `idempotency_conflict`. A refused or failed
   * upload leaves the key unused.
   */
  readonly idempotencyKey?: string
  /**
   * The folder that the files come to lie in: `folder_not_found` unless it is there when they are stored. With a
   * `ticket` it is that of the ticket; `invalid_argument` for another. Default `null`: in none.
   */
  readonly folderId?: string | null
  /**
   * Whether the files wait to be attached or kept, and are purged if they are not. Replayed assets stay as they are. With
   * a `ticket` it is that of the ticket; `invalid_argument` when given. Default: they stay.
   */
  readonly pending?: PendingOption
  /**
   * What becomes of a file whose bytes are stored already: `store` them once more, `return` the asset there is, or
   * `refuse` the whole upload (`duplicate`). Default: the store's own `onDuplicate`, else `store`.
   *
   * The oldest active asset with the same SHA-256 counts, when it is `ready` and this view of the store reaches it; with a
   * `ticket` only one that was uploaded in the same name (`createdBy`), and a ticket that a key made or that has no
   * `createdBy` always stores. An earlier file of the same upload counts too. This
   * is decided when the records are inserted, for all uploads at once: of many that bring the same new file together, one
   * is stored. What is returned keeps its own name, data and folder. It makes no event, and counts on no quota or ticket.
   */
  readonly onDuplicate?: OnDuplicate
  /**
   * Only assets with this `createdBy` count as being there for `onDuplicate`: for uploaders who may not see those of
   * others. A scope or a ticket says so already, and wins. Default: all that this view of the store reaches.
   */
  readonly duplicatesOf?: AssetScope
  /**
   * Called, and awaited, when an `idempotencyKey` was used before: with the assets of the first upload, before they are
   * the answer. What it throws rejects the upload. Default: they are the answer.
   */
  readonly onRepeated?: (assets: readonly Asset[]) => void | Promise<void>
  /**
   * Called before the upload resolves for each file that `onDuplicate: 'return'` did not store: the asset there is. What it
   * throws goes to the store's `onError`: the upload is done.
   */
  readonly onReturned?: (asset: Asset, index: number) => void
  /**
   * Bytes that all files together have at least, where that is known beforehand. `quota_exceeded` before a byte is read
   * when they do not fit; `source_ended_early` when fewer come. Default 0.
   */
  readonly expectedBytes?: number
  /**
   * Bytes that all files together have by estimate, such as those of a form, whose fields are not known yet:
   * `quota_exceeded` before a byte is read when they do not fit. Fewer may come. Default 0.
   */
  readonly estimatedBytes?: number
}
/** Options of `upload`: those of the whole upload, and the file's name and digest. */
export interface UploadOptions extends UploadManyOptions {
  /** The client's file name. Data: sanitised, never a path. Default: the `File`'s own name, else `untitled`. */
  readonly name?: string
  /** SHA-256 that the bytes must have, lower-case hex; `digest_mismatch` when they have not. */
  readonly sha256?: string
  /**
   * What another system calls the file: 1 to 255 printable characters, kept as they are. Unique in the tenant, the trash
   * included: else `external_id_taken`. Never changes. `invalid_argument` with a `ticket` and within a scope: that it is
   * taken would tell of others' files. Default `null`: none does.
   */
  readonly externalId?: string | null
}

/**
 * One file with its name and digest. `fromPath(…)` returns one, `upload` takes one in place of a source, and
 * `uploadMany` takes several. Options of `upload` win: `upload({ source, name: 'a' }, { name: 'b' })` stores `b`.
 * `title`, `alt`, `tags` and `metadata` are what is said about this file.
 */
export interface UploadInput extends Partial<OwnData> {
  /** The bytes: a buffer, `Blob`, stream, or async iterable of chunks. */
  readonly source: UploadSource
  /** The client's file name, as in `UploadOptions`. */
  readonly name?: string
  /** SHA-256 that the bytes must have, as in `UploadOptions`. */
  readonly sha256?: string
  /** What another system calls the file, as in `UploadOptions`. */
  readonly externalId?: string | null
  /** The folder that this file comes to lie in, in place of that of the whole upload. As in `UploadManyOptions`. */
  readonly folderId?: string | null
}
