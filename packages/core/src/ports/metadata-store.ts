import type { AssetRecords } from '../assets/asset-records.ts'
import type { AuditRecords } from '../audit/audit-records.ts'
import type { BlobLedger } from '../blobs/blob-ledger.ts'
import type { EventRecords } from '../feed/event-records.ts'
import type { FolderRecords } from '../folders/folder-records.ts'
import type { JobRecords } from '../jobs/job-records.ts'
import type { ApiKeyRecords } from '../keys/api-key-records.ts'
import type { LeaseRecords } from '../leases/lease-records.ts'
import type { SweepRecords } from '../maintenance/sweep-records.ts'
import type { OwnerRecords } from '../owners/owner-records.ts'
import type { UploadRecords } from '../resumable/upload-records.ts'
import type { ErasureRecords } from '../tenants/erasure-records.ts'
import type { TicketRecords } from '../tickets/ticket-records.ts'
import type { VersionRecords } from '../versions/version-records.ts'
import type { WebhookRecords } from '../webhooks/webhook-records.ts'

/** The records belong to this store alone; see `claimAlone`. */
export interface StoreClaim {
  /** Lets others in again. Idempotent. */
  release(): Promise<void>
}

/**
 * Everything that a store keeps besides the bytes, by role.
 *
 * Every method that writes is one transaction: all of it or nothing, durable when it resolves. It is
 * serialisable against every other write of any process on the same database, of any role. A read sees every
 * write that resolved before it began.
 *
 * Rejections are `StowageError`s: `unavailable` means that nothing changed, `outcome_unknown` that the commit
 * itself was cut off. After `close` every method is `closed`.
 *
 * The database's own clock decides everything that depends on the time. A method reads it once, in the
 * transaction that decides, after it has its locks; the docstrings call that reading "now". Callers pass
 * durations in milliseconds, so their clocks decide nothing. For tests, a port may read a given clock
 * instead.
 */
export interface MetadataStore {
  /** The records of assets. */
  readonly assets: AssetRecords
  /** The folders for assets. */
  readonly folders: FolderRecords
  /** Which assets belong to which records of the app. */
  readonly owners: OwnerRecords
  /** The API keys. */
  readonly apiKeys: ApiKeyRecords
  /** The upload tickets. */
  readonly tickets: TicketRecords
  /** Uploads whose bytes come over several requests. */
  readonly uploads: UploadRecords
  /** The contents that assets had before they were replaced. */
  readonly versions: VersionRecords
  /** Which blob keys are in use. Never bytes. */
  readonly blobs: BlobLedger
  /** Who may do what only one process may do at a time. */
  readonly leases: LeaseRecords
  /** When sweeps took place. */
  readonly sweeps: SweepRecords
  /** Who did what, for the writes that ask to be recorded. */
  readonly audit: AuditRecords
  /** Work in the background. */
  readonly jobs: JobRecords
  /** Endpoints that are told of events, and what they are told. */
  readonly webhooks: WebhookRecords
  /** What happened, for the writes that ask to be recorded. */
  readonly events: EventRecords
  /** Deletes whole tenants. */
  readonly erasures: ErasureRecords
  /**
   * Writes a copy of everything, as it is at one moment, into this existing directory, under a name of the port's own.
   * The copy replaces an older one at once and is durable when the call resolves. Reads and writes go on meanwhile. An
   * abort leaves the older copy. Absent where the database has tools of its own for that.
   */
  backup?(directory: string, options?: { readonly signal?: AbortSignal }): Promise<void>
  /**
   * Claims the records for this store alone, for work during which no other store may change them. `unavailable` when
   * another store, of this or another process, has them open for writing. No other can open them for writing until
   * `release`, `close` or the end of this process; where a database notices that end only by a clock, up to 3 minutes
   * longer. Stores that only read do not count. Absent where a database cannot know.
   */
  claimAlone?(): Promise<StoreClaim>
  /** Finishes the writes under way and lets go of every resource. Idempotent. */
  close(): Promise<void>
}
