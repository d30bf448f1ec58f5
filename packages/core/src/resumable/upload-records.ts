import type { AssetScope } from '../assets/asset-scope.ts'
import type { Piece } from '../blobs/piece-store.ts'
import type { Enqueueing } from '../jobs/job.ts'
import type { Quota } from '../usage/quota.ts'
import type { UploadRecord, UploadRefusal } from './resumable-upload.ts'

/** An upload to store: the port adds its state and its times. */
export interface NewUpload
  extends Pick<
    UploadRecord,
    | 'id'
    | 'tenant'
    | 'kind'
    | 'name'
    | 'size'
    | 'createdBy'
    | 'ticketId'
    | 'keyId'
    | 'owner'
    | 'terms'
    | 'storage'
    | 'blobKey'
  > {
  /** The folder of `terms` counts as unknown out of it. `null`: all of the tenant. */
  readonly scope: AssetScope | null
  /** Milliseconds that it lasts without progress. */
  readonly lifetime: number
  /** What the tenant may have in all, as for `assets.insert`. */
  readonly quota: Quota | null
  /** The most unfinished uploads with the same `owner`, and in the tenant, this one included. */
  readonly limits: { readonly owner: number; readonly tenant: number }
}

/** An upload and where its bytes are. */
export interface PiecedUpload {
  readonly upload: UploadRecord
  /** In order, without gaps. */
  readonly pieces: readonly Piece[]
}

/** What the holder of an upload names it by. */
export interface UploadHold {
  readonly id: string
  readonly fence: number
}

/** Which uploads `list` returns. */
export interface UploadQuery {
  readonly tenant: string
  /** Only those with its `createdBy`. `null`: all of the tenant. */
  readonly scope: AssetScope | null
  /** The newest first, those made before this id. `null`: from the newest. */
  readonly before: string | null
  /** 1 … 1000. */
  readonly limit: number
}

/** Progress of an upload that is held. */
export interface UploadAdvance extends Enqueueing, UploadHold {
  readonly tenant: string
  /** Bytes that are durable now: at least as many as before. */
  readonly to: number
  /** What replaces the pieces from `pieces[0].start` on. They end at `to`. Empty: they stay. */
  readonly pieces: readonly Piece[]
  /** The size, where it was not known. Default: as before. */
  readonly size?: number
  /** Milliseconds that the hold lasts from now. */
  readonly lease: number
  /** As for `assets.insert`. Checked when the upload begins to count. */
  readonly quota: Quota | null
  /** Whether all bytes are there, so that it becomes an asset next. `size` is known and equals `to` then. */
  readonly isFull: boolean
}

/** How an upload ends without an asset. */
export interface UploadEnd {
  readonly tenant: string
  readonly id: string
  /**
   * `refused`: by the holder with this `fence`. `removed`: whoever holds it. `expired`: nobody holds it, and its time is
   * over.
   */
  readonly as:
    | { readonly state: 'refused'; readonly fence: number; readonly refusal: UploadRefusal }
    | { readonly state: 'removed' | 'expired' }
}

/**
 * Uploads whose bytes come over several requests: role `uploads` of a `MetadataStore`, whose rules hold for every
 * method. `assets.insert` ends an upload that becomes an asset.
 *
 * An upload is unfinished while it is `receiving` or `finishing`. From its first byte until an hour without progress it
 * counts against the quota with its size, or with its bytes so far while the size is not known.
 */
export interface UploadRecords {
  /**
   * Stores a new upload, `receiving` at offset 0. Takes one file off its ticket (a partial upload: none), and its size
   * once that is known. A final upload takes over what its partial uploads took, and counts in their place.
   *
   * `unavailable` while the tenant is being erased; `invalid_argument` when the id is taken; `key_revoked`;
   * `ticket_revoked`; `ticket_exhausted`; `folder_not_found`; `too_many_uploads` (`context.limit`, `context.of`);
   * `quota_exceeded` when its size does not fit, or when unfinished uploads of the same `owner` would have more than a
   * quarter of the quota together. `upload_not_found` (`context.ids`) when a partial upload of it is not full, or has
   * another `createdBy` or `ticketId`.
   */
  create(upload: NewUpload): Promise<UploadRecord>
  /** In any state but `removed`. `null` when unknown, or another tenant's. */
  get(query: { readonly tenant: string; readonly id: string }): Promise<UploadRecord | null>
  /** In any state but `removed`, the newest first. */
  list(query: UploadQuery): Promise<readonly UploadRecord[]>
  /**
   * Gives the right to write to whoever asks: `fence` is one higher, and the hold lasts for `lease` milliseconds unless
   * it is renewed. `null` while another holds it: that one is asked to let go. `upload_not_found` unless it is
   * unfinished; partial uploads that are full can be held, too.
   */
  hold(request: {
    readonly tenant: string
    readonly id: string
    readonly lease: number
  }): Promise<PiecedUpload | null>
  /**
   * Gives holds a new end. Resolves to the ids of those that still are, in the order given; of these, `asked` are those
   * that another asks for.
   */
  renew(request: { readonly holds: readonly UploadHold[]; readonly lease: number }): Promise<{
    readonly held: readonly string[]
    readonly asked: readonly string[]
  }>
  /** Lets go. Holds that are lost are left alone. */
  release(request: { readonly holds: readonly UploadHold[] }): Promise<void>
  /**
   * Records progress, and renews the hold. The upload expires its whole lifetime from now, but with a ticket at most a
   * day after that has expired. The reservation of its blob key lasts as long. `upload_locked` when the hold is lost;
   * `quota_exceeded`, `ticket_exhausted` when it begins to count, or grows without a known size, and does not fit.
   */
  advance(request: UploadAdvance): Promise<UploadRecord>
  /**
   * Ends an unfinished upload without an asset, and gives the ticket back what it took. Resolves to what is left to
   * delete. `null`, and changes nothing, when it is not unfinished, or the condition of its end does not hold.
   */
  end(request: UploadEnd): Promise<PiecedUpload | null>
  /**
   * What a sweep has to look at, the longest due first: unfinished ones whose time is over, full ones that nobody has
   * finished for a minute, ended ones whose pieces are to be deleted or which are to be forgotten. Not those that are
   * held.
   */
  listDue(request: { readonly limit: number }): Promise<readonly UploadRecord[]>
  /** Where the bytes of an upload in any state are. `null` when it is unknown. */
  pieces(query: { readonly tenant: string; readonly id: string }): Promise<PiecedUpload | null>
  /**
   * Records that the pieces of ended uploads are deleted. Forgets those that were removed, and those whose end is a day
   * ago. Leaves alone unfinished ones.
   */
  settle(request: { readonly ids: readonly string[] }): Promise<void>
  /** Of these texts, those that are neither the `storage` nor the `blobKey` of an upload with pieces to keep or delete. */
  filterUnknown(names: readonly string[]): Promise<readonly string[]>
}
