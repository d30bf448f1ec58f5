import type { Asset, AssetChanges } from '../asset/asset.ts'
import { formatTimestamp } from '../asset/timestamp.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { discardSource, type UploadSource } from '../intake/source.ts'
import type { Keys } from '../keys/keys.ts'
import { assetNotFound } from '../ports/metadata-errors.ts'
import { missingFile, noSuchFile, openAssetFile, servedFile } from './asset-file.ts'
import type {
  AssetFile,
  AssetPage,
  AssetStore,
  CallOptions,
  ListOptions,
  PresignedFileOptions,
  ReadOptions,
  SweepReport,
  UploadInput,
  UploadManyOptions,
  UploadOptions,
} from './asset-store.ts'
import type { BackupOptions, BackupReport } from './backup/backup-report.ts'
import { distinctIds } from './distinct-ids.ts'
import type { Engine } from './engine.ts'
import type { AssetEvents } from './events.ts'
import { PURGE_MEMORY } from './garbage.ts'
import type { Hold } from './hold.ts'
import { iterateAssets } from './iterate-assets.ts'
import { DEFAULT_PER_PAGE, requirePage, type StoreLimits } from './limits.ts'
import { requireIdempotencyKey } from './repeated-upload.ts'
import { requireTenant } from './tenant-name.ts'
import { validChanges } from './valid-changes.ts'
import type { VerifyOptions, VerifyReport } from './verify/verify-report.ts'

/** The `AssetStore` of one tenant: checks, tenancy and events around the engine that all tenants share. */
export class TenantStore implements AssetStore {
  readonly tenant: string
  readonly #engine: Engine
  #keys: Keys | undefined

  /** A class, because an edge makes one for each request: its methods cost nothing to make again. */
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

  async upload(source: UploadSource, options: UploadOptions = {}): Promise<Asset> {
    const { name, sha256, ...others } = options
    const input: UploadInput = {
      source,
      ...(name !== undefined && { name }),
      ...(sha256 !== undefined && { sha256 }),
    }
    const [asset] = await this.uploadMany([input], others)
    return asset as Asset
  }

  async uploadMany(
    files: Iterable<UploadInput> | AsyncIterable<UploadInput>,
    { principal, idempotencyKey, signal }: UploadManyOptions = {},
  ): Promise<readonly Asset[]> {
    if (principal !== undefined && principal.tenant !== this.tenant) {
      throw invalidArgument(
        'principal',
        `This principal belongs to another tenant than ${this.tenant}.`,
      )
    }
    if (idempotencyKey !== undefined) requireIdempotencyKey(idempotencyKey)
    const { events, run, upload } = this.#engine
    const request = { tenant: this.tenant, files, principal, idempotencyKey, signal }
    const uploaded = await run(() => upload(request)).catch((error) => {
      // Those whose turn never came; what an iterable would have produced does not exist yet.
      if (Array.isArray(files)) for (const { source } of files) discardSource(source)
      throw error
    })
    for (const { asset, isNew, issues } of uploaded) {
      if (isNew) events.emit('asset.created', { asset })
      if (issues.length > 0) events.emit('analysis', { asset, issues })
    }
    return uploaded.map(({ asset }) => asset)
  }

  async get(id: string, options: CallOptions & { trashed?: 'include' } = {}): Promise<Asset> {
    const asset = await this.#find({ id }, options)
    if (asset === null || asset.tenant !== this.tenant) throw assetNotFound([id])
    if (asset.trashedAt !== null && options.trashed !== 'include') throw assetNotFound([id])
    return asset
  }

  async getByPublicFileId(publicFileId: string, options: CallOptions = {}): Promise<Asset> {
    const asset = await this.getPublic(publicFileId, options)
    if (asset.tenant !== this.tenant) throw noSuchFile()
    return asset
  }

  async getPublic(publicFileId: string, options: CallOptions = {}): Promise<Asset> {
    const asset = await this.#find({ publicFileId }, options)
    if (asset === null || asset.trashedAt !== null) throw noSuchFile()
    return asset
  }

