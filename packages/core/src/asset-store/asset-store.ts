import type { ErrorContexts } from '../errors/error-contexts.ts'
import type { Asset, AssetChanges } from '../model/assets/asset.ts'
import type { AssetScope } from '../model/assets/asset-scope.ts'
import type { TagChanges } from '../model/assets/tags.ts'
import type { ListenerEvents } from '../model/events/store-events.ts'
import type { AssetFilter } from '../model/filters/asset-filters.ts'
import type { UploadSource } from '../staging/upload-source.ts'
import type { AuditTrail } from './audit.ts'
import type { CallOptions } from './call-options.ts'
import type { Folders } from './folders.ts'
import type { AssetReference, GetOptions } from './get-options.ts'
import type { Keys } from './keys.ts'
import type { StoreLimits } from './limits.ts'
import type {
  AssetCursorPage,
  AssetPage,
  CursorListOptions,
  FindOptions,
  ListOptions,
} from './lists/list-options.ts'
import type { MatchingAssets } from './lists/matching.ts'
import type { StoreMaintenance } from './maintenance/store-maintenance.ts'
import type { Owners } from './owners.ts'
import type { PurgeOptions } from './purge-options.ts'
import type { AssetFile, PresignedFileOptions, ReadOptions } from './read-options.ts'
import type { StoreSigning } from './store-signing.ts'
import type { StoreVariants } from './store-variants.ts'
import type { StoreUsage, Tenants } from './tenants/usage.ts'
import type { Tickets } from './tickets.ts'
import type { UpdateOptions } from './update-options.ts'
import type { CopyAssetOptions, ReplaceContentOptions } from './uploads/content-options.ts'
import type { Imported, ImportItem, ImportOptions } from './uploads/import-options.ts'
import type { ResolveScanOptions } from './uploads/scan-options.ts'
import type { UploadInput, UploadManyOptions, UploadOptions } from './uploads/upload-options.ts'
import type { Versions } from './versions.ts'

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
  /** The tenant whose assets and keys this view of the store reaches. */
  readonly tenant: string
  /** Which of the tenant's assets this view reaches; `null`: all. See `scoped`. */
  readonly scope: AssetScope | null
  /** Whether every change is refused as `unavailable`. */
  readonly readOnly: boolean
  /** The limits in force: those of the options, with the defaults for the rest. */
  readonly limits: StoreLimits
  /** Folders that assets lie in: create, find, rename, move, delete. */
  readonly folders: Folders
  /** What assets were before they were replaced: list, restore. */
  readonly versions: Versions
  /** Records of the app that assets belong to: add, remove, list. */
  readonly owners: Owners
  /** API keys: create, verify, list, revoke. */
  readonly keys: Keys
  /** Upload tickets, with which browsers upload without a key: create, verify, revoke. */
  readonly tickets: Tickets
  /** Thumbnails and other variants of assets. */
  readonly variants: StoreVariants
  /** URLs of files that need no key until they expire. */
  readonly signing: StoreSigning
  /** Who did what, with the store option `audit`; without it there are no entries. */
  readonly audit: AuditTrail
  /** All tenants of the store, and what each has. */
  readonly tenants: Tenants
  /** Sweep, verify, back up and hold the whole store. */
  readonly maintenance: StoreMaintenance

  /**
   * Stores one file, also one given as `fromPath(…)`, or as `fromUrl(…)` of `@stowage/from-url`. When it resolves, bytes and record are durable. When it
   * rejects, neither is kept; only after `outcome_unknown` may both be there.
   *
   * - The file: `file_too_large`, `type_not_allowed`, `digest_mismatch`, `file_rejected`.
   * - The tenant, the key or the ticket: `quota_exceeded`, `key_revoked`, `ticket_revoked`, `ticket_exhausted`.
   * - The folder: `folder_not_found`.
   * - What is stored already: `duplicate` with `onDuplicate: 'refuse'`, `external_id_taken`.
   * - The idempotency key: `idempotency_conflict`; `asset_not_found` when the first upload was purged since.
   * - The source: `source_failed`, with what it threw as the `cause`; `source_ended_early`. `invalid_argument` when the file of
   *   `fromPath` cannot be read.
   * - The machine: `insufficient_storage`; `unavailable` (also for a failed hook, and a store that is
   *   `readOnly`), `reservation_lost`: try again. `outcome_unknown`: send it again under the same idempotency
   *   key. `variants_unavailable`, `analysis_unavailable` when the installation lacks libraries.
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
   * `digest_mismatch` and `file_rejected` are collected over all files. One such refusal rejects as itself;
   * several reject as `upload_refused`, whose `errors` holds them. Any other error ends the upload at once.
   * Also `file_missing` without a file, and `too_many_files` above `limits.filesPerUpload`.
   */
  uploadMany(
    files: Iterable<UploadInput> | AsyncIterable<UploadInput>,
    options?: UploadManyOptions,
  ): Promise<readonly Asset[]>
  /**
   * Stores a file of another system under its own ids, dates and folder, through the same policy, quota and analysis as an
   * upload. What is there by the same `id`, else by the same `externalId`, in the trash too, stays as it is: a second run
   * stores nothing. Of two imports of one item at the same time, one is stored.
   *
   * Rejects as `upload` does. `invalid_argument` also when the `id` or the `publicFileId` is that of another asset,
   * also one of another tenant: ids are unique over all tenants, so leave them out unless this view owns them.
   * `external_id_taken` when the `externalId` is that of one that this view of the store does not reach.
   *
   * @example
   * ```ts
   * import { fromPath, openAssetStore } from '@stowage/core'
   *
   * const store = await openAssetStore({ directory: './media' })
   * const { outcome, asset } = await store.import({
   *   ...fromPath('photo.jpg'),
   *   externalId: 'old-cms/4711',
   *   createdAt: '2019-05-01T10:00:00Z',
   *   folder: 'Trips/2019',
   * })
   * console.log(outcome, asset.createdAt)
   * ```
   */
  import(item: ImportItem, options?: ImportOptions): Promise<Imported>

  /**
   * The active asset of an id, of a file URL (`publicFileId`), or of the name that another system gave it (`externalId`).
   * `asset_not_found` when unknown, another tenant's, or trashed; of a `publicFileId` it is `file_not_found`. The files
   * with certain bytes come from `list({ filter: { sha256 } })`.
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
   * One page of the active assets, or of those that `filter` and `search` find, with the exact total. Newest first
   * unless `sort` says otherwise. Without a filter the cost does not grow with the list. With `after` or `before` a
   * page comes by a cursor.
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
   * Every asset that `list` would give with the same options, a page in memory at a time. Assets added meanwhile may
   * be missed. None comes twice, unless what it is sorted by changes meanwhile.
   */
  iterate(options?: FindOptions): AsyncIterable<Asset>
  /**
   * Changes an active asset. `updatedAt` moves only when something differs. `asset_not_found`, `folder_not_found`. With
   * `ifMatch` it is `changed_meanwhile` when another call has changed the asset since the caller read it.
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
   * Gives an active asset other bytes under the same id and the same URLs. Facts, thumbnail and `updatedAt` follow the
   * new bytes; name, folder and own data stay. What it had becomes a version, for as long as the store option `versions`
   * says. Who reads it meanwhile gets all of the old bytes or all of the new.
   *
   * Bytes that the asset has already change nothing. So a call without `ifMatch` may be repeated after a lost answer. A
   * pending asset stays pending.
   *
   * Rejects as `upload` does. `asset_not_found`, also when trashed. `changed_meanwhile` with `ifMatch`, also when
   * the lost answer was of a call that changed it: compare `sha256` then.
   * `scan_pending` while the scan hook holds the asset back.
   *
   * @example
   * ```ts
   * import { openAssetStore, revisionOf } from '@stowage/core'
   *
   * const store = await openAssetStore({ directory: './media', versions: { days: 90 } })
   * const asset = await store.upload(Buffer.from('first'), { name: 'notes.txt' })
   * await store.replaceContent(asset.id, Buffer.from('second'), { ifMatch: revisionOf(asset) })
   * const [before] = await store.versions.list(asset.id)
   * if (before) await store.versions.restore(asset.id, before.id)
   * ```
   */
  replaceContent(
    id: string,
    source: UploadSource | UploadInput,
    options?: ReplaceContentOptions,
  ): Promise<Asset>
  /**
   * Stores the same bytes as a new asset, with the name, folder and own data of the first unless options say otherwise.
   * Rejects as `upload` does; `asset_not_found`, `file_not_found` unless it is `ready`.
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
  /**
   * Moves active assets into a folder, or out of all folders (`null`), all or none. Resolves to those that moved.
   * `folder_not_found`; `asset_not_found` with `context.ids`, also for those in the trash; `too_many_ids`.
   */
  move(
    ids: string | readonly string[],
    folderId: string | null,
    options?: CallOptions,
  ): Promise<readonly Asset[]>
  /**
   * Removes tags from active assets and adds others, all or none. Resolves to those that changed. A tag is the same
   * whatever its case; an asset keeps the spelling that it has. `asset_not_found` with `context.ids`, also for those in
   * the trash; `too_many_tags` with `context.ids` of those that would have more than 100; `too_many_ids`.
   */
  tag(
    ids: string | readonly string[],
    changes: TagChanges,
    options?: CallOptions,
  ): Promise<readonly Asset[]>
  /**
   * Marks active assets as favourites, or no longer, all or none. Resolves to those that changed. `asset_not_found` with
   * `context.ids`, also for those in the trash; `too_many_ids`.
   */
  setFavourite(
    ids: string | readonly string[],
    isFavourite: boolean,
    options?: CallOptions,
  ): Promise<readonly Asset[]>
  /**
   * Pending assets stay from now on, all or none. Resolves to those that were pending. Emits `asset.kept` for each, and
   * `updatedAt` stays. `asset_not_found` with `context.ids`, also for those in the trash; `too_many_ids`.
   */
  keep(ids: string | readonly string[], options?: CallOptions): Promise<readonly Asset[]>
  /**
   * All assets for which a filter holds, to count and then trash, restore, move, tag or mark them, up to 100,000.
   * Throws `invalid_argument` for a filter that is not of the documented form.
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
   * The bytes are deleted in the background, in batches. A batch that fails is tried again after a pause, up
   * to 500 ms after `close`. The sweep deletes what is left. A hold postpones the deletion.
   */
  purge(ids: string | readonly string[], options?: PurgeOptions): Promise<void>

  /**
   * Opens the bytes of an active, `ready` asset, else `file_not_found`. Pass an `Asset` to spare the look-up.
   * Then `read` does not notice that it was trashed since, and may serve a small file that another process has
   * purged from this process's memory. `changed_meanwhile` when the content of that record was replaced, and is deleted.
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
   * How many assets there are, active and in the trash, and how many bytes they have, with their variants: of the
   * tenant and of each type, or of the scope. Kept with each change, so the cost does not grow with the store.
   * `unavailable` when the `quota` hook fails.
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
   * The late verdict on an asset that the scan hook held back: `clean` makes it `ready`, `infected` makes it
   * `failed`. Also reaches trashed ones. With `sha256` it is taken for that content alone: `changed_meanwhile` when
   * another was held back since.
   */
  resolveScan(
    id: string,
    verdict: 'clean' | 'infected',
    options?: ResolveScanOptions,
  ): Promise<Asset>
  /**
   * Calls `listener` after each commit of that kind, of any tenant, without waiting for it. Its errors go to
   * `onError`. Returns a function that removes the listener.
   */
  on<Name extends keyof ListenerEvents>(
    event: Name,
    listener: (event: ListenerEvents[Name]) => unknown,
  ): () => void
  /** Resolves when both records and files answer, as of the last second at most; else `unavailable`, or `closed`. */
  ping(): Promise<void>
  /** The same store as another tenant sees it. A scope stays in force. */
  forTenant(tenant: string): AssetStore
  /**
   * The same store with only these assets of the tenant: what is outside does not exist. It is not found, listed,
   * counted or changed, by no id and by no idempotency key. Uploads get the `createdBy` of the scope, whoever their
   * principal is. Tickets made here upload in the name of the scope.
   *
   * A scope limits calls that take ids and calls that list. Keys, maintenance, events and the quota stay those of the
   * tenant or of the whole store, as does `get` with `tenant: 'any'`; and `seq` counts all assets of the tenant. A view cannot be
   * widened: `invalid_argument` for another scope than its own.
   *
   * @example
   * ```ts
   * import { openAssetStore } from '@stowage/core'
   *
   * const store = await openAssetStore({ directory: './media' })
   * const mine = store.scoped({ createdBy: 'user-7' })
   * await mine.upload(Buffer.from('hello'), { name: 'hello.txt' })
   * console.log((await mine.list()).total)
   * ```
   */
  scoped(scope: AssetScope): AssetStore
  /**
   * The same store, whose writes name this actor in the audit trail: an id of a user or a key, up to 255 characters.
   * Views of it (`forTenant`, `scoped`) name it too. Searches, variants and uploads take turns by it, within the tenant:
   * one user's many do not hold up another's. `caller`: takes turns instead of the actor. An actor of `null`: writes name
   * whom they named before.
   *
   * @example
   * ```ts
   * import { openAssetStore } from '@stowage/core'
   *
   * const store = await openAssetStore({ directory: './media', audit: { days: 90 } })
   * const asset = await store.as('user-7').upload(Buffer.from('hello'), { name: 'hello.txt' })
   * const { entries } = await store.audit.list({ assetId: asset.id })
   * console.log(entries.map(({ at, actor, action }) => `${at} ${actor} ${action}`))
   * ```
   */
  as(actor: string, caller?: string): AssetStore
  as(actor: string | null, caller: string): AssetStore
  /**
   * Refuses new calls, waits for those under way (for code of the app no longer than `closeTimeout`), frees
   * every resource. Idempotent; closes all tenants' views.
   */
  close(): Promise<void>
  /** `close`, for `await using store = await openAssetStore(…)`. */
  [Symbol.asyncDispose](): Promise<void>
}
