import { setMaxListeners } from 'node:events'
import { blobKeysOf } from '../../assets/asset.ts'
import { allSettledOrThrow } from '../../async/all-settled.ts'
import { type BlobCache, createBlobCache } from '../../blobs/blob-cache.ts'
import { type BlobCollector, createBlobCollector } from '../../blobs/blob-collector.ts'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { createReservedKeys } from '../../blobs/reserved-keys.ts'
import { storeClosed } from '../../errors/metadata-errors.ts'
import { createEventHub, type EventHub } from '../../events/event-hub.ts'
import { type Recording, recordedMetadata } from '../../events/recorded-metadata.ts'
import { tellingMetadata } from '../../events/telling-metadata.ts'
import { createFeedWaker, type FeedWaker } from '../../feed/feed-waker.ts'
import { jobFailed } from '../../jobs/job-endings.ts'
import { createJobRunner, type JobRunner } from '../../jobs/job-runner.ts'
import { wakingMetadata } from '../../jobs/waking-metadata.ts'
import { createKeyring, type Keyring } from '../../keys/create-keys.ts'
import { defineUpkeep } from '../../maintenance/background/upkeep.ts'
import { createMaintenance, type Maintenance } from '../../maintenance/maintenance.ts'
import { createSweeper, type Sweeper } from '../../maintenance/sweep.ts'
import { sweepRegularly } from '../../maintenance/sweep-regularly.ts'
import type { StoreLimits } from '../../options/limits.ts'
import type { MetadataStore } from '../../ports/metadata-store.ts'
import { sweepUploads } from '../../resumable/expire-uploads.ts'
import { createUploadWork, type UploadWork } from '../../resumable/upload-work.ts'
import type { Signer } from '../../signing/signer.ts'
import type { Clock } from '../../time/timestamp.ts'
import { tracedMetadata } from '../../tracing/traced-metadata.ts'
import { createQuotaShares } from '../../upload/policy/quota-shares.ts'
import type { UploadContext } from '../../upload/upload-context.ts'
import type { Variants } from '../../variants/variant-making.ts'
import { createVariants } from '../../variants/variants.ts'
import { defineVariantsJob } from '../../variants/variants-job.ts'
import { createWebhookEngine, type WebhookEngine } from '../../webhooks/webhook-engine.ts'
import { createRunningCalls, type RunningCalls } from '../calls/running-calls.ts'
import { createPing } from './health.ts'
import type { StoreCoreOptions } from './store-core-options.ts'

/** The parts that all views of one store share. */
export interface StoreCore {
  readonly metadata: MetadataStore
  /** The unrecorded records of a store that records, for views with another actor; else `null`. */
  readonly unrecorded: { readonly metadata: MetadataStore; readonly recording: Recording } | null
  readonly blobs: BlobStore
  readonly cache: BlobCache
  readonly limits: StoreLimits
  readonly readOnly: boolean
  readonly clock: Clock
  readonly keyring: Keyring
  /** The keyring of a view with another actor. */
  keyringOn(metadata: MetadataStore): Keyring
  /** `null` when no URLs are signed. */
  readonly signer: Signer | null
  readonly collector: BlobCollector
  readonly sweeper: Sweeper
  readonly variants: Variants
  readonly events: EventHub
  /** Tells followers of the change feed of commits; `null`: the store keeps no events. */
  readonly feed: FeedWaker | null
  /** Aborts when the store closes. */
  readonly closing: AbortSignal
  readonly maintenance: Maintenance
  /** What `upload` needs. */
  readonly uploads: UploadContext
  /** What resumable uploads share. */
  readonly resumable: UploadWork
  readonly calls: RunningCalls
  /** The calls of running jobs, which go on while the store closes. */
  readonly jobCalls: RunningCalls
  readonly runner: JobRunner
  readonly onError: (error: unknown) => void
  /** `null` when no webhooks are sent. */
  readonly webhooks: WebhookEngine | null
  ping(): Promise<void>
  close(): Promise<void>
}