  #find(
    by: { readonly id: string } | { readonly publicFileId: string },
    { signal }: CallOptions,
  ): Promise<Asset | null> {
    signal?.throwIfAborted()
    this.#engine.assertOpen()
    return this.#engine.metadata.get(by)
  }

  async list(options: ListOptions = {}): Promise<AssetPage> {
    const { page = 1, perPage = DEFAULT_PER_PAGE, trashed = false, signal } = options
    requirePage(page, perPage)
    signal?.throwIfAborted()
    this.#engine.assertOpen()
    const offset = Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER)
    const { assets, total } = await this.#engine.metadata.list({
      tenant: this.tenant,
      trashed,
      from: { offset },
      limit: perPage,
    })
    return { assets, page, perPage, total, lastPage: Math.max(1, Math.ceil(total / perPage)) }
  }

  iterate(options: Pick<ListOptions, 'trashed' | 'signal'> = {}): AsyncIterable<Asset> {
    return iterateAssets(this.#engine, this.tenant, options)
  }

  async update(id: string, changes: AssetChanges, options: CallOptions = {}): Promise<Asset> {
    return this.#change(id, validChanges(changes), options)
  }

  async settle(id: string, status: 'ready' | 'failed', options: CallOptions = {}): Promise<Asset> {
    return this.#change(id, { status }, options)
  }

  async #change(
    id: string,
    changes: AssetChanges & { readonly status?: 'ready' | 'failed' },
    { signal }: CallOptions,
  ): Promise<Asset> {
    signal?.throwIfAborted()
    const { clock, events, metadata, run } = this.#engine
    const at = formatTimestamp(clock())
    const asset = await run(() => metadata.update({ tenant: this.tenant, id, changes, at }))
    if (asset.updatedAt === at) events.emit('asset.updated', { asset })
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
    { signal }: CallOptions,
  ): Promise<readonly Asset[]> {
    signal?.throwIfAborted()
    const { clock, events, metadata, run } = this.#engine
    const request = {
      tenant: this.tenant,
      ids: distinctIds(ids, this.limits.idsPerRequest),
      at: formatTimestamp(clock()),
      to,
    }
    const moved = await run(() => metadata.move(request))
    for (const asset of moved) events.emit(event, { asset })
    return moved
  }

  async purge(ids: string | readonly string[], { signal }: CallOptions = {}): Promise<void> {
    signal?.throwIfAborted()
    const { clock, garbage, metadata, run } = this.#engine
    const now = clock()
    const request = {
      tenant: this.tenant,
      ids: distinctIds(ids, this.limits.idsPerRequest),
      at: formatTimestamp(now),
      doneSince: formatTimestamp(now - PURGE_MEMORY),
    }
    await run(async () => garbage.finish(await metadata.purge(request)))
  }

  get variantNames(): readonly string[] {
    return this.#engine.variants.names
  }

  offersVariant(asset: Asset, name: string): boolean {
    return this.#engine.variants.offers(asset, name)
  }

  async withVariant(
    asset: Asset | string,
    name: string,
    options: CallOptions = {},
  ): Promise<Asset> {
    options.signal?.throwIfAborted()
    const record = typeof asset === 'string' ? await this.get(asset, options) : asset
    const { run, variants } = this.#engine
    if (record.trashedAt !== null || record.status !== 'ready') throw noSuchFile()
    return run(() => variants.demand(record, name, options.signal))
  }

  async retryVariants(asset: Asset | string, options: CallOptions = {}): Promise<Asset> {
    options.signal?.throwIfAborted()
    const record = await this.get(typeof asset === 'string' ? asset : asset.id, options)
    const { run, variants } = this.#engine
    if (record.status !== 'ready') throw noSuchFile()
    return run(() => variants.retry(record, options.signal))
  }

  async read(asset: Asset | string, options: ReadOptions = {}): Promise<AssetFile> {
    const { variant } = options
    try {
      const record = await this.#servedRecord(asset, variant, options)
      return await openAssetFile(this.#engine, record, options)
    } catch (error) {
      const id = typeof asset === 'string' ? asset : asset.id
      throw await missingFile(error, id, this.#engine.metadata)
    }
  }

  async presign(
    asset: Asset | string,
    { variant, signal, ...options }: PresignedFileOptions,
  ): Promise<string | null> {
    const { blobs } = this.#engine
    if (blobs.presign === undefined) return null
    const record = await this.#servedRecord(asset, variant, signal === undefined ? {} : { signal })
    const { blobKey, mimeType } = servedFile(record, variant)
    return blobs.presign(blobKey, { mimeType, ...options })
  }

  async #servedRecord(
    asset: Asset | string,
    variant: string | undefined,
    options: CallOptions,
  ): Promise<Asset> {
    const record =
      variant !== undefined
        ? await this.withVariant(asset, variant, options)
        : typeof asset === 'string'
          ? await this.get(asset, options)
          : asset
    options.signal?.throwIfAborted()
    this.#engine.assertOpen()
    return record
  }

  locate(asset: Asset, { variant }: { variant?: string } = {}): string | null {
    this.#engine.assertOpen()
    return this.#engine.blobs.locate?.(servedFile(asset, variant).blobKey) ?? null
  }

  sweep(options: CallOptions = {}): Promise<SweepReport> {
    const { garbage, run } = this.#engine
    return run(() => garbage.sweep(options.signal))
  }

  verify(options?: VerifyOptions): Promise<VerifyReport> {
    return this.#engine.run(() => this.#engine.upkeep.verify(options))
  }

  hold(options?: CallOptions): Promise<Hold> {
    return this.#engine.run(() => this.#engine.upkeep.hold(options))
  }

  backup(options: BackupOptions): Promise<BackupReport> {
    return this.#engine.run(() => this.#engine.upkeep.backup(options))
  }

  async ping(): Promise<void> {
    this.#engine.assertOpen()
    await this.#engine.ping()
  }

  on<Name extends keyof AssetEvents>(
    event: Name,
    listener: (event: AssetEvents[Name]) => unknown,
  ): () => void {
    return this.#engine.events.on(event, listener)
  }

  forTenant(tenant: string): AssetStore {
    return tenant === this.tenant ? this : new TenantStore(this.#engine, tenant)
  }

  close(): Promise<void> {
    return this.#engine.close()
  }
}
