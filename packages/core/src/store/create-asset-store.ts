import { inspect } from 'node:util'
import { type Analyzer, createAnalyzer } from '@stowage/analysis'
import type { AssetStore } from '../asset-store/asset-store.ts'
import { DEFAULT_LIMITS, type StoreLimits } from '../asset-store/limits.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { isStowageError } from '../errors/stowage-error.ts'
import { toStoreError } from '../errors/to-store-error.ts'
import { requireTenant } from '../model/tenant-name.ts'
import { type Clock, systemClock } from '../model/timestamp.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { StagedFile, Staging } from '../ports/staging.ts'
import type { VariantProcessor } from '../ports/variant-processor.ts'
import type { Policy } from '../upload/upload-policy.ts'
import { createEngine } from './engine.ts'
import { readOnlyMetadata } from './read-only.ts'
import { TenantStore } from './tenant-store.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** A bucket of the folder that is older than this gets no new blobs: see `filesystem/blobs.ts`. */
const MAX_GRACE = 7 * DAY
/** What `setTimeout` can wait for. */
const MAX_TIMER = 2 ** 31 - 1
const CLOSE_TIMEOUT = 5000
const MAX_DAYS = 36_500
const DEFAULT_BLOB_CACHE = 32 * 1024 * 1024
/** Milliseconds that an upload waits for its thumbnail. */
const DEFAULT_VARIANT_WAIT = 2000
const MAX_COUNT = Number.MAX_SAFE_INTEGER

/** What `openAssetStore` and `createAssetStore` both take. */
export interface AssetStoreOptions extends Policy {
  /** The tenant that the store itself stands for. Default `default`. */
  readonly tenant?: string
  readonly limits?: Partial<StoreLimits>
  /** Makes thumbnails and other variants, such as `sharpVariants()` of `@stowage/sharp`. Default: none. */
  readonly variants?: VariantProcessor
  /**
   * What an upload does when the maker has too much to do: `store` the file and make its variants at the
   * first request for them, or `refuse` it as `unavailable`. Default `store`.
   */
  readonly whenVariantsBusy?: 'store' | 'refuse'
  /**
   * Milliseconds that an upload waits for the variants of a file. What is not made by then is given up, and
   * it goes on as `whenImagesBusy` says, without variants of its other files. Default 2000; 1 to 24 days.
   */
  readonly variantWait?: number
  /** Default: `createAnalyzer` of `@stowage/analysis`. */
  readonly analyzer?: Analyzer<StagedFile>
  /**
   * Milliseconds after which the remains of an upload that never finished are deleted. An upload may not
   * take longer than half of it. Default 24 hours; 1 minute to 7 days.
   */
  readonly grace?: number
  /** Milliseconds between sweeps, the first of which follows the opening; `false` for none. Default 10 minutes, at most 24 days. */
  readonly sweepEvery?: number | false
  /**
   * What becomes of assets in the trash: `retentionDays` after they were trashed, a sweep purges them for
   * good. 1 to 36,500 whole days. Default: they stay until they are purged.
   */
  readonly trash?: { readonly retentionDays: number }
  /**
   * Refuses every change as `unavailable`, makes no variants and sweeps nothing: for maintenance, and for a
   * process that shall only serve. Default `false`.
   */
  readonly readOnly?: boolean
  /**
   * Bytes of memory for files up to 64 KiB that were read lately, 0 for none. Whether a file may be served is
   * still looked up for every read. Default 32 MiB.
   */
  readonly blobCache?: number
  /**
   * Milliseconds for which `close` waits for uploads under way, and for variants being made; those whose source,
   * hooks or maker have not answered by then reject with `closed` and store nothing. Default 5,000; 0 to
   * 2,147,483,647.
   */
  readonly closeTimeout?: number
  /**
   * Hears of what fails where no caller waits for it. Not waited for; when it throws or rejects, that becomes a
   * process warning. Default: a process warning.
   */
  readonly onError?: (error: unknown) => unknown
  /** Tells the time, in microseconds. Default: the system's clock. */
  readonly clock?: Clock
}

export interface PortOptions extends AssetStoreOptions {
  readonly metadata: MetadataStore
  readonly blobs: BlobStore
  /** Where uploads over 256 KiB wait. Default: the blob store's own, when it has one. */
  readonly staging?: Staging
}

