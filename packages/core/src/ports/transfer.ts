import type { AssetRecord, Timestamp } from '../assets/asset.ts'
import type { AuditEntry } from '../audit/audit-entry.ts'
import type { BlobState } from '../blobs/blob-state.ts'
import type { EventRecord } from '../feed/feed-event.ts'
import type { FolderRecord } from '../folders/folder.ts'
import type { StoredJob } from '../jobs/job.ts'
import type { ApiKeyRecord } from '../keys/api-key.ts'
import type { AttachmentRecord } from '../owners/owner.ts'
import type { StoredUpload } from '../resumable/resumable-upload.ts'
import type { UploadTicketRecord } from '../tickets/upload-ticket.ts'
import type { VersionRecord } from '../versions/asset-version.ts'
import type { DeliveryRecord, WebhookRecord } from '../webhooks/webhook.ts'
import type { MetadataStore } from './metadata-store.ts'

/** Everything that a database holds, by kind of entry. */
export interface TransferValues {
  /** By name. `nextSeq`: the insertion number that the next asset gets. `listKey`: see `AssetRecords.listKey`. */
  readonly tenant: { readonly nextSeq: number; readonly listKey: string }
  readonly key: ApiKeyRecord
  readonly ticket: UploadTicketRecord
  readonly upload: StoredUpload
  /** Folders may come in any order, a folder before its parent too. */
  readonly folder: FolderRecord
  readonly asset: AssetRecord
  /** By its own id. */
  readonly version: VersionRecord
  /** May come before its asset. */
  readonly attachment: AttachmentRecord
  readonly blob: {
    readonly state: BlobState
    /** `null` exactly when the blob is of a record. */
    readonly deleteAfter: Timestamp | null
    /** The tenant whose record named the blob that is to be deleted; `null` when that is not known, or none did. */
    readonly tenant: string | null
  }
  /** By the id of an asset that was purged. `createdBy` is that of the asset. */
  readonly tombstone: { readonly purgedAt: Timestamp; readonly createdBy: string | null }
  readonly idempotency: {
    readonly digest: string
    readonly ids: readonly string[]
    readonly expiresAt: Timestamp
  }
  /** By its number. */
  readonly audit: AuditEntry
  readonly job: StoredJob
  readonly webhook: WebhookRecord
  /** By its number. */
  readonly delivery: DeliveryRecord
  /** By its number. */
  readonly event: EventRecord
  readonly lease: { readonly holder: string; readonly until: Timestamp }
}

/** The kinds of what a database holds. */
export type TransferKind = keyof TransferValues

/** One thing that a database holds, or no longer holds (`null`). */
export type TransferEntry = {
  readonly [Kind in TransferKind]: {
    readonly kind: Kind
    /** Of tombstones and idempotency records, whose keys are a tenant's own; otherwise `null`. */
    readonly tenant: string | null
    readonly key: string
    readonly value: TransferValues[Kind] | null
  }
}[TransferKind]

/** How far a database has been filled from another. */
export interface TransferProgress {
  /** Of the recording from which it is filled; see `TransferSource.record`. */
  readonly id: string
  /** Where the mover continues, in a form of its own. */
  readonly cursor: string
}

/**
 * Where a database stands in a move. `serving`: nothing moves. `recording`: in use, and it records changes.
 * `paused`: it refuses writes for a moment. `moved`: it refuses writes forever; another database has taken over.
 */
export interface TransferState {
  /** `serving`, `recording`, `paused` or `moved`, as above. */
  readonly phase: 'serving' | 'recording' | 'paused' | 'moved'
  /** Of the recording; `null` while serving. */
  readonly id: string | null
}

/** The side of a move that records leave, while the database is in use. */
export interface TransferSource {
  /** Where this database stands in a move. */
  state(): Promise<TransferState>
  /**
   * Records every change that any process makes, from now until `stop` or `handOver`. Resolves to the id of this
   * recording, or of the one under way, or of the one that was handed over. `unavailable` while a tenant is being
   * erased.
   */
  record(): Promise<string>
  /**
   * About how many bytes the recorded changes occupy in the database; 0 while it records none. They grow until
   * `stop` or `handOver`, even when no process moves the records any more.
   */
  recordedBytes(): Promise<number>
  /**
   * What the database holds, page by page, each as of when it is read. `next` continues; `null` at the end. What
   * changes meanwhile may be in a page or not, but is among the changes.
   */
  entries(query: {
    readonly after: string | null
    readonly limit: number
  }): Promise<{ readonly entries: readonly TransferEntry[]; readonly next: string | null }>
  /**
   * What changed after change number `after` (0: since `record`), the longest unchanged first. Each entry comes
   * once, as it is now, all from one snapshot. `last` is where to go on. Fewer than `limit` means that there are
   * no others. `invalid_argument` unless the database records changes.
   */
  changes(query: {
    readonly after: number
    readonly limit: number
  }): Promise<{ readonly entries: readonly TransferEntry[]; readonly last: number }>
  /**
   * Refuses every write of any process as `unavailable`, except those of the transfer. The pause begins when
   * this resolves. It ends with `resumeWrites`, or after `millis` milliseconds (at most 600,000).
   * `invalid_argument` unless the database records changes.
   */
  pauseWrites(millis: number): Promise<void>
  /** Takes writes again. Does nothing when they are not refused. */
  resumeWrites(): Promise<void>
  /**
   * Makes the pause last forever and stops recording: another database has taken over. `false`, and changes
   * nothing, when the pause has ended, for there may have been writes since. Deletes what was recorded after the
   * switch, so that no write waits for it.
   */
  handOver(): Promise<boolean>
  /**
   * Stops the recording of any process, accepts writes again, and deletes the recorded changes.
   * `invalid_argument` once the database was handed over.
   */
  stop(): Promise<void>
}

/** The side of a move that records come to, before the database is in use. */
export interface TransferTarget {
  /** How far the database has been filled; `null` when it has received nothing. */
  progress(): Promise<TransferProgress | null>
  /** Whether the database holds nothing, so that it can be filled. Leases and what sweeps record do not count. */
  isEmpty(): Promise<boolean>
  /**
   * Makes each entry what it is in the other database, and records the progress, in one transaction. Totals, pages and
   * the bytes of tenants follow from the assets. Durable when it resolves. `invalid_argument` when the progress belongs
   * to another recording than the progress so far, or when the database was not empty at first.
   */
  receive(request: {
    readonly progress: TransferProgress
    readonly entries: readonly TransferEntry[]
  }): Promise<void>
}

/** Both sides of a move of records to another database while the store is in use. */
export interface Transfer {
  /** To leave this database. */
  readonly source: TransferSource
  /** To fill this database. */
  readonly target: TransferTarget
}

/** Records that can move to another database, or come from one: not part of what a store needs. */
export interface MigratableMetadata extends MetadataStore {
  /** How the records leave, and how they come in. */
  readonly transfer: Transfer
}
