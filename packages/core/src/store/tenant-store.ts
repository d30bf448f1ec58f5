import type {
  AssetFile,
  AssetPage,
  AssetStore,
  CallOptions,
  ListOptions,
  PresignedFileOptions,
  PurgeOptions,
  ReadOptions,
  SweepReport,
  UploadInput,
  UploadManyOptions,
  UploadOptions,
} from '../asset-store/asset-store.ts'
import type { BackupOptions, BackupReport } from '../asset-store/backup-report.ts'
import { requireFlag, requireOptions } from '../asset-store/call-options.ts'
import { DEFAULT_PER_PAGE, requirePage, type StoreLimits } from '../asset-store/limits.ts'
import { requireReadOptions } from '../asset-store/read-options.ts'
import { validChanges } from '../asset-store/valid-changes.ts'
import type { VerifyOptions, VerifyReport } from '../asset-store/verify-report.ts'
import { raceAbort } from '../async/abortable.ts'
import { missingFile, noSuchFile, openAssetFile, servedFile } from '../blobs/asset-file.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { assetNotFound } from '../errors/metadata-errors.ts'
import { requirePath } from '../errors/require-path.ts'
import { requireText } from '../errors/require-text.ts'
import { toStoreError } from '../errors/to-store-error.ts'
import type { AssetEvents } from '../events/events.ts'
import type { Keys } from '../keys/keys.ts'
import type { Hold } from '../maintenance/hold.ts'
import { PURGE_MEMORY } from '../maintenance/sweep.ts'
import type { Asset, AssetChanges } from '../model/asset.ts'
import { requireAsset, requireAssetOrId } from '../model/asset-argument.ts'
import { distinctIds } from '../model/distinct-ids.ts'
import { requireTenant } from '../model/tenant-name.ts'
import type { UploadSource } from '../staging/upload-source.ts'
import type { Uploaded } from '../upload/upload.ts'
import { guardInputs, isInput } from '../upload/upload-inputs.ts'
import { singleUpload, uploadRequest } from '../upload/upload-request.ts'
import type { Engine } from './engine.ts'
import { iterateAssets } from './iterate-assets.ts'

/** The `AssetStore` of one tenant: checks, tenancy and events around the engine that all tenants share. */
export class TenantStore implements AssetStore {
  readonly tenant: string
  readonly #engine: Engine
  #keys: Keys | undefined

  /** A class, because an adapter makes one for each request: its methods cost nothing to make again. */
  constructor(engine: Engine, tenant: string) {
    this.#engine = engine
    this.tenant = requireTenant(tenant)
  }

  get readOnly(): boolean {
    return this.#engine.readOnly
  }

  get limits(): StoreLimits {
    return this.#engine.limits
  }

  get keys(): Keys {
    this.#keys ??= this.#engine.keyring.forTenant(this.tenant)
    return this.#keys
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

  async uploadMany(
    files: Iterable<UploadInput> | AsyncIterable<UploadInput>,
    options: UploadManyOptions = {},
  ): Promise<readonly Asset[]> {
    const discard = guardInputs(files)
    const { events, run, upload } = this.#engine
    let uploaded: readonly Uploaded[]
    try {
      const request = uploadRequest(this.tenant, files, options)
      uploaded = await run(() => upload(request), request.signal)
    } catch (error) {
      discard()
      throw error
    }
    for (const { asset, isNew, issues } of uploaded) {
      if (isNew) events.emit('asset.created', { asset })
      if (issues.length > 0) events.emit('analysis', { asset, issues })
    }
    return uploaded.map(({ asset }) => asset)
  }

  async get(id: string, options: CallOptions & { trashed?: 'include' } = {}): Promise<Asset> {
    requireText('id', id)
    const { trashed, signal } = requireOptions(options)
    if (trashed !== undefined && trashed !== 'include') {
      throw invalidArgument('trashed', "trashed must be 'include', or be left out.")
    }
    const asset = await this.#find({ id }, signal)
    if (asset === null || asset.tenant !== this.tenant) throw assetNotFound([id])
    if (asset.trashedAt !== null && trashed !== 'include') throw assetNotFound([id])
    return asset
  }

  async getByPublicFileId(publicFileId: string, options: CallOptions = {}): Promise<Asset> {
    const asset = await this.getPublic(publicFileId, options)
    if (asset.tenant !== this.tenant) throw noSuchFile()
    return asset
  }

  async getPublic(publicFileId: string, options: CallOptions = {}): Promise<Asset> {
    requireText('publicFileId', publicFileId)
    const { signal } = requireOptions(options)
    const asset = await this.#find({ publicFileId }, signal)
    if (asset === null || asset.trashedAt !== null) throw noSuchFile()
    return asset
  }

  #find(
    by: { readonly id: string } | { readonly publicFileId: string },
    signal: AbortSignal | undefined,
  ): Promise<Asset | null> {
    return this.#look(() => this.#engine.metadata.get(by), signal)
  }

