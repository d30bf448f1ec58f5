import type { Analyzer } from '../analysis/analyzer.ts'
import { createAnalyzer } from '../analysis.ts'
import { type Clock, systemClock } from '../asset/timestamp.ts'
import { StowageError } from '../errors/stowage-error.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { Staging } from '../ports/staging.ts'
import type { VariantMaker } from '../ports/variant-maker.ts'
import type { AssetStore } from './asset-store.ts'
import { createEngine } from './engine.ts'
import { DEFAULT_LIMITS, type StoreLimits } from './limits.ts'
import type { Policy } from './policy.ts'
import { TenantStore } from './tenant-store.ts'

const HOUR = 3_600_000

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
   * take longer than half of it. Default 24 hours, at least 1 minute.
   */
  readonly grace?: number
  /** Milliseconds between sweeps, the first of which follows the opening; `false` for none. Default 10 minutes. */
  readonly sweepEvery?: number | false
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
  const { metadata, blobs, staging = blobs.staging, analyzer, sweepEvery = HOUR / 6 } = options
  if (staging === undefined) {
    throw invalid('staging', 'This blob store has no staging of its own: pass `staging`.')
  }
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  for (const [name, value] of Object.entries(limits)) {
    if (!Number.isSafeInteger(value) || value < 1) {
      throw invalid(
        'limits',
        `limits.${name} must be a whole number from 1; there is no "unlimited".`,
      )
    }
  }
  const grace = options.grace ?? 24 * HOUR
  if (!(grace >= 60_000 && Number.isFinite(grace))) {
    throw invalid('grace', 'grace must be at least 60000 milliseconds.')
  }
  const engine = createEngine({
    metadata,
    blobs,
    staging,
    limits,
    grace,
    policy: options,
    maker: options.images ?? null,
    whenBusy: options.whenImagesBusy ?? 'store',
    analyzer:
      analyzer ?? createAnalyzer({ maxTime: limits.analysisTime, maxBytes: limits.analysisBytes }),
    sweepEvery: sweepEvery === false ? null : sweepEvery,
    clock: options.clock ?? systemClock(),
    onError: options.onError ?? warn,
  })
  return new TenantStore(engine, options.tenant ?? 'default')
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error), { code: 'STOWAGE' })
}

function invalid(argument: string, message: string): StowageError {
  return new StowageError('invalid_argument', message, { context: { argument } })
}
