import type { Readable } from 'node:stream'
import type { AssetEvents } from '../events/events.ts'
import type { Keys } from '../keys/keys.ts'
import type { Hold } from '../maintenance/hold.ts'
import type { Principal } from '../model/api-key.ts'
import type { Asset, AssetChanges } from '../model/asset.ts'
import type { PresignOptions } from '../ports/blob-store.ts'
import type { ByteRange } from '../ports/staging.ts'
import type { UploadSource } from '../staging/upload-source.ts'
import type { BackupOptions, BackupReport } from './backup-report.ts'
import type { StoreLimits } from './limits.ts'
import type { VerifyOptions, VerifyReport } from './verify-report.ts'

/** `signal` aborts the call: it rejects with the signal's reason and leaves nothing behind. */
export interface CallOptions {
  readonly signal?: AbortSignal
}

export interface PurgeOptions extends CallOptions {
  /**
   * When `purge` resolves: `later`, after its commit, while the bytes are deleted in the background; or
   * `deleted`, when those bytes are gone. With `deleted` it rejects as `unavailable` when they cannot be deleted
   * now, and with the signal's reason when it is aborted meanwhile; the assets stay purged all the same,
   * and a sweep deletes the bytes. Of assets that an earlier call has purged it tells nothing. Default `later`.
   */
  readonly bytes?: 'later' | 'deleted'
}

export interface UploadManyOptions extends CallOptions {
  /** Who uploads. Kept as `createdBy`; a key among them must still be valid when the record is inserted. */
  readonly principal?: Principal
  /**
   * 1 … 255 characters, best a UUID, a new one for each upload: so that a retry after a lost answer stores
   * nothing twice. The same key with the same names and bytes, within 24 hours, by the same principal,
   * resolves to the assets of then as they are now (`asset_not_found` when one was purged since), even
   * when the quota is used up; with other names or bytes it is `idempotency_conflict`. A refused or failed
   * upload leaves the key unused.
   */
  readonly idempotencyKey?: string
  /**
   * Bytes that the files will have at least, as far as that is known beforehand, for example from
   * `Content-Length`: `quota_exceeded` before a byte is read when they do not fit. Default 0.
   */
  readonly expectedBytes?: number
}

export interface UploadOptions extends UploadManyOptions {
  /** The client's file name. Data: sanitised, never a path. Default: the `File`'s own name, else `untitled`. */
  readonly name?: string
  /** SHA-256 that the bytes must have, lower-case hex; `digest_mismatch` when they have not. */
  readonly sha256?: string
}

/** One file of `uploadMany`. */
export interface UploadInput {
  readonly source: UploadSource
  readonly name?: string
  readonly sha256?: string
}

export interface ListOptions extends CallOptions {
  /** From 1. Default 1. */
  readonly page?: number
  /** 1 … 100. Default 24. */
  readonly perPage?: number
  /** `true` lists the trash instead. Default `false`. */
  readonly trashed?: boolean
}

/** One page, newest first, with the exact total of the same moment. */
export interface AssetPage {
  readonly assets: readonly Asset[]
  readonly page: number
  readonly perPage: number
  readonly total: number
  /** At least 1, also when the list is empty. */
  readonly lastPage: number
}

export interface ReadOptions extends CallOptions {
  /** Default: the whole file. */
  readonly range?: ByteRange
  /** Name of a variant, made now when it is not there yet. Default: the original. */
  readonly variant?: string
}

export interface PresignedFileOptions extends CallOptions, Omit<PresignOptions, 'mimeType'> {
  /** Name of a variant, made now when it is not there yet. Default: the original. */
  readonly variant?: string
  /** Default: that of the file. */
  readonly mimeType?: string
}

/** The bytes of an asset, or of a variant or a window of it. */
export interface AssetFile {
  readonly asset: Asset
  readonly mimeType: string
  /** Bytes of the whole file, whatever the window. */
  readonly size: number
  readonly sha256: string
  readonly range: ByteRange
  /**
   * As the blob store gave it: bytes for small windows, which others may be given too and nobody may change,
   * else a stream that must be consumed or destroyed.
   */
  readonly body: Uint8Array | Readable
  /** `body` as a stream. Call one of `stream` and `bytes`, once. */
  stream(): Readable
  /** `body` in memory. Mind the size. */
  bytes(): Promise<Uint8Array>
}