  /** Reads something, which `close` need not wait for. */
  async #look<T>(read: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    signal?.throwIfAborted()
    this.#engine.assertOpen()
    try {
      return await read()
    } catch (error) {
      throw toStoreError(error, signal)
    }
  }

  async list(options: ListOptions = {}): Promise<AssetPage> {
    const {
      page = 1,
      perPage = DEFAULT_PER_PAGE,
      trashed = false,
      signal,
    } = requireOptions(options)
    requirePage(page, perPage)
    requireFlag('trashed', trashed)
    const offset = Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER)
    const query = { tenant: this.tenant, trashed, from: { offset }, limit: perPage }
    const { assets, total } = await this.#look(() => this.#engine.metadata.list(query), signal)
    return { assets, page, perPage, total, lastPage: Math.max(1, Math.ceil(total / perPage)) }
  }

  iterate(options: Pick<ListOptions, 'trashed' | 'signal'> = {}): AsyncIterable<Asset> {
    return iterateAssets(this.#engine, this.tenant, options)
  }

  async update(id: string, changes: AssetChanges, options: CallOptions = {}): Promise<Asset> {
    return this.#change(id, validChanges(changes), options)
  }

  async resolveScan(
    id: string,
    verdict: 'clean' | 'infected',
    options: CallOptions = {},
  ): Promise<Asset> {
    if (verdict !== 'clean' && verdict !== 'infected') {
      throw invalidArgument('verdict', "verdict must be 'clean' or 'infected'.")
    }
    return this.#change(id, { status: verdict === 'clean' ? 'ready' : 'failed' }, options)
  }

  async #change(
    id: string,
    changes: AssetChanges & { readonly status?: 'ready' | 'failed' },
    options: CallOptions,
  ): Promise<Asset> {
    requireText('id', id)
    const { signal } = requireOptions(options)
    signal?.throwIfAborted()
    const { events, metadata, run } = this.#engine
    const update = () => metadata.update({ tenant: this.tenant, id, changes })
    const { asset, changed } = await run(update)
    if (changed) events.emit('asset.updated', { asset })
    return asset
  }

  trash(ids: string | readonly string[], options: CallOptions = {}): Promise<readonly Asset[]> {
    return this.#move(ids, 'trash', 'asset.trashed', options)
  }

  restore(ids: string | readonly string[], options: CallOptions = {}): Promise<readonly Asset[]> {
    return this.#move(ids, 'active', 'asset.restored', options)
  }

  async #move(
    ids: string | readonly string[],
    to: 'trash' | 'active',
    event: 'asset.trashed' | 'asset.restored',
    options: CallOptions,
  ): Promise<readonly Asset[]> {
    const { signal } = requireOptions(options)
    signal?.throwIfAborted()
    const { events, metadata, run } = this.#engine
    const request = {
      tenant: this.tenant,
      ids: distinctIds(ids, this.limits.idsPerRequest),
      to,
    }
    const moved = await run(() => metadata.setTrashed(request))
    for (const asset of moved) events.emit(event, { asset })
    return moved
  }

  async purge(ids: string | readonly string[], options: PurgeOptions = {}): Promise<void> {
    const { bytes = 'later', signal } = requireOptions(options)
    signal?.throwIfAborted()
    if (bytes !== 'later' && bytes !== 'deleted') {
      throw invalidArgument('bytes', 'bytes must be `later` or `deleted`.')
    }
    const { collector, metadata, run } = this.#engine
    const request = {
      tenant: this.tenant,
      ids: distinctIds(ids, this.limits.idsPerRequest),
      doneWithin: PURGE_MEMORY,
    }
    await run(async () => {
      const purged = await metadata.purge(request)
      const completed = collector.completePurge(purged, bytes)
      // What is committed cannot be aborted, only the waiting for the bytes.
      await raceAbort(completed, bytes === 'deleted' ? signal : undefined)
    }, signal)
  }

  get variantNames(): readonly string[] {
    return this.#engine.variants.names
  }

  offersVariant(asset: Asset, name: string): boolean {
    return this.#engine.variants.offers(requireAsset(asset), requireText('name', name))
  }

  async withVariant(
    asset: Asset | string,
    name: string,
    options: CallOptions = {},
  ): Promise<Asset> {
    requireAssetOrId(asset)
    requireText('name', name)
    const { signal } = requireOptions(options)
    signal?.throwIfAborted()
    const record = typeof asset === 'string' ? await this.get(asset, options) : asset
    const { run, untilClosed, variants } = this.#engine
    if (record.trashedAt !== null || record.status !== 'ready') throw noSuchFile()
    const demand = (signal: AbortSignal) => variants.demand(record, name, signal)
    return run(() => untilClosed(signal, demand), signal)
  }

  async retryVariants(asset: Asset | string, options: CallOptions = {}): Promise<Asset> {
    requireAssetOrId(asset)
    const { signal } = requireOptions(options)
    signal?.throwIfAborted()
    const record = await this.get(typeof asset === 'string' ? asset : asset.id, options)
    const { run, untilClosed, variants } = this.#engine
    if (record.status !== 'ready') throw noSuchFile()
    const retry = (signal: AbortSignal) => variants.retry(record, signal)
    return run(() => untilClosed(signal, retry), signal)
  }

  async read(asset: Asset | string, options: ReadOptions = {}): Promise<AssetFile> {
    requireAssetOrId(asset)
    const { variant, signal } = requireReadOptions(options)
    return this.#look(async () => {
      try {
        const record = await this.#servedRecord(asset, variant, options)
        return await openAssetFile(this.#engine, record, options)
      } catch (error) {
        const id = typeof asset === 'string' ? asset : asset.id
        throw await missingFile(error, id, this.#engine.metadata)
      }
    }, signal)
  }

  async presign(asset: Asset | string, options: PresignedFileOptions): Promise<string | null> {
    requireAssetOrId(asset)
    const { variant, signal, ...others } = requireReadOptions(options)
    const { blobs } = this.#engine
    return this.#look(async () => {
      if (blobs.presign === undefined) return null
      const record = await this.#servedRecord(asset, variant, options)
      const { blobKey, mimeType } = servedFile(record, variant)
      return blobs.presign(blobKey, { mimeType, ...others })
    }, signal)
  }

  async #servedRecord(
    asset: Asset | string,
    variant: string | undefined,
    { signal }: CallOptions,
  ): Promise<Asset> {
    const options = signal === undefined ? {} : { signal }
    const record =
      variant !== undefined
        ? await this.withVariant(asset, variant, options)
        : typeof asset === 'string'
          ? await this.get(asset, options)
          : asset
    signal?.throwIfAborted()
    this.#engine.assertOpen()
    return record
  }

  locate(asset: Asset, options: { variant?: string } = {}): string | null {
    const { variant } = requireReadOptions(options)
    this.#engine.assertOpen()
    const { blobKey } = servedFile(requireAsset(asset), variant)
    return this.#engine.blobs.locate?.(blobKey) ?? null
  }

  async sweep(options: CallOptions = {}): Promise<SweepReport> {
    const { signal } = requireOptions(options)
    const { run, sweeper } = this.#engine
    return run(() => sweeper.sweep(signal), signal)
  }

  async verify(options: VerifyOptions = {}): Promise<VerifyReport> {
    requireOptions(options)
    return this.#engine.run(() => this.#engine.maintenance.verify(options), options.signal)
  }

  async hold(options: CallOptions = {}): Promise<Hold> {
    requireOptions(options)
    return this.#engine.run(() => this.#engine.maintenance.hold(options), options.signal)
  }

  async backup(options: BackupOptions): Promise<BackupReport> {
    requirePath('directory', requireOptions(options).directory)
    return this.#engine.run(() => this.#engine.maintenance.backup(options), options.signal)
  }

  async ping(): Promise<void> {
    await this.#look(() => this.#engine.ping(), undefined)
  }

  on<Name extends keyof AssetEvents>(
    event: Name,
    listener: (event: AssetEvents[Name]) => unknown,
  ): () => void {
    this.#engine.assertOpen()
    return this.#engine.events.on(event, listener)
  }

  forTenant(tenant: string): AssetStore {
    return tenant === this.tenant ? this : new TenantStore(this.#engine, tenant)
  }

  close(): Promise<void> {
    return this.#engine.close()
  }
}
