import type { AssetStore } from '../../asset-store/asset-store.ts'
import type { CallOptions } from '../../asset-store/call-options.ts'
import type { AssetReference, GetOptions } from '../../asset-store/get-options.ts'
import type {
  AnyListOptions,
  AssetCursorPage,
  AssetPage,
  CursorListOptions,
  FindOptions,
  ListOptions,
} from '../../asset-store/lists/list-options.ts'
import type { MatchingAssets } from '../../asset-store/lists/matching.ts'
import type { PurgeOptions } from '../../asset-store/purge-options.ts'
import type {
  AssetFile,
  PresignedFileOptions,
  ReadOptions,
} from '../../asset-store/read-options.ts'
import type { StoreUsage } from '../../asset-store/tenants/usage.ts'
import type { UpdateOptions } from '../../asset-store/update-options.ts'
import type {
  CopyAssetOptions,
  ReplaceContentOptions,
} from '../../asset-store/uploads/content-options.ts'
import type {
  Imported,
  ImportItem,
  ImportOptions,
} from '../../asset-store/uploads/import-options.ts'
import type { ResolveScanOptions } from '../../asset-store/uploads/scan-options.ts'
import type {
  UploadInput,
  UploadManyOptions,
  UploadOptions,
} from '../../asset-store/uploads/upload-options.ts'
import { invalidArgument } from '../../errors/invalid-argument.ts'
import type { Asset, AssetChanges } from '../../model/assets/asset.ts'
import { type AssetScope, requireScope } from '../../model/assets/asset-scope.ts'
import type { TagChanges } from '../../model/assets/tags.ts'
import type { ListenerEvents } from '../../model/events/store-events.ts'
import type { AssetFilter } from '../../model/filters/asset-filters.ts'
import type { UploadSource } from '../../staging/upload-source.ts'
import { guardInputs, isInput } from '../../upload/upload-inputs.ts'
import { singleUpload } from '../../upload/upload-request.ts'
import {
  keepAssets,
  moveAssets,
  moveToFolder,
  purgeAssets,
  setFavourite,
  updateAsset,
} from '../assets/change-assets.ts'
import { copyAsset } from '../assets/copy-asset.ts'
import { getAsset } from '../assets/get-asset.ts'
import { importAsset } from '../assets/import-asset.ts'
import { iterateAssets } from '../assets/iterate-assets.ts'
import { listAssets } from '../assets/list-assets.ts'
import { locateAsset, presignAsset, readAsset } from '../assets/read-asset.ts'
import { replaceAssetContent } from '../assets/replace-content.ts'
import { resolveScan } from '../assets/resolve-scan.ts'
import { tagAssets } from '../assets/tag-assets.ts'
import { uploadAssets } from '../assets/upload-assets.ts'
import type { StoreCore } from '../opening/store-core.ts'
import { coreAs } from './tenant-audit.ts'
import { tenantMatching } from './tenant-matching.ts'
import { TenantRoles } from './tenant-roles.ts'
import { storeUsage } from './tenant-usage.ts'

/** The `AssetStore` of one tenant or a scope of it: checks, tenancy and events around the core that all share. */
export class TenantStore extends TenantRoles implements AssetStore {
  readonly #core: StoreCore

