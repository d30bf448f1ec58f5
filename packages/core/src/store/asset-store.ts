import type { Asset, AssetChanges } from '../assets/asset.ts'
import type { AssetReference, GetOptions } from '../assets/get-options.ts'
import type { PurgeOptions } from '../assets/purge-options.ts'
import type { AssetFile, ReadOptions } from '../assets/read-options.ts'
import type { StoreView, ViewOptions } from '../assets/store-view.ts'
import type { UpdateOptions } from '../assets/update-options.ts'
import type { ErrorContexts } from '../errors/error-contexts.ts'
import type { ListenerEvents } from '../events/store-events.ts'
import type { ChangeFeed } from '../feed/change-feed.ts'
import type { AssetFilter } from '../filters/asset-filters.ts'
import type {
  AssetCursorPage,
  AssetPage,
  CursorListOptions,
  ListOptions,
} from '../finding/list-options.ts'
import type { Folders } from '../folders/folders.ts'
import type { JobsIn } from '../jobs/jobs.ts'
import type { Keys } from '../keys/keys.ts'
import type { MatchingAssets } from '../matching/matching.ts'
import type { SelectedAssets } from '../matching/selected.ts'
import type { CallOptions } from '../options/call-options.ts'
import type { Owners } from '../owners/owners.ts'
import type { StorePictures } from '../pictures/store-pictures.ts'
import type { Uploads } from '../resumable/uploads.ts'
import type { StoreUrls } from '../signing/store-urls.ts'
import type { UploadSource } from '../staging/upload-source.ts'
import type { Tickets } from '../tickets/tickets.ts'
import type { UploadInput, UploadManyOptions, UploadOptions } from '../upload/upload-options.ts'
import type { StoreUsage } from '../usage/usage.ts'
import type { StoreVariants } from '../variants/store-variants.ts'
import type { CopyAssetOptions } from '../versions/content-options.ts'
import type { Versions } from '../versions/versions.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import type { StoreAdmin } from './store-admin.ts'

/**
 * Stores files and their records, for one tenant. Safe to use from any number of callers at once, and
 * from several processes on one database.
 *
 * A method that fails rejects with a `StowageError`, or with the signal's reason when aborted.
 * {@link ErrorContexts} lists all codes. Any method may reject with `invalid_argument` (`context.argument`) when an
 * argument is not of the documented form, `closed` after `close`, and `unavailable` when the database or the
 * blob store does not answer.
 *
 * @example
 * ```ts
 * import { fromPath, openAssetStore } from '@stowage/core'
 *
 * const store = await openAssetStore({ directory: './media' })
 * const { id } = await store.upload(fromPath('photo.jpg'))
 * const { assets, total } = await store.list({ perPage: 10 })
 * console.log(`${total} assets, the newest is ${assets[0]?.name}`)
 * const file = await store.read(id)
 * file.stream().pipe(process.stdout)
 * await store.trash(id)
 * await store.purge(id)
 * ```
 */
export interface AssetStore {
  /** What this view of the store reaches: its tenant and scope, whether it is read-only, the limits. */
  readonly view: StoreView
  /** Folders for assets: create, find, rename, move, delete. */
  readonly folders: Folders
  /** Replaces the content of assets; lists and restores their earlier contents. */
  readonly versions: Versions
  /** Attaches assets to the records of the app that they belong to: add, remove, list. */
  readonly owners: Owners
  /** API keys: create, verify, list, revoke. */
  readonly keys: Keys
  /** Upload tickets, with which browsers upload without a key: create, verify, revoke. */
  readonly tickets: Tickets
  /** Uploads that survive interruptions: begin, append, resume, give up. */
  readonly uploads: Uploads
  /** Work in the background: define it, enqueue it, look at it, retry it. */
  readonly jobs: JobsIn<AssetStore>
  /** URLs that are told of what happens. */
  readonly webhooks: Webhooks
  /** Thumbnails and other variants of assets. */
  readonly variants: StoreVariants
  /** Pictures for pages: `srcset` in several widths and formats. */
  readonly pictures: StorePictures
  /** Access to files without a key: signed URLs, presigned URLs of the blob store, paths. */
  readonly urls: StoreUrls
  /** What happened, in the order of the commits, of all processes. `on` tells only what this process did. */
  readonly events: ChangeFeed
  /** For operators, jobs and other systems: tenants, audit trail, import, sweep, verify, backup. */
  readonly admin: StoreAdmin

