import type { Analyzer } from '@stowage/analysis'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { OnDuplicate } from '../../duplicates/on-duplicate.ts'
import type { LocationMode } from '../../location/location-mode.ts'
import type { StoreLimits } from '../../options/limits.ts'
import type { MetadataSchema } from '../../own-data/metadata-schema.ts'
import type { MetadataStore } from '../../ports/metadata-store.ts'
import type { Signer } from '../../signing/signer.ts'
import type { StagedFile, Staging } from '../../staging/staging.ts'
import type { Clock } from '../../time/timestamp.ts'
import type { DescribeFile } from '../../upload/describe-file.ts'
import type { Policy } from '../../upload/policy/upload-policy.ts'
import type { VariantProcessor } from '../../variants/variant-processor.ts'
import type { WhenMade } from '../../variants/when-made.ts'
import type { SecretBox } from '../../webhooks/webhook-secret.ts'
import type { WebhookSender } from '../../webhooks/webhook-sender.ts'

/** The options of a store, each with its value. */
export interface StoreCoreOptions {
  readonly metadata: MetadataStore
  readonly blobs: BlobStore
  readonly staging: Staging
  readonly analyzer: Analyzer<StagedFile>
  readonly policy: Policy
  readonly describe: DescribeFile | null
  readonly metadataSchema: MetadataSchema | null
  readonly location: LocationMode
  readonly processor: VariantProcessor | null
  /** When the variants that belong to an upload are made. */
  readonly variantsWhen: WhenMade
  readonly whenBusy: 'store' | 'refuse'
  readonly whenFailed: 'store' | 'refuse'
  /** Milliseconds that an upload waits for variants of its files before it gives up. */
  readonly variantWait: number
  /** Bytes of small blobs kept in memory. */
  readonly blobCacheBytes: number
  readonly limits: StoreLimits
  /** The default for uploads that do not set it. */
  readonly onDuplicate: OnDuplicate
  /** Milliseconds. */
  readonly grace: number
  /** Milliseconds that the trash keeps an asset; `null`: forever. */
  readonly retention: number | null
  /** Milliseconds that replaced contents are kept; 0: not at all. */
  readonly versionLifetime: number
  /** Milliseconds that the audit trail keeps an entry; `null`: nothing is recorded. */
  readonly auditFor: number | null
  /** Whether the change feed gets events. */
  readonly keepsEvents: boolean
  /** Milliseconds that the change feed keeps an event. */
  readonly eventsFor: number
  /** Whether every change is refused. */
  readonly readOnly: boolean
  /** Whether this process runs jobs, and how many at a time. */
  readonly jobs: { readonly work: boolean; readonly concurrency: number }
  /**
   * `null`: this process does no work over the whole store. `verifyEvery`: milliseconds between verifications; `null`:
   * none begins by itself.
   */
  readonly upkeep: { readonly verifyEvery: number | null } | null
  /** Milliseconds between sweeps; `null` for none. */
  readonly sweepEveryMs: number | null
  /** Milliseconds that `close` waits for running uploads, variants being made, and jobs. */
  readonly closeTimeout: number
  /** `null` when no URLs are signed. */
  readonly signer: Signer | null
  /** `null` when no webhooks are sent. */
  readonly webhooks: { readonly sender: WebhookSender; readonly box: SecretBox } | null
  /** Hours that uploads with `pending: true` are pending. */
  readonly pendingHours: number
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}
