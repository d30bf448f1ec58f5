import { inspect } from 'node:util'
import { createAnalyzer } from '@stowage/analysis'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { invalidArgument } from '../../errors/invalid-argument.ts'
import { isStowageError } from '../../errors/stowage-error.ts'
import { toStoreError } from '../../errors/to-store-error.ts'
import type { JobsOptions } from '../../jobs/jobs-option.ts'
import { checkOptions, type OptionChecks, required } from '../../options/check-options.ts'
import { having } from '../../options/checks.ts'
import { DEFAULT_LIMITS } from '../../options/limits.ts'
import { withDefaults } from '../../options/with-defaults.ts'
import { reportingSchema } from '../../own-data/metadata-schema.ts'
import type { MetadataStore } from '../../ports/metadata-store.ts'
import { createSigner } from '../../signing/signer.ts'
import type { Staging } from '../../staging/staging.ts'
import { systemClock } from '../../time/timestamp.ts'
import { processorsOf, variantsOf } from '../../variants/variants-option.ts'
import { whenMade } from '../../variants/when-made.ts'
import type { AssetStore } from '../asset-store.ts'
import { TenantStore } from '../views/tenant-store.ts'
import { ASSET_STORE_OPTIONS, type AssetStoreOptions } from './asset-store-options.ts'
import { readOnlyMetadata } from './read-only.ts'
import { createStoreCore } from './store-core.ts'
import type { StoreCoreOptions } from './store-core-options.ts'
import { webhooksOf } from './webhooks-option.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Days that replaced contents are kept. */
const DEFAULT_VERSION_DAYS = 30
const DEFAULT_AUDIT_DAYS = 365
const DEFAULT_EVENT_DAYS = 30
const CLOSE_TIMEOUT = 5000
const DEFAULT_BLOB_CACHE = 32 * 1024 * 1024
/** Milliseconds that an upload waits for the variants of a file. */
const DEFAULT_VARIANT_WAIT = 2000

const DEFAULT_PENDING_HOURS = 24
/** Jobs that a process runs at a time. */
const DEFAULT_JOBS = 16

/** Options of `createAssetStore`: the ports, and everything of `AssetStoreOptions`. */
export interface PortOptions extends AssetStoreOptions {
  /** Keeps the records. */
  readonly metadata: MetadataStore
  /** Keeps the bytes. */
  readonly blobs: BlobStore
  /** Where uploads over 256 KiB wait. Default: the blob store's own staging, if it has one. */
  readonly staging?: Staging
}

const PORT_OPTIONS: OptionChecks<PortOptions> = {
  ...ASSET_STORE_OPTIONS,
  metadata: required(having('records, such as those of sqlite({ file }).open()', 'close')),
  blobs: required(having('a blob store, such as disk({ directory })', 'put', 'read', 'delete')),
  staging: having('a staging area, such as that of disk({ directory })', 'create'),
}

/**
 * An `AssetStore` on any ports. It owns them from now on: `close` closes them. Calls `onError` when the analyzer
 * or the variant processor cannot work here. `invalid_argument` names the wrong option.
 */
export function createAssetStore(options: PortOptions): AssetStore {
  checkOptions<PortOptions>('createAssetStore', options, PORT_OPTIONS)
  const store = assembleAssetStore(options)
  const onError = safeErrorHook(options.onError ?? warn)
  prepareParts(options).catch(onError)
  return store
}

/**
 * Rejects with `analysis_unavailable` or `variants_unavailable` when the analyzer or the variant processor can
 * never work here. Ignores a temporary failure.
 */
export async function prepareParts({
  analyzer = createAnalyzer(),
  variants = [],
  readOnly = false,
}: Pick<AssetStoreOptions, 'analyzer' | 'variants' | 'readOnly'>): Promise<void> {
  if (readOnly) return
  await analyzer.prepare?.().catch((cause) => {
    const error = toStoreError(cause, undefined)
    if (isStowageError(error, 'analysis_unavailable')) throw error
  })
  const preparing = processorsOf(variants).map((processor) => processor.prepare?.())
  await Promise.all(preparing).catch((error) => {
    if (isStowageError(error, 'variants_unavailable')) throw error
  })
}