  /**
   * Stores one file. It may also be given as `fromPath(…)`, or as `fromUrl(…)` of `@stowage/from-url`. When the call
   * resolves, bytes and record are durable. When it rejects, neither is kept; only after `outcome_unknown` may both
   * exist.
   *
   * - The file: `file_too_large`, `type_not_allowed`, `digest_mismatch`, `file_rejected`.
   * - The tenant, the key or the ticket: `quota_exceeded`, `key_revoked`, `ticket_revoked`, `ticket_exhausted`.
   * - The folder: `folder_not_found`.
   * - Existing assets: `duplicate` with `onDuplicate: 'refuse'`, `external_id_taken`.
   * - The idempotency key: `idempotency_conflict`; `asset_not_found` when the first upload has been purged since.
   * - The source: `source_failed`, with what it threw as the `cause`; `source_ended_early`. `invalid_argument` when the
   *   file of `fromPath` cannot be read.
   * - The machine: `insufficient_storage`; `unavailable` (also for a failed hook, and a store that is `readOnly`),
   *   `reservation_lost`: try again. `outcome_unknown`: send the file again with the same idempotency key.
   *   `variants_unavailable`, `analysis_unavailable` when the installation lacks libraries.
   *
   * @example
   * ```ts
   * import { isStowageError, openAssetStore } from '@stowage/core'
   *
   * const store = await openAssetStore({ directory: './media', allow: ['text/*'] })
   * try {
   *   const asset = await store.upload(Buffer.from('hello'), { name: 'hello.txt' })
   *   console.log(asset.id, asset.mimeType, asset.size)
   * } catch (error) {
   *   if (!isStowageError(error, 'type_not_allowed')) throw error
   *   console.log('refused:', error.context.mimeType)
   * }
   * ```
   */
  upload(source: UploadSource | UploadInput, options?: UploadOptions): Promise<Asset>
  /**
   * Stores all files or none, in one transaction, in the order given. Takes the files one after the
   * other, so an async iterable may produce each only when it is asked for; when the iterable throws,
   * nothing is stored.
   *
   * Rejects as `upload` does, with `context.index` where an error is about one file. `type_not_allowed`,
   * `digest_mismatch` and `file_rejected` are collected over all files. A single refusal rejects with its own code;
   * several reject as `upload_refused`, whose `errors` holds them. Any other error ends the upload at once. Also
   * `file_missing` without a file, and `too_many_files` above `limits.filesPerUpload`.
   */
  uploadMany(
    files: Iterable<UploadInput> | AsyncIterable<UploadInput>,
    options?: UploadManyOptions,
  ): Promise<readonly Asset[]>

  /**
   * Finds an active asset by its id, by the identifier in its file URLs (`publicFileId`), or by the id that another
   * system gave it (`externalId`). `asset_not_found` when it is unknown, another tenant's, or trashed; with a
   * `publicFileId` it is `file_not_found`. To find files by their bytes, use `list({ filter: { sha256 } })`.
   *
   * @example
   * ```ts
   * import { openAssetStore } from '@stowage/core'
   *
   * const store = await openAssetStore({ directory: './media', onDuplicate: 'return' })
   * await store.upload(Buffer.from('hello'), { name: 'hello.txt', externalId: 'old-cms/17' })
   * const { id } = await store.get({ externalId: 'old-cms/17' })
   * console.log((await store.get(id)).name)
   * ```
   */
  get(asset: string | AssetReference, options?: GetOptions): Promise<Asset>
  /**
   * Lists one page of the active assets, or of those that `filter` and `search` find, with the exact total. Newest
   * first unless `sort` says otherwise. Without a filter the cost does not grow with the list. `after` and `before`
   * page by a cursor.
   *
   * @example
   * ```ts
   * import { openAssetStore } from '@stowage/core'
   *
   * const store = await openAssetStore({ directory: './media' })
   * const filter = { type: 'image', size: { gte: 1_000_000 } } as const
   * const { assets, total, next } = await store.list({ filter, sort: 'name', after: null })
   * console.log(`${assets.length} of ${total}`)
   * if (next !== null) await store.list({ filter, sort: 'name', after: next })
   * ```
   */
  list(options: CursorListOptions): Promise<AssetCursorPage>
  list(options?: ListOptions): Promise<AssetPage>
  /**
   * Changes an active asset. `updatedAt` moves only when something differs. `asset_not_found`, `folder_not_found`. With
   * `ifMatch`, rejects as `changed_meanwhile` when another call has changed the asset since the caller read it.
   *
   * @example
   * ```ts
   * import { openAssetStore, revisionOf } from '@stowage/core'
   *
   * const store = await openAssetStore({ directory: './media' })
   * const asset = await store.upload(Buffer.from('hello'), { title: 'Hello', tags: ['text'] })
   * const changes = { title: 'Good morning', alt: { en: 'A word', 'pt-BR': 'Uma palavra' } }
   * await store.update(asset.id, changes, { ifMatch: revisionOf(asset) })
   * ```
   */
  update(id: string, changes: AssetChanges, options?: UpdateOptions): Promise<Asset>
  /**
   * Stores the same bytes as a new asset, with the name, folder and own data of the original unless options say
   * otherwise. Rejects as `upload` does; also `asset_not_found`, and `file_not_found` unless the original is `ready`.
   */
  copy(id: string, options?: CopyAssetOptions): Promise<Asset>

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
  /** Selects active assets by id, up to `limits.idsPerRequest`, to move, tag, mark or keep all of them or none. */
  select(ids: string | readonly string[]): SelectedAssets
  /**
   * All assets that match a filter; `{}` matches every asset. Iterate over them, count them, or trash, restore, move,
   * tag or mark them, up to 100,000. Throws `invalid_argument` for a filter that is not of the documented form.
   *
   * @example
   * ```ts
   * import { openAssetStore } from '@stowage/core'
   *
   * const store = await openAssetStore({ directory: './media' })
   * const old = store.matching({ type: 'video', createdAt: { lt: new Date('2020-01-01') } })
   * const expected = await old.count()
   * const { changed } = await old.trash({
   *   expected,
   *   onProgress: ({ done, total }) => console.log(`${done} of ${total}`),
   * })
   * console.log(`${changed} videos are in the trash`)
   * ```
   */
  matching(filter: AssetFilter): MatchingAssets
  /**
   * Deletes trashed assets for good, all or none. `not_trashed`, `asset_not_found`. An id that was purged
   * within the last 24 hours counts as done. From the commit on, no call returns the record or the bytes.
   *
   * The bytes are deleted in the background, in batches. A batch that fails is tried again after a pause, up to 500 ms
   * after `close`. The sweep deletes what is left. `admin.pauseDeletion` postpones the deletion.
   */
  purge(ids: string | readonly string[], options?: PurgeOptions): Promise<void>