/**
 * An `AssetStore` on any ports. It owns them from now on: `close` closes them. When the analyzer or the processor
 * of variants cannot work here, `onError` is called.
 */
export function createAssetStore(options: PortOptions): AssetStore {
  const store = assembleAssetStore(options)
  const onError = safeErrorHook(options.onError ?? warn)
  prepareParts(options).catch(onError)
  return store
}

/**
 * Rejects with `analysis_unavailable` or `variants_unavailable` when the analyzer or the processor of variants can
 * never work here. A failure that may pass is ignored.
 */
export async function prepareParts({
  analyzer = createAnalyzer(),
  variants,
  readOnly = false,
}: Pick<AssetStoreOptions, 'analyzer' | 'variants' | 'readOnly'>): Promise<void> {
  if (readOnly) return
  await analyzer.prepare?.().catch((cause) => {
    const error = toStoreError(cause, undefined)
    if (isStowageError(error, 'analysis_unavailable')) throw error
  })
  await variants?.prepare?.().catch((error) => {
    if (isStowageError(error, 'variants_unavailable')) throw error
  })
}

/** `createAssetStore` without `prepareParts`. */
export function assembleAssetStore(options: PortOptions): AssetStore {
  const { blobs, staging = blobs.staging, analyzer, readOnly = false } = options
  const { sweepEvery = 10 * MINUTE } = options
  if (staging === undefined) {
    throw invalidArgument('staging', 'This blob store has no staging of its own: pass `staging`.')
  }
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  for (const [name, value] of Object.entries(limits)) {
    assertInteger(`limits.${name}`, value, 1, name === 'analysisTime' ? MAX_TIMER : MAX_COUNT)
  }
  const grace = options.grace ?? DAY
  assertInteger('grace', grace, MINUTE, MAX_GRACE)
  if (sweepEvery !== false) assertInteger('sweepEvery', sweepEvery, 1, MAX_TIMER)
  const retentionDays = options.trash?.retentionDays
  if (retentionDays !== undefined) assertInteger('trash.retentionDays', retentionDays, 1, MAX_DAYS)
  const closeTimeout = options.closeTimeout ?? CLOSE_TIMEOUT
  assertInteger('closeTimeout', closeTimeout, 0, MAX_TIMER)
  const blobCache = options.blobCache ?? DEFAULT_BLOB_CACHE
  assertInteger('blobCache', blobCache, 0, MAX_COUNT)
  const variantWait = options.variantWait ?? DEFAULT_VARIANT_WAIT
  assertInteger('variantWait', variantWait, 1, MAX_TIMER)
  const tenant = requireTenant(options.tenant ?? 'default')
  const engine = createEngine({
    metadata: readOnly ? readOnlyMetadata(options.metadata) : options.metadata,
    blobs,
    staging,
    blobCache,
    limits,
    grace,
    retention: retentionDays === undefined ? null : retentionDays * DAY,
    policy: options,
    processor: options.variants ?? null,
    whenBusy: options.whenVariantsBusy ?? 'store',
    variantWait,
    analyzer:
      analyzer ?? createAnalyzer({ maxTime: limits.analysisTime, maxBytes: limits.analysisBytes }),
    readOnly,
    sweepEvery: sweepEvery === false || readOnly ? null : sweepEvery,
    closeTimeout,
    clock: options.clock ?? systemClock(),
    onError: safeErrorHook(options.onError ?? warn),
  })
  return new TenantStore(engine, tenant)
}

function assertInteger(option: string, value: number, least: number, most: number): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return
  const [argument = option] = option.split('.')
  throw invalidArgument(argument, `${option} must be a whole number from ${least} to ${most}.`)
}

/** A hook that throws or rejects must neither make a call fail that has succeeded nor end the process. */
function safeErrorHook(onError: (error: unknown) => unknown): (error: unknown) => void {
  return (error) => {
    new Promise((resolve) => resolve(onError(error))).catch(warn)
  }
}

function warn(error: unknown): void {
  const options = { code: 'STOWAGE' }
  try {
    process.emitWarning(error as Error, options)
  } catch {
    // Node takes text, and errors of its own realm.
    process.emitWarning(inspect(error), options)
  }
}
