import { mustBe } from '../../arguments/must-be.ts'
import type { Asset, AssetChanges } from '../../assets/asset.ts'
import type { AssetScope } from '../../assets/asset-scope.ts'
import { moveAssets, purgeAssets, updateAsset } from '../../assets/change-assets.ts'
import { copyAsset } from '../../assets/copy-asset.ts'
import { getAsset } from '../../assets/get-asset.ts'
import type { AssetReference, GetOptions } from '../../assets/get-options.ts'
import type { PurgeOptions } from '../../assets/purge-options.ts'
import { readAsset } from '../../assets/read-asset.ts'
import type { AssetFile, ReadOptions } from '../../assets/read-options.ts'
import type { ViewOptions } from '../../assets/store-view.ts'
import type { UpdateOptions } from '../../assets/update-options.ts'
import { coreAs } from '../../audit/tenant-audit.ts'
import type { ListenerEvents } from '../../events/store-events.ts'
import type { AssetFilter } from '../../filters/asset-filters.ts'
import { listAssets } from '../../finding/list-assets.ts'
import type {
  AnyListOptions,
  AssetCursorPage,
  AssetPage,
  CursorListOptions,
  ListOptions,
} from '../../finding/list-options.ts'
import type { MatchingAssets } from '../../matching/matching.ts'
import { matchingAssets } from '../../matching/matching-assets.ts'
import type { SelectedAssets } from '../../matching/selected.ts'
import { selectedAssets } from '../../matching/selected-assets.ts'
import type { CallOptions } from '../../options/call-options.ts'
import type { UploadSource } from '../../staging/upload-source.ts'
import type { Trace } from '../../tracing/trace-events.ts'
import { tracedMetadata } from '../../tracing/traced-metadata.ts'
import { uploadAssets } from '../../upload/upload-assets.ts'
import { guardInputs, isInput } from '../../upload/upload-inputs.ts'
import type { UploadInput, UploadManyOptions, UploadOptions } from '../../upload/upload-options.ts'
import { singleUpload } from '../../upload/upload-request.ts'
import { storeUsage } from '../../usage/tenant-usage.ts'
import type { StoreUsage } from '../../usage/usage.ts'
import type { CopyAssetOptions } from '../../versions/content-options.ts'
import type { AssetStore } from '../asset-store.ts'
import type { StoreCore } from '../opening/store-core.ts'
import { narrowed, requireView } from './require-view.ts'
import { TenantRoles } from './tenant-roles.ts'

/** The `AssetStore` of one tenant or a scope of it: checks, tenancy and events around the shared core. */
export class TenantStore extends TenantRoles implements AssetStore {
  readonly #core: StoreCore

  constructor(
    core: StoreCore,
    tenant: string,
    scope: AssetScope | null = null,
    trace: Trace | null = null,
  ) {
    super(core, tenant, scope, trace)
    this.#core = core
  }

  /**
   * The core that all views share, for packages of this project. `invalid_argument` for anything that is not
   * such a view.
   */
  static coreOf(store: AssetStore): StoreCore {
    if (#core in Object(store)) return (store as TenantStore).#core
    throw mustBe('store', 'what openAssetStore of the same @stowage/core resolved to', store)
  }

  /**
   * The same view, whose uploads and reads are part of `trace`; with `records`, so is what it does with the records. A
   * store of another copy of the core stays as it is.
   */
  static within(store: AssetStore, trace: Trace, { records }: { records: boolean }): AssetStore {
    if (!(#core in Object(store))) return store
    const { tenant, scope } = store as TenantStore
    const core = (store as TenantStore).#core
    return new TenantStore(records ? coreWithin(core, trace) : core, tenant, scope, trace)
  }

  async upload(source: UploadSource | UploadInput, options: UploadOptions = {}): Promise<Asset> {
    const discard = guardInputs([isInput(source) ? source : { source }])
    try {
      const { input, others } = singleUpload(source, options)
      const [asset] = await this.uploadMany([input], others)
      return asset as Asset
    } catch (error) {
      discard()
      throw error
    }
  }

  uploadMany(
    files: Iterable<UploadInput> | AsyncIterable<UploadInput>,
    options: UploadManyOptions = {},
  ): Promise<readonly Asset[]> {
    return uploadAssets(this.#core, this, files, options)
  }

  get(asset: string | AssetReference, options: GetOptions = {}): Promise<Asset> {
    return getAsset(this.#core, this, asset, options)
  }

  list(options: CursorListOptions): Promise<AssetCursorPage>
  list(options?: ListOptions): Promise<AssetPage>
  list(options: AnyListOptions = {}): Promise<AssetPage | AssetCursorPage> {
    return listAssets(this.#core, this, options)
  }

  async update(id: string, changes: AssetChanges, options: UpdateOptions = {}): Promise<Asset> {
    return updateAsset(this.#core, this, id, changes, options)
  }

  copy(id: string, options: CopyAssetOptions = {}): Promise<Asset> {
    return copyAsset(this, id, options)
  }

  trash(ids: string | readonly string[], options: CallOptions = {}): Promise<readonly Asset[]> {
    return moveAssets(this.#core, this, 'trash', ids, options)
  }

  restore(ids: string | readonly string[], options: CallOptions = {}): Promise<readonly Asset[]> {
    return moveAssets(this.#core, this, 'restore', ids, options)
  }

  select(ids: string | readonly string[]): SelectedAssets {
    return selectedAssets(this.#core, this, ids)
  }

  matching(filter: AssetFilter): MatchingAssets {
    return matchingAssets(this.#core, this, filter)
  }

  purge(ids: string | readonly string[], options: PurgeOptions = {}): Promise<void> {
    return purgeAssets(this.#core, this, ids, options)
  }

  read(asset: Asset | string, options: ReadOptions = {}): Promise<AssetFile> {
    return readAsset(this.#core, this, asset, options)
  }

  usage(options: CallOptions = {}): Promise<StoreUsage> {
    return storeUsage(this.#core, this, options)
  }

  on<Name extends keyof ListenerEvents>(
    event: Name,
    listener: (event: ListenerEvents[Name]) => unknown,
  ): () => void {
    this.#core.calls.assertOpen()
    return this.#core.events.on(event, listener)
  }

  for(view: ViewOptions): AssetStore {
    const { tenant = this.tenant, scope } = requireView(view)
    const core = coreAs(this.#core, view)
    const seen = scope === undefined ? this.scope : narrowed(this.scope, scope)
    if (core === this.#core && tenant === this.tenant && seen === this.scope) return this
    return new TenantStore(core, tenant, seen, this.trace)
  }

  /** The view of a tenant whose calls go on while the store closes. */
  inJob(tenant: string): AssetStore {
    const calls = this.#core.jobCalls
    return new TenantStore(Object.assign({}, this.#core, { calls }), tenant)
  }

  close(): Promise<void> {
    return this.#core.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

function coreWithin(core: StoreCore, trace: Trace): StoreCore {
  return Object.assign({}, core, { metadata: tracedMetadata(core.metadata, trace) })
}