/** `createAssetStore` without the checks of options and without `prepareParts`. */
export function assembleAssetStore(options: PortOptions): AssetStore {
  const { blobs, staging = blobs.staging, analyzer, readOnly = false, advanced = {} } = options
  const { sweepEveryMs = 10 * MINUTE, clock = systemClock() } = advanced
  if (staging === undefined) {
    throw invalidArgument(
      'staging',
      'This blob store has no staging of its own: pass `staging`, such as disk({ directory }).staging.',
    )
  }
  const limits = withDefaults(DEFAULT_LIMITS, options.limits)
  const retentionDays = options.trash?.retentionDays
  const auditDays = options.audit === true ? DEFAULT_AUDIT_DAYS : options.audit?.days
  const { events = true } = options
  const eventDays = typeof events === 'boolean' ? DEFAULT_EVENT_DAYS : events.days
  const variants = variantsOf(options)
  const works = !readOnly && (options.jobs?.work ?? true)
  const onError = safeErrorHook(options.onError ?? warn)
  const { metadataSchema } = options
  const core = createStoreCore({
    metadata: readOnly ? readOnlyMetadata(options.metadata) : options.metadata,
    blobs,
    staging,
    blobCacheBytes: advanced.blobCacheBytes ?? DEFAULT_BLOB_CACHE,
    limits,
    onDuplicate: options.onDuplicate ?? 'store',
    grace: advanced.graceMs ?? DAY,
    auditFor: auditDays === undefined ? null : auditDays * DAY,
    keepsEvents: events !== false,
    eventsFor: eventDays * DAY,
    retention: retentionDays === undefined ? null : retentionDays * DAY,
    versionLifetime: (options.versions?.days ?? DEFAULT_VERSION_DAYS) * DAY,
    policy: options,
    describe: options.describe ?? null,
    metadataSchema: metadataSchema === undefined ? null : reportingSchema(metadataSchema, onError),
    location: options.location ?? 'keep',
    processor: variants?.processor ?? null,
    variantsWhen: whenMade(variants ?? {}, works),
    whenBusy: variants?.whenBusy ?? 'store',
    whenFailed: variants?.whenFailed ?? 'store',
    variantWait: variants?.waitMs ?? DEFAULT_VARIANT_WAIT,
    analyzer:
      analyzer ??
      createAnalyzer({ maxTimeMs: limits.analysisTimeMs, maxBytes: limits.analysisBytes }),
    readOnly,
    jobs: {
      work: works,
      concurrency: options.jobs?.concurrency ?? DEFAULT_JOBS,
    },
    upkeep: works ? upkeepOf(options.jobs?.maintenance ?? false) : null,
    sweepEveryMs: sweepEveryMs === false || readOnly ? null : sweepEveryMs,
    closeTimeout: advanced.closeTimeout ?? CLOSE_TIMEOUT,
    signer: options.signing === undefined ? null : createSigner(options.signing, clock),
    webhooks: webhooksOf(options),
    pendingHours: options.pendingHours ?? DEFAULT_PENDING_HOURS,
    clock,
    onError,
  })
  return new TenantStore(core, options.tenant ?? 'default')
}

function upkeepOf(
  maintenance: NonNullable<JobsOptions['maintenance']>,
): StoreCoreOptions['upkeep'] {
  if (maintenance === false) return null
  return { verifyEvery: maintenance === true ? null : maintenance.verifyEveryDays * DAY }
}

/** A hook that throws or rejects must not fail a successful call or end the process. */
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
    // Node accepts only text and errors of its own realm.
    process.emitWarning(inspect(error), options)
  }
}
