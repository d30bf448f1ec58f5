import type { ApiKeyRecord } from '../model/api-key.ts'
import type { Asset, Timestamp } from '../model/asset.ts'
import type { BlobState } from '../model/blob-state.ts'
import type { MetadataStore } from './metadata-store.ts'

/** Everything that a database of records holds, by kind. */
export interface TransferValues {
  /** By name. `nextSeq`: the insertion number that the next asset gets. */
  readonly tenant: { readonly nextSeq: number }
  readonly key: ApiKeyRecord
  readonly asset: Asset
  /** `deleteAfter` is `null` exactly when the blob is of a record. */
  readonly blob: { readonly state: BlobState; readonly deleteAfter: Timestamp | null }
  /** By the id of an asset that was purged. */
  readonly tombstone: { readonly purgedAt: Timestamp }
  readonly idempotency: {
    readonly digest: string
    readonly ids: readonly string[]
    readonly expiresAt: Timestamp
  }
  readonly lease: { readonly holder: string; readonly until: Timestamp }
}

export type TransferKind = keyof TransferValues

/** One thing that a database holds, or holds no more (`null`). */
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
  /** The mover's own note of where it goes on. */
  readonly cursor: string
}

/**
 * Where a database stands. `serving`: nothing moves. `recording`: in use, and its changes are recorded.
 * `frozen`: refuses writes for a moment. `moved`: refuses writes for ever, another database has taken over.
 */
export interface TransferState {
  readonly phase: 'serving' | 'recording' | 'frozen' | 'moved'
  /** Of the recording; `null` while serving. */
  readonly id: string | null
}

/** How a database that is in use is left for another one. */
export interface TransferSource {
  state(): Promise<TransferState>
  /**
   * From now on every change that any process makes is recorded, until `stop` or `handOver`. Resolves to an
   * id of this recording; to that of the one under way when there is one, or of the one that was handed over.
   */
  record(): Promise<string>
  /**
   * Bytes that the recorded changes take in the database, about; 0 while none are recorded. They grow until
   * `stop` or `handOver`, also when no process moves the records any more.
   */
  recordedBytes(): Promise<number>
  /**
   * What the database holds, page by page, as it is when each page is read: `next` continues, `null` at the
   * end. What changes meanwhile may be among it or not, but is among the changes.
   */
  entries(query: {
    readonly after: string | null
    readonly limit: number
  }): Promise<{ readonly entries: readonly TransferEntry[]; readonly next: string | null }>
  /**
   * What was changed after change number `after` (0: since `record`), the longest unchanged first, each as it
   * is when this is read, from one snapshot, and once however often it was changed. `last` is where to go on.
   * Fewer than `limit` mean that there were no others. `invalid_argument` unless changes are recorded.
   */
  changes(query: {
    readonly after: number
    readonly limit: number
  }): Promise<{ readonly entries: readonly TransferEntry[]; readonly last: number }>
  /**
   * From when it resolves every write of any process is refused as `unavailable`, the methods of the transfer
   * aside, until `thaw` or for so many milliseconds, at most 600,000. `invalid_argument` unless changes are recorded.
   */
  pauseWrites(millis: number): Promise<void>
  /** Ends a freeze. */
  resumeWrites(): Promise<void>
  /**
   * Makes a freeze last for ever and stops recording: another database has taken over. `false`, and nothing
   * is changed, when the freeze has ended, so that there may have been writes since. What was recorded is
   * forgotten after the switch, so that no write waits for it.
   */
  handOver(): Promise<boolean>
  /**
   * Stops recording, ends a freeze, and forgets what was recorded, whichever process began it and whether or not
   * that process is still there. `invalid_argument` once the database was handed over.
   */
  stop(): Promise<void>
}

/** How a database is filled from another one before it is used. */
export interface TransferTarget {
  /** `null` when nothing was ever received. */
  progress(): Promise<TransferProgress | null>
  /**
   * Makes the entries what they are in the other database, whatever they are here, and notes the receipt, in
   * one transaction. Totals, pages and the bytes of tenants follow from the assets. Durable when it resolves.
   * `invalid_argument` when the receipt is of another recording than the one noted, or the database was not
   * empty at the first.
   */
  receive(request: {
    readonly receipt: TransferProgress
    readonly entries: readonly TransferEntry[]
  }): Promise<void>
}

/** Both ends of a move of records to another database while the store is in use. */
export interface Transfer {
  /** To leave this database. */
  readonly source: TransferSource
  /** To fill this database. */
  readonly target: TransferTarget
}

/** Records that can move to another database, or come from one: no part of what a store needs. */
export interface MigratableMetadata extends MetadataStore {
  readonly transfer: Transfer
}