export function createStoreCore(options: StoreCoreOptions): StoreCore {
  const { blobs, staging, analyzer, policy, processor, variantWait } = options
  const { limits, grace, auditFor, readOnly, sweepEveryMs, closeTimeout, clock, onError } = options
  const controller = new AbortController()
  const closing = controller.signal
  // All running work may listen to it.
  setMaxListeners(0, closing)
  const calls = createRunningCalls({ closing, closeTimeout })
  const jobsEnded = new AbortController()
  const jobCalls = createRunningCalls({ closing: jobsEnded.signal, closeTimeout: 0 })
  const events = createEventHub(onError)
  const feed = options.keepsEvents ? createFeedWaker() : null
  const cache = createBlobCache(options.blobCacheBytes)
  const runner = createJobRunner({
    ...options.jobs,
    jobs: options.metadata.jobs,
    closeTimeout,
    onError,
    onDead(job, error) {
      events.emit('job.dead', { job, error })
      onError(jobFailed(job, error))
    },
  })
  const waking = runner.works
    ? wakingMetadata(options.metadata, () => runner.wake())
    : options.metadata
  const telling = tellingMetadata(waking, ({ tenant, type, data }) => {
    // From then on no read of this process returns the bytes.
    if (type === 'asset.purged') cache.forget(blobKeysOf(data.asset))
    events.emit(type, data)
    feed?.wake(tenant)
    webhooks?.wake()
  })
  const recording = { audit: auditFor !== null, events: feed !== null }
  const isRecorded = recording.audit || recording.events
  const recorded = isRecorded ? recordedMetadata(telling, recording, null) : telling
  const metadata = tracedMetadata(recorded, null)
  const webhooks =
    options.webhooks === null
      ? null
      : createWebhookEngine({
          ...options.webhooks,
          metadata: waking,
          runner,
          concurrency: options.jobs.concurrency,
          readOnly,
          closing,
          onError,
        })
  const collector = createBlobCollector({
    metadata,
    blobs,
    grace,
    cache,
    closing,
    onError,
  })
  const sweeper = createSweeper({
    ...options,
    metadata,
    collector,
    closing,
    sweepUploads: () => sweepUploads(core),
  })
  const keys = createReservedKeys({ metadata, clock, grace })
  const variants = createVariants({
    processor,
    when: options.variantsWhen,
    whenBusy: options.whenBusy,
    whenFailed: options.whenFailed,
    metadata,
    blobs,
    staging,
    keys,
    collector,
    grace,
    clock,
    closing,
    onError,
  })
  if (variants.worksInBackground) defineVariantsJob(runner, { metadata, variants })
  const maintenance = createMaintenance({
    metadata,
    blobs,
    staging,
    grace,
    clock,
    variants,
    closing,
    onError,
  })
  if (options.upkeep !== null) {
    const { verifyEvery } = options.upkeep
    const parts = { runner, metadata, blobs, policy, variants, maintenance, events }
    defineUpkeep({ ...parts, verifyEvery, closing, onError })
  }
  const uploads: UploadContext = {
    metadata,
    blobs,
    staging,
    analyzer,
    policy,
    describe: options.describe,
    metadataSchema: options.metadataSchema,
    location: options.location,
    limits,
    onDuplicate: options.onDuplicate,
    keys,
    collector,
    variants,
    variantWait,
    quotaShares: createQuotaShares({ policy, metadata }),
    versions: { keepFor: options.versionLifetime, grace },
    pendingHours: options.pendingHours,
    clock,
    caller: null,
  }
  const stopSweeping = sweepRegularly(sweeper, calls, { closing, sweepEveryMs, onError })
  let closed: Promise<void> | undefined

  async function shutDown(): Promise<void> {
    stopSweeping()
    controller.abort(storeClosed())
    await Promise.all([calls.whenIdle(), runner.close()])
    jobsEnded.abort(storeClosed())
    await jobCalls.whenIdle()
    try {
      await allSettledOrThrow([
        variants.close(),
        Promise.resolve(analyzer.close?.()),
        maintenance.close(),
        collector.idle(),
        sweeper.idle(),
      ])
    } finally {
      await metadata.close()
    }
  }

  const keyringOn = (records: MetadataStore): Keyring =>
    createKeyring({
      metadata: records,
      clock,
      keysPerTenant: limits.keysPerTenant,
      readOnly,
      onError,
      assertOpen: calls.assertOpen,
    })

  const core: StoreCore = {
    metadata,
    unrecorded: isRecorded ? { metadata: telling, recording } : null,
    blobs,
    cache,
    limits,
    readOnly,
    clock,
    keyring: keyringOn(metadata),
    keyringOn,
    signer: options.signer,
    collector,
    sweeper,
    variants,
    events,
    feed,
    closing,
    maintenance,
    uploads,
    resumable: createUploadWork({ metadata, onError }),
    calls,
    jobCalls,
    runner,
    webhooks,
    onError,
    ping: createPing({ metadata, blobs }),
    close() {
      closed ??= shutDown()
      return closed
    },
  }
  return core
}
