import type { AssetEvents } from '../events/events.ts'
import type { Asset, AssetChanges } from '../model/asset.ts'
import type { UploadSource } from '../staging/upload-source.ts'
import type { CallOptions } from './call-options.ts'
import type { Keys } from './keys.ts'
import type { StoreLimits } from './limits.ts'
import type { AssetPage, ListOptions } from './list-options.ts'
import type { PurgeOptions } from './purge-options.ts'
import type { AssetFile, PresignedFileOptions, ReadOptions } from './read-options.ts'
import type { StoreMaintenance } from './store-maintenance.ts'
import type { StoreVariants } from './store-variants.ts'
import type { UploadInput, UploadManyOptions, UploadOptions } from './upload-options.ts'

/**
 * Stores files and their records, for one tenant. Safe to use from any number of callers at once, and
 * from several processes on one database. All methods reject with a `StowageError`, or with the
 * signal's reason when aborted: `invalid_argument` (`context.argument`) when an argument is not of the
 * documented form, `closed` after `close`.
 */
export interface AssetStore {
  /** The tenant whose assets and keys this view of the store reaches. */
  readonly tenant: string
  /** Whether every change is refused as `unavailable`. */
  readonly readOnly: boolean
  /** The limits in force: those of the options, with the defaults for the rest. */
  readonly limits: StoreLimits
  /** API keys: create, verify, list, revoke. */
  readonly keys: Keys
  /** Thumbnails and other variants of assets. */
  readonly variants: StoreVariants
  /** Sweep, verify, back up and hold the whole store. */
  readonly maintenance: StoreMaintenance

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
  /** The active asset behind a file URL. `asset_not_found` as `get`. */
  getByPublicFileId(publicFileId: string, options?: CallOptions): Promise<Asset>
  /** Like `getByPublicFileId`, but ignores the tenant. For apps with public file URLs. */
  getPublic(publicFileId: string, options?: CallOptions): Promise<Asset>
  /**
   * One page of the active assets or of the trash, newest first, with the exact total. The cost does not grow
   * with the list.
   */
  list(options?: ListOptions): Promise<AssetPage>
  /** Every asset, newest first, a page in memory at a time. Assets added meanwhile may be missed, none comes twice. */
  iterate(options?: Pick<ListOptions, 'trashed' | 'signal'>): AsyncIterable<Asset>
  /** Changes an active asset. `updatedAt` moves only when something differs. `asset_not_found`. */
  update(id: string, changes: AssetChanges, options?: CallOptions): Promise<Asset>

  /**
   * Moves assets to the trash, all or none. Resolves to those that moved; assets in the trash stay as they are.
   * `asset_not_found` with `context.ids`, `too_many_ids` above `limits.idsPerRequest`.
   */
  trash(ids: string | readonly string[], options?: CallOptions): Promise<readonly Asset[]>
  /**
   * Moves assets back out of the trash, all or none. Resolves to those that moved. `asset_not_found` with
   * `context.ids`, `too_many_ids`.
   */
  restore(ids: string | readonly string[], options?: CallOptions): Promise<readonly Asset[]>
  /**
   * Deletes trashed assets for good, all or none. `not_trashed`, `asset_not_found`. An id that was purged
   * within the last 24 hours counts as done. From the commit on, no call returns the record or the bytes.
   *
   * The bytes are deleted in the background, in batches. A batch that fails is tried again after a pause, up
   * to 500 ms after `close`. The sweep deletes what is left. A hold postpones the deletion.
   */
  purge(ids: string | readonly string[], options?: PurgeOptions): Promise<void>

  /**
   * Opens the bytes of an active, `ready` asset, else `file_not_found`. Takes an `Asset` to spare the look-up: then
   * nothing tells whether it was trashed since, and a small file that another process has purged may still be in
   * this one's memory.
   */
  read(asset: Asset | string, options?: ReadOptions): Promise<AssetFile>
  /**
   * Where the bytes that `read` would open lie, for a web server that sends them in the app's place: a path
   * below the store's directory, with `/`. `null` when blobs are no plain files. `file_not_found` as `read`,
   * also of a variant that is not there yet. Only the store may write there.
   */
  locate(asset: Asset, options?: { readonly variant?: string }): string | null

  /**
   * A URL at which the blob store itself serves the bytes, without a key, until it expires. `null` when its
   * blobs have no address of their own. For the same assets as `read`.
   */
  presign(asset: Asset | string, options: PresignedFileOptions): Promise<string | null>

  /**
   * The late verdict on an asset that the scan hook held back: `clean` makes it `ready`, `infected` makes it
   * `failed`. Also reaches trashed ones.
   */
  resolveScan(id: string, verdict: 'clean' | 'infected', options?: CallOptions): Promise<Asset>
  /**
   * Calls `listener` after each commit of that kind, of any tenant, without waiting for it. Its errors go to
   * `onError`. Returns a function that removes the listener.
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
