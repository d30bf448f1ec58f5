import type { Asset } from '../assets/asset.ts'
import type { AssetScope } from '../assets/asset-scope.ts'
import type { DirectLayout, PresignedPart, StoredPart } from '../blobs/piece-store.ts'
import type { OnDuplicate } from '../duplicates/on-duplicate.ts'
import type { Principal } from '../keys/api-key.ts'
import type { CallOptions } from '../options/call-options.ts'
import type { OwnData } from '../own-data/own-data.ts'
import type { UploadSource } from '../staging/upload-source.ts'
import type { UploadTicket } from '../tickets/upload-ticket.ts'
import type { PendingOption } from '../upload/pending-option.ts'
import type { ResumableUpload, UploadKind } from './resumable-upload.ts'

/** Who asks: a ticket reaches only the uploads that were made with it. */
export interface UploaderOptions extends CallOptions {
  /** The ticket in place of a principal; of the same tenant. It may have expired since the upload was made. */
  readonly ticket?: UploadTicket
}

/** What a new upload will be. */
export interface CreateUploadOptions extends UploaderOptions, Partial<OwnData> {
  /** Who uploads, kept as `createdBy`. An API key must still be valid at the end. */
  readonly principal?: Principal
  /** The client's file name, sanitised and never used as a path. Default `untitled`. */
  readonly name?: string
  /** Bytes of the file; `null`: said later, at the latest with the last ones. For a `final`, leave it out. */
  readonly size?: number | null
  /** Default `whole`. */
  readonly kind?: UploadKind
  /**
   * For a `final`: the ids of finished partial uploads of the same uploader, 1 … 100, in order. Their bytes are
   * concatenated.
   */
  readonly partials?: readonly string[]
  /** As in `UploadManyOptions`. */
  readonly folderId?: string | null
  /** As in `UploadOptions`. */
  readonly externalId?: string | null
  /** As in `UploadManyOptions`. */
  readonly pending?: PendingOption
  /** As in `UploadManyOptions`. */
  readonly onDuplicate?: OnDuplicate
  /** As in `UploadManyOptions`. */
  readonly duplicatesOf?: AssetScope
  /**
   * Whether its client puts the bytes to the blob store itself, with `presignParts` and `complete` in place of `append`.
   * Such an upload is `whole`, has a `size`, and lasts for its lifetime from now. Default: not.
   */
  readonly direct?: DirectUpload
  /** SHA-256 that the whole file must have, lower-case hex; `digest_mismatch` at the end when it does not. */
  readonly sha256?: string
  /** Milliseconds that it lasts without progress: 3,600,000 (1 h) … 604,800,000 (7 d). Default 86,400,000 (24 h). */
  readonly lifetimeMs?: number
  /** A text of at most 16 KiB that is kept with the upload, and means nothing to the store. Default: none. */
  readonly note?: string
}

/** A digest of the bytes of one `append`. */
export interface AppendDigest {
  readonly algorithm: 'sha1' | 'sha256' | 'crc32'
  /** Lower-case hex. */
  readonly value: string
}

/** Which bytes come. */
export interface AppendOptions extends UploaderOptions {
  /** Where they belong. `offset_mismatch` (`context.offset`) unless it is the offset of the upload. */
  readonly offset: number
  /** The bytes. When it fails or ends early, those that came are kept, unless there is a `digest`. */
  readonly source: UploadSource
  /** The size of the whole file, where it was not known. `length_mismatch` for another than before. */
  readonly size?: number
  /** Whether the file ends where the source ends: then its size is known. `length_mismatch` for another. Default `false`. */
  readonly isLast?: boolean
  /** What the bytes must have: otherwise none is kept, and it is `checksum_mismatch`. Default: not compared. */
  readonly digest?: AppendDigest
  /** SHA-256 that the whole file must have, lower-case hex; `digest_mismatch` at the end. Default: that of `create`. */
  readonly sha256?: string
  /** Milliseconds to wait for the asset when the last byte is stored: 0 … 600,000. Default 25,000. */
  readonly waitMs?: number
  /** Called, and not awaited, whenever more bytes are stored. */
  readonly onProgress?: (offset: number) => void
}

/** Options of `uploads.resume`. */
export interface ResumeUploadOptions extends UploaderOptions {
  /** Milliseconds to wait for the asset when all bytes are stored: 0 … 600,000. Default 25,000. */
  readonly waitMs?: number
}

/** What an upload came to. */
export interface AppendedUpload {
  /** `finishing` when the asset was not stored within `waitMs`: ask again with `resume`. */
  readonly upload: ResumableUpload
  /** The asset, when the upload is `done` and it still exists within this view. Partial uploads have none. */
  readonly asset: Asset | null
}

/** Options of `uploads.list`. */
export interface ListUploadsOptions extends CallOptions {
  /** The `next` of the page before. Default: from the newest. */
  readonly after?: string | null
  /** 1 … 1000. Default 100. */
  readonly limit?: number
}

/** How the client of a direct upload puts its bytes. */
export interface DirectUpload {
  /** Bytes of each part; the blob store refuses what it cannot take. Default: the blob store decides. */
  readonly partSize?: number
}