  constructor(core: StoreCore, tenant: string, scope: AssetScope | null = null) {
    super(core, tenant, scope)
    this.#core = core
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

  import(item: ImportItem, options: ImportOptions = {}): Promise<Imported> {
    return importAsset(this.#core, this, item, options)
  }

  get(asset: string | AssetReference, options: GetOptions = {}): Promise<Asset> {
    return getAsset(this.#core, this, asset, options)
  }

  list(options: CursorListOptions): Promise<AssetCursorPage>
  list(options?: ListOptions): Promise<AssetPage>
  list(options: AnyListOptions = {}): Promise<AssetPage | AssetCursorPage> {
    return listAssets(this.#core, this, options)
  }

  iterate(options: FindOptions = {}): AsyncIterable<Asset> {
    return iterateAssets(this.#core, this, options)
  }

  async update(id: string, changes: AssetChanges, options: UpdateOptions = {}): Promise<Asset> {
    return updateAsset(this.#core, this, id, changes, options)
  }

  replaceContent(
    id: string,
    source: UploadSource | UploadInput,
    options: ReplaceContentOptions = {},
  ): Promise<Asset> {
    return replaceAssetContent(this.#core, this, id, source, options)
  }

  copy(id: string, options: CopyAssetOptions = {}): Promise<Asset> {
    return copyAsset(this, id, options)
  }

  resolveScan(
    id: string,
    verdict: 'clean' | 'infected',
    options: ResolveScanOptions = {},
  ): Promise<Asset> {
    return resolveScan(this.#core, this, id, verdict, options)
  }

  trash(ids: string | readonly string[], options: CallOptions = {}): Promise<readonly Asset[]> {
    return moveAssets(this.#core, this, 'trash', ids, options)
  }

  restore(ids: string | readonly string[], options: CallOptions = {}): Promise<readonly Asset[]> {
    return moveAssets(this.#core, this, 'restore', ids, options)
  }

  move(
    ids: string | readonly string[],
    folderId: string | null,
    options: CallOptions = {},
  ): Promise<readonly Asset[]> {
    return moveToFolder(this.#core, this, ids, folderId, options)
  }

  tag(
    ids: string | readonly string[],
    changes: TagChanges,
    options: CallOptions = {},
  ): Promise<readonly Asset[]> {
    return tagAssets(this.#core, this, ids, changes, options)
  }

  setFavourite(
    ids: string | readonly string[],
    isFavourite: boolean,
    options: CallOptions = {},
  ): Promise<readonly Asset[]> {
    return setFavourite(this.#core, this, ids, isFavourite, options)
  }

  keep(ids: string | readonly string[], options: CallOptions = {}): Promise<readonly Asset[]> {
    return keepAssets(this.#core, this, ids, options)
  }

  matching(filter: AssetFilter): MatchingAssets {
    return tenantMatching(this.#core, this, filter)
  }

  purge(ids: string | readonly string[], options: PurgeOptions = {}): Promise<void> {
    return purgeAssets(this.#core, this, ids, options)
  }

  read(asset: Asset | string, options: ReadOptions = {}): Promise<AssetFile> {
    return readAsset(this.#core, this, asset, options)
  }

  presign(asset: Asset | string, options: PresignedFileOptions): Promise<string | null> {
    return presignAsset(this.#core, this, asset, options)
  }

  locate(asset: Asset, options: { variant?: string } = {}): string | null {
    return locateAsset(this.#core, asset, options)
  }

  usage(options: CallOptions = {}): Promise<StoreUsage> {
    return storeUsage(this.#core, this, options)
  }

  async ping(): Promise<void> {
    await this.#core.calls.look(() => this.#core.ping(), undefined)
  }

  on<Name extends keyof ListenerEvents>(
    event: Name,
    listener: (event: ListenerEvents[Name]) => unknown,
  ): () => void {
    this.#core.calls.assertOpen()
    return this.#core.events.on(event, listener)
  }

  forTenant(tenant: string): AssetStore {
    return tenant === this.tenant ? this : new TenantStore(this.#core, tenant, this.scope)
  }

  scoped(scope: AssetScope): AssetStore {
    const { createdBy } = requireScope(scope)
    if (this.scope === null) return new TenantStore(this.#core, this.tenant, { createdBy })
    if (this.scope.createdBy === createdBy) return this
    throw invalidArgument('scope', 'This view of the store has another scope. Use the whole store.')
  }

  as(actor: string, caller?: string): AssetStore
  as(actor: string | null, caller: string): AssetStore
  as(actor: string | null, caller = actor as string): AssetStore {
    const core = coreAs(this.#core, actor, caller)
    return core === this.#core ? this : new TenantStore(core, this.tenant, this.scope)
  }

  close(): Promise<void> {
    return this.#core.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}