export interface SweepReport {
  /** Assets that were in the trash for longer than `trash.retentionDays`. */
  readonly purged: number
  /** Blob keys that were due, whether or not there was still a blob: abandoned uploads, unused keys, second deletions. */
  readonly blobs: number
  /** Staging files of processes that are gone. */
  readonly stagingFiles: number
  /** `true` when another process was sweeping, so that nothing but staging was swept here. */
  readonly skipped: boolean
  /**
   * `true` when nothing was purged by its age, because the clock may have leapt: no sweep took place at
   * least a minute ago, or none lately. See `AssetStore.sweep`.
   */
  readonly retentionPostponed: boolean
}

/**
 * Stores files and their records, for one tenant. Safe to use from any number of callers at once, and
 * from several processes on one database. All methods reject with a `StowageError`, or with the
 * signal's reason when aborted: `invalid_argument` (`context.argument`) when an argument is not of the
 * documented form, `closed` after `close`.
 */
export interface AssetStore {
  readonly tenant: string
  /** Whether every change is refused as `unavailable`. */
  readonly readOnly: boolean
  readonly limits: StoreLimits
  readonly keys: Keys

  /**
   * Stores one file, also one given as `fromPath(…)`. When it resolves, bytes and record are durable; when it
   * rejects, there is neither. `source_failed` when the source throws, with that as the `cause`.
   */
  upload(source: UploadSource | UploadInput, options?: UploadOptions): Promise<Asset>
  /**
   * Stores all files or none, in one transaction, in the order given. Takes the files one after the
   * other, so an async iterable may produce each only when it is asked for; when the iterable throws,
   * nothing is stored. Refusals of content (type, digest, scan) are collected over all files:
   * `upload_refused` with `errors`; any other error ends the upload at once. `context.index` tells the file.
   */
  uploadMany(
    files: Iterable<UploadInput> | AsyncIterable<UploadInput>,
    options?: UploadManyOptions,
  ): Promise<readonly Asset[]>

  /** The active asset. `asset_not_found` when unknown, another tenant's, or trashed. */
  get(id: string, options?: CallOptions & { readonly trashed?: 'include' }): Promise<Asset>
  /** The active asset behind a file URL. */
  getByPublicFileId(publicFileId: string, options?: CallOptions): Promise<Asset>
  /** The same whatever its tenant: for apps where whoever knows a file URL may fetch it. */
  getPublic(publicFileId: string, options?: CallOptions): Promise<Asset>
  list(options?: ListOptions): Promise<AssetPage>
  /** Every asset, newest first, a page in memory at a time. Assets added meanwhile may be missed, none comes twice. */
  iterate(options?: Pick<ListOptions, 'trashed' | 'signal'>): AsyncIterable<Asset>
  /** Changes an active asset. `updatedAt` moves only when something differs. */
  update(id: string, changes: AssetChanges, options?: CallOptions): Promise<Asset>

  /** Moves assets to the trash, all or none. Trashing what is trashed changes nothing. Resolves to what moved. */
  trash(ids: string | readonly string[], options?: CallOptions): Promise<readonly Asset[]>
  /** Moves assets back out of the trash, all or none. */
  restore(ids: string | readonly string[], options?: CallOptions): Promise<readonly Asset[]>
  /**
   * Deletes trashed assets for good, all or none. `not_trashed`, `asset_not_found`. Ids purged within the
   * last 24 hours count as done, whatever became of their bytes. From its commit on nothing gives record or
   * bytes. The bytes are deleted right afterwards in the background: in batches, again after pauses while the
   * storage fails, up to 500 ms after `close`, and what is left by a sweep. A hold postpones it.
   */
  purge(ids: string | readonly string[], options?: PurgeOptions): Promise<void>