  /**
   * Opens the bytes of an active, `ready` asset; otherwise `file_not_found`. Pass an `Asset` to save the look-up.
   * `read` then does not notice that the asset has been trashed since. It may also serve, from this process's memory, a
   * small file that another process has purged. `changed_meanwhile` when the content of that record was replaced and
   * has been deleted.
   */
  read(asset: Asset | string, options?: ReadOptions): Promise<AssetFile>

  /**
   * Counts assets and their bytes, variants included, active and in the trash: of the tenant and of each type, or of
   * the scope. Each change updates the counts, so the cost does not grow with the store. `unavailable` when the `quota`
   * hook fails.
   *
   * @example
   * ```ts
   * import { openAssetStore } from '@stowage/core'
   *
   * const store = await openAssetStore({ directory: './media', quota: () => ({ assets: 10_000 }) })
   * const { assets, trashedAssets, quota } = await store.usage()
   * console.log(`${assets + trashedAssets} of ${quota?.assets} assets`)
   * ```
   */
  usage(options?: CallOptions): Promise<StoreUsage>

  /**
   * Calls `listener` after each commit that causes this event, in any tenant. The store does not wait for the listener;
   * its errors go to `onError`. Returns a function that removes the listener.
   */
  on<Name extends keyof ListenerEvents>(
    event: Name,
    listener: (event: ListenerEvents[Name]) => unknown,
  ): () => void
  /**
   * Returns a view of the same store for another tenant, user or caller. A view of a view keeps what `view` leaves out.
   *
   * @example
   * ```ts
   * import { openAssetStore } from '@stowage/core'
   *
   * const store = await openAssetStore({ directory: './media', audit: { days: 90 } })
   * const mine = store.for({ tenant: 'acme', scope: { createdBy: 'user-7' }, actor: 'user-7' })
   * const asset = await mine.upload(Buffer.from('hello'), { name: 'hello.txt' })
   * console.log((await mine.list()).total)
   * const { audit } = store.for({ tenant: 'acme' }).admin
   * const { entries } = await audit.list({ assetId: asset.id })
   * console.log(entries.map(({ at, actor, action }) => `${at} ${actor} ${action}`))
   * ```
   */
  for(view: ViewOptions): AssetStore
  /**
   * Refuses new calls, waits for those under way (at most `closeTimeout` for code of the app), then frees every
   * resource. Idempotent. Also closes the views of all tenants.
   */
  close(): Promise<void>
  /** `close`, for `await using store = await openAssetStore(…)`. */
  [Symbol.asyncDispose](): Promise<void>
}
