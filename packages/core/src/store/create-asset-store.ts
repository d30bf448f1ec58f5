import { inspect } from 'node:util'
import type { Analyzer } from '../analysis/analyzer.ts'
import { createAnalyzer } from '../analysis.ts'
import { type Clock, systemClock } from '../asset/timestamp.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { Staging } from '../ports/staging.ts'
import type { VariantMaker } from '../ports/variant-maker.ts'
import type { AssetStore } from './asset-store.ts'
import { createEngine } from './engine.ts'
import { DEFAULT_LIMITS, type StoreLimits } from './limits.ts'
import type { Policy } from './policy.ts'
import { readOnlyMetadata } from './read-only.ts'
import { requireTenant } from './tenant-name.ts'
import { TenantStore } from './tenant-store.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** A bucket of the folder that is older than this gets no new blobs: see `filesystem/blobs.ts`. */
const MAX_GRACE = 7 * DAY
/** What `setTimeout` can wait for. */
const MAX_TIMER = 2 ** 31 - 1
const MAX_DAYS = 36_500
const DEFAULT_BLOB_CACHE = 32 * 1024 * 1024
const MAX_COUNT = Number.MAX_SAFE_INTEGER

/** What `openAssetStore` and `createAssetStore` both take. */
export interface AssetStoreOptions extends Policy {
  /** The tenant that the store itself stands for. Default `default`. */
  readonly tenant?: string
  readonly limits?: Partial<StoreLimits>
  /** Makes thumbnails and other variants, such as `sharpVariants()` of `@stowage/sharp`. Default: none. */
  readonly images?: VariantMaker
  /**
   * What an upload does when the maker has too much to do: `store` the file and make its variants at the
   * first request for them, or `refuse` it as `unavailable`. Default `store`.
   */
  readonly whenImagesBusy?: 'store' | 'refuse'
  /** Default: `createAnalyzer` of `@stowage/core/analysis`. */
  readonly analyzer?: Analyzer
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
  /** Hears of what fails where no caller waits for it. Default: a process warning. */
  readonly onError?: (error: unknown) => void
  /** Tells the time, in microseconds. Default: the system's clock. */
  readonly clock?: Clock
}

export interface PortOptions extends AssetStoreOptions {
  readonly metadata: MetadataStore
  readonly blobs: BlobStore
  /** Where uploads over 256 KiB wait. Default: the blob store's own, when it has one. */
  readonly staging?: Staging
}

/** An `AssetStore` on any ports. It owns them from now on: `close` closes them. */
export function createAssetStore(options: PortOptions): AssetStore {
  const { blobs, staging = blobs.staging, analyzer, readOnly = false } = options
  const { sweepEvery = 10 * MINUTE } = options
  if (staging === undefined) {
    throw invalidArgument('staging', 'This blob store has no staging of its own: pass `staging`.')
  }
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  for (const [name, value] of Object.entries(limits)) {
    requireWhole(`limits.${name}`, value, 1, name === 'analysisTime' ? MAX_TIMER : MAX_COUNT)
  }
  const grace = options.grace ?? DAY
  requireWhole('grace', grace, MINUTE, MAX_GRACE)
  if (sweepEvery !== false) requireWhole('sweepEvery', sweepEvery, 1, MAX_TIMER)
  const retentionDays = options.trash?.retentionDays
  if (retentionDays !== undefined) requireWhole('trash.retentionDays', retentionDays, 1, MAX_DAYS)
  const blobCache = options.blobCache ?? DEFAULT_BLOB_CACHE
  requireWhole('blobCache', blobCache, 0, MAX_COUNT)
  const tenant = requireTenant(options.tenant ?? 'default')
  const engine = createEngine({
    metadata: readOnly ? readOnlyMetadata(options.metadata) : options.metadata,
    blobs,
    staging,
    blobCache,
    limits,
    grace,
    retention: retentionDays === undefined ? null : retentionDays * DAY * 1000,
    policy: options,
    maker: options.images ?? null,
    whenBusy: options.whenImagesBusy ?? 'store',
    analyzer:
      analyzer ?? createAnalyzer({ maxTime: limits.analysisTime, maxBytes: limits.analysisBytes }),
    readOnly,
    sweepEvery: sweepEvery === false || readOnly ? null : sweepEvery,
    clock: options.clock ?? systemClock(),
    onError: neverThrowing(options.onError ?? warn),
  })
  return new TenantStore(engine, tenant)
}

function requireWhole(option: string, value: number, least: number, most: number): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return
  const [argument = option] = option.split('.')
  throw invalidArgument(argument, `${option} must be a whole number from ${least} to ${most}.`)
}

/** A hook that throws must not make a call fail that has succeeded. */
function neverThrowing(onError: (error: unknown) => void): (error: unknown) => void {
  return (error) => {
    try {
      onError(error)
    } catch (failure) {
      warn(failure)
    }
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