  /** Names of the variants that the store was given a processor for. */
  readonly variantNames: readonly string[]
  /** Whether the asset has the variant, or can have it when it is asked for. */
  offersVariant(asset: Asset, name: string): boolean
  /**
   * The record with that variant, which is made now when it is not there yet: once, however many ask, in
   * all processes. `file_not_found` when it cannot be made, `unavailable` when too many are being made, or
   * nothing was learned of the file.
   */
  withVariant(asset: Asset | string, name: string, options?: CallOptions): Promise<Asset>
  /**
   * Tries once more to make the variants that failed, now: after an update of the processor, or of its limits.
   * Resolves to the record with what was made, and with one attempt more in `failedVariants` of what was not.
   * `asset_not_found`, `file_not_found` when it is not `ready`, `unavailable` when nothing was learned.
   */
  retryVariants(asset: Asset | string, options?: CallOptions): Promise<Asset>
  /**
   * Opens the bytes of an active, `ready` asset, else `file_not_found`. Takes an `Asset` to spare the look-up: then
   * nothing tells whether it was trashed since, and a small file that another process has purged may still be in
   * this one's memory.
   */
  read(asset: Asset | string, options?: ReadOptions): Promise<AssetFile>
  /**
   * Where the bytes that `read` would open lie, for a web server that sends them in the app's place: a path
   * below the store's directory, with `/`. `null` when blobs are no plain files. `file_not_found` as `read`,
   * also of a variant that is not there yet. Nobody but the store may write there.
   */
  locate(asset: Asset, options?: { readonly variant?: string }): string | null

  /**
   * A URL at which the blob store itself gives the bytes to whoever has it, until it expires; `null` when
   * its blobs have no address of their own. For the same assets as `read`.
   */
  presign(asset: Asset | string, options: PresignedFileOptions): Promise<string | null>

  /**
   * The late verdict on an asset that the scan hook held back: `clean` makes it `ready`, `infected` makes it
   * `failed`. Also reaches trashed ones.
   */
  resolveScan(id: string, verdict: 'clean' | 'infected', options?: CallOptions): Promise<Asset>
  /**
   * Purges what was in the trash for too long (`trash`), and removes what crashed or abandoned uploads
   * left and is past its grace time. Runs by itself too; one at a time, whatever the number of processes.
   * Callers share a sweep under way: `signal` ends the waiting, not the sweep. Every part has its turn, also
   * after another one failed; then it rejects with the first failure.
   *
   * Only sweeps that follow each other for a minute or more, each within twice `sweepEvery` (at least 1 hour)
   * of the one before, purge by age: a clock that leaps must not empty the trash. With `sweepEvery: false` the
   * span is 25 hours: call it daily, or twice a minute apart.
   */
  sweep(options?: CallOptions): Promise<SweepReport>
  /**
   * Compares records, blobs and staging of all tenants, while the store is in use: lost, cut and rotten files,
   * orphans, stale staging. Only reports, unless it is told to repair, which deletes no blob and can be
   * undone by hand. `repair_refused` when too much would go, `unavailable` while another repair runs.
   */
  verify(options?: VerifyOptions): Promise<VerifyReport>
  /** Postpones the deletion of blobs, in all processes, while you copy the store; see `docs/backup.md`. */
  hold(options?: CallOptions): Promise<Hold>
  /**
   * Copies the store, while it is in use, into a folder that `openAssetStore` opens. When it rejects, an
   * earlier backup there is as whole as before. One at a time, in all processes: else `unavailable`.
   */
  backup(options: BackupOptions): Promise<BackupReport>
  /**
   * Calls `listener` after each commit of that kind, of any tenant, without waiting for it; its errors go
   * to `onError`. Returns what takes it off again.
   */
  on<Name extends keyof AssetEvents>(
    event: Name,
    listener: (event: AssetEvents[Name]) => unknown,
  ): () => void
  /** Resolves when both records and files answer, as of the last second at most; else `unavailable`, or `closed`. */
  ping(): Promise<void>
  /** The same store as another tenant sees it. */
  forTenant(tenant: string): AssetStore
  /**
   * Refuses new calls, waits for those under way (for code of the app no longer than `closeTimeout`), frees
   * every resource. Idempotent; closes all tenants' views.
   */
  close(): Promise<void>
}