/** Options of `uploads.presignParts`. */
export interface PresignPartsOptions extends UploaderOptions {
  /** The parts to put, from 1: at most 50. */
  readonly numbers: readonly number[]
  /** Seconds that the URLs are valid: 1 … 604,800. Default 900 (15 min). */
  readonly expiresIn?: number
}

/** The parts of a direct upload. */
export interface UploadParts extends DirectLayout {
  /** The parts that the blob store has, by number. */
  readonly stored: readonly Pick<StoredPart, 'number' | 'start' | 'size'>[]
}

/** Some uploads. */
export interface UploadPage {
  /** The newest first: unfinished ones, and those that ended within the last day. */
  readonly uploads: readonly ResumableUpload[]
  /** Continues; `null`: no others follow. */
  readonly next: string | null
}

/**
 * Uploads that survive interruptions: their bytes come over any number of requests, to any process of the store. In a
 * scoped store only uploads of the scope exist. An upload lasts for its lifetime without progress, and is forgotten a
 * day after its end. Unfinished ones: at most 100 for each ticket and scope, 10,000 for each tenant.
 *
 * All methods but `list` reject with `upload_not_found` when there is no such upload for the caller, and with
 * `upload_expired` when its time is over. `invalid_argument` where the blob store cannot keep pieces of files.
 */
export interface Uploads {
  /** Whether the blob store can keep pieces of files, so that there are resumable uploads. */
  readonly isAvailable: boolean
  /** Whether clients can put bytes to the blob store themselves. Only S3 lets them. */
  readonly isDirectAvailable: boolean
  /**
   * Begins an upload. Rejects as `upload` does with what is known now, so that nothing is sent in vain: `file_too_large`,
   * `quota_exceeded`, `ticket_exhausted`, `folder_not_found` and so on; also `too_many_uploads`. A ticket's file and
   * bytes are taken now, and given back when no asset comes of it. Partial uploads take no file of a ticket.
   *
   * A `final` becomes an asset by `resume`.
   *
   * @example
   * ```ts
   * import { openAssetStore } from '@stowage/core'
   *
   * const store = await openAssetStore({ directory: './media' })
   * const { id } = await store.uploads.create({ name: 'hello.txt', size: 11 })
   * await store.uploads.append(id, { offset: 0, source: Buffer.from('hello ') })
   * // Later, perhaps in another process.
   * const { upload } = await store.uploads.resume(id)
   * const { offset } = upload
   * const source = Buffer.from('hello world').subarray(offset)
   * const { asset } = await store.uploads.append(id, { offset, source })
   * console.log(asset?.id)
   * ```
   */
  create(options?: CreateUploadOptions): Promise<ResumableUpload>
  /** How far an upload is. Does not wait for one that is written at the moment. */
  get(id: string, options?: UploaderOptions): Promise<ResumableUpload>
  /** Lists uploads. */
  list(options?: ListUploadsOptions): Promise<UploadPage>
  /**
   * Appends bytes. Stops an older `append` to the same upload, of whichever process, which keeps what it has; after 5
   * seconds in vain it is `upload_locked`. Resolves when all bytes are durable; with the last one, when the asset is
   * stored, or after `waitMs`.
   *
   * `offset_mismatch`, `length_mismatch`, `checksum_mismatch`, `upload_finished`; `file_too_large` when more bytes come
   * than the upload has. `source_failed`, with the bytes kept that came before. With the last byte also as `upload`
   * does. What refuses the content or the uploader ends the upload: the same error comes again until it is forgotten.
   * After `unavailable`, `insufficient_storage` and the like, ask `resume`, and go on from its offset.
   */
  append(id: string, options: AppendOptions): Promise<AppendedUpload>
  /**
   * Makes sure that the upload can go on: stops an `append` under way (`upload_locked` as there), and finishes what has
   * all its bytes. What refused the upload rejects.
   */
  resume(id: string, options?: ResumeUploadOptions): Promise<AppendedUpload>
  /**
   * URLs to which the client of a direct upload puts parts, each with exactly its bytes. May be asked for again, and a
   * part may be put again, until the upload is complete or over: then the URLs change nothing. `upload_finished` once all
   * bytes are stored; `invalid_argument` for a number that the file does not have, and for an upload that is not direct.
   */
  presignParts(id: string, options: PresignPartsOptions): Promise<readonly PresignedPart[]>
  /** How a direct upload is cut, and which parts the blob store has of the right size. Rejects as `presignParts`. */
  parts(id: string, options?: UploaderOptions): Promise<UploadParts>
  /**
   * Makes an asset of a direct upload, as `append` does with the last byte. The blob store is asked for the parts first:
   * `length_mismatch` when one is missing or has another size. The bytes are read back and looked at before there is an
   * asset. A second call has the same result.
   */
  complete(id: string, options?: ResumeUploadOptions): Promise<AppendedUpload>
  /** Gives an upload up and deletes its bytes. `upload_finished` once it is done. A second call is `upload_not_found`. */
  remove(id: string, options?: UploaderOptions): Promise<void>
}
