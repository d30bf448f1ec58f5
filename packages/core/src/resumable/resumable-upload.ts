import type { Timestamp } from '../assets/asset.ts'
import type { Piece } from '../blobs/piece-store.ts'
import type { OnDuplicate } from '../duplicates/on-duplicate.ts'
import type { ErrorCode } from '../errors/error-contexts.ts'
import type { Principal } from '../keys/api-key.ts'
import type { OwnData } from '../own-data/own-data.ts'

/** The longest note of an upload, in bytes of UTF-8: 16 KiB, as much as the headers of a request may have. */
export const MAX_UPLOAD_NOTE: number = 16 * 1024
/** The most partial uploads that one final upload joins. */
export const MAX_PARTIALS = 100
/** The most pieces that an unfinished upload may have. */
export const MAX_PIECES = 10_000

/**
 * `whole`: its bytes become an asset. `partial`: its bytes wait for a `final`, and are no asset. `final`: it gets the
 * bytes of finished partial uploads, in order.
 */
export type UploadKind = 'whole' | 'partial' | 'final'

/**
 * `receiving`: bytes may come. `finishing`: all bytes are stored, and it is about to become an asset. `done`: it is an
 * asset; or it is a partial upload, and all its bytes are stored. `refused`: its content or its uploader was refused.
 */
export type UploadStatus = 'receiving' | 'finishing' | 'done' | 'refused'

/** Why an upload was refused: the error that is given again until the upload is forgotten. */
export interface UploadRefusal {
  readonly code: ErrorCode
  readonly message: string
  readonly context: Readonly<Record<string, unknown>>
}

/** A file whose bytes come over several requests. */
export interface ResumableUpload {
  /** UUIDv7. */
  readonly id: string
  readonly tenant: string
  readonly kind: UploadKind
  /** The name that the asset gets. */
  readonly name: string
  /** Bytes; `null`: not known yet. */
  readonly size: number | null
  /**
   * Bytes that are stored, and that no crash takes away. While the upload is `finishing` this is its `size`; an answer
   * to a client must not say so before it is `done`, because clients take that for success.
   */
  readonly offset: number
  readonly status: UploadStatus
  /** The asset that it became; `null`: none. */
  readonly assetId: string | null
  /** Why it was refused; `null`: it was not. */
  readonly refusal: UploadRefusal | null
  /** What its asset gets as `createdBy`. */
  readonly createdBy: string | null
  /** The uploads that a `final` joins, in order; else empty. */
  readonly partials: readonly string[]
  /** The text that its creator gave; `null`: none. */
  readonly note: string | null
  readonly createdAt: Timestamp
  /** When it expires unless bytes come. Once it has ended: when it is forgotten. */
  readonly expiresAt: Timestamp
}

/**
 * States of an upload in the records. `expired`: nobody finished it in time. `removed`: its uploader gave it up. The
 * others as in `UploadStatus`, except that a partial upload stays `receiving` until it is removed or expires.
 */
export type UploadState = UploadStatus | 'expired' | 'removed'

/** What the asset of an upload gets, and in whose name. No statement of a database looks at it. */
export interface UploadTerms {
  /** The principal that made the upload; `null`: a ticket, or none. */
  readonly principal: Pick<Principal, 'kind' | 'id'> | null
  /** Whether a scope or a ticket fixes `createdBy`. */
  readonly isScoped: boolean
  readonly folderId: string | null
  readonly externalId: string | null
  /** Hours that the asset is pending; `null`: it stays. */
  readonly pendingHours: number | null
  /** `null`: the default of the store. */
  readonly onDuplicate: OnDuplicate | null
  /** Only assets with this `createdBy` count as existing; `undefined` as in `UploadManyOptions`. */
  readonly duplicatesOf: { readonly createdBy: string | null } | null
  /** SHA-256 that the bytes must have, lower-case hex; `null`: any. */
  readonly sha256: string | null
  readonly own: Partial<OwnData>
  readonly partials: readonly string[]
  readonly note: string | null
}

/** What a database keeps of an upload, besides its pieces. */
export interface UploadRecord {
  readonly id: string
  readonly tenant: string
  readonly kind: UploadKind
  readonly state: UploadState
  readonly name: string
  readonly size: number | null
  readonly offset: number
  /** What its asset gets as `createdBy`. */
  readonly createdBy: string | null
  /** Id of the ticket that it was made with; `null`: none. */
  readonly ticketId: string | null
  /** Id of the API key that made it or its ticket, which must stay valid; `null`: none. */
  readonly keyId: string | null
  /** Whose unfinished uploads are counted together; `null`: only those of the tenant are. */
  readonly owner: string | null
  readonly terms: UploadTerms
  /** What `PieceStore.begin` resolved to. */
  readonly storage: string
  /** The reserved blob key that its bytes go under; `null` where pieces are put at the end. */
  readonly blobKey: string | null
  /** Counts its holders: the last one has this number. 0: nobody has held it. */
  readonly fence: number
  readonly assetId: string | null
  readonly refusal: UploadRefusal | null
  readonly createdAt: Timestamp
  /** When it expires, or expired; once it has ended: when it is forgotten. */
  readonly expiresAt: Timestamp
  /** Whether its pieces were deleted after its end. */
  readonly isCleared: boolean
}

/** An upload with all that a database keeps of it. */
export interface StoredUpload extends UploadRecord {
  /** Milliseconds that it lasts without progress. */
  readonly lifetime: number
  /** When it ends at the latest; `null`: whenever there is no more progress. */
  readonly endsBy: Timestamp | null
  /** Until when its last holder has it; `null`: nobody has. */
  readonly holdUntil: Timestamp | null
  /** Whether another asks its holder to let go. */
  readonly isAsked: boolean
  /** What its ticket gets back when no asset comes of it. */
  readonly taken: { readonly files: number; readonly bytes: number }
  /** Bytes that count against the quota, and until when they do; `null`: nothing counts. */
  readonly counted: { readonly bytes: number; readonly until: Timestamp } | null
  /** When a sweep has to look at it. */
  readonly dueAt: Timestamp
  readonly pieces: readonly Piece[]
}
