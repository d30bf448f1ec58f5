import type { Analyzer } from '@stowage/analysis'
import { ON_DUPLICATE, type OnDuplicate } from '../../duplicates/on-duplicate.ts'
import { MAX_CONCURRENT_JOBS } from '../../jobs/jobs.ts'
import type { JobsOptions } from '../../jobs/jobs-option.ts'
import { LOCATION_MODES, type LocationMode } from '../../location/location-mode.ts'
import { type Check, group, type OptionChecks, required } from '../../options/check-options.ts'
import { callback, either, flag, having, integer, MAX_TIMER, oneOf } from '../../options/checks.ts'
import type { StoreLimits } from '../../options/limits.ts'
import { type MetadataSchema, metadataSchemaOption } from '../../own-data/metadata-schema.ts'
import { type SigningOptions, signingOption } from '../../signing/signing-options.ts'
import type { StagedFile } from '../../staging/staging.ts'
import { requireTenant } from '../../tenants/tenant-name.ts'
import type { Clock } from '../../time/timestamp.ts'
import type { DescribeFile } from '../../upload/describe-file.ts'
import { MAX_PENDING_HOURS } from '../../upload/pending-option.ts'
import { allowPolicy } from '../../upload/policy/allow-patterns.ts'
import type { Policy } from '../../upload/policy/upload-policy.ts'
import type { VariantProcessor } from '../../variants/variant-processor.ts'
import { type VariantsOptions, variantsOption } from '../../variants/variants-option.ts'
import type { WebhookSender } from '../../webhooks/webhook-sender.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** A bucket of the folder that is older than this gets no new blobs: see `filesystem/blobs/blob-remover.ts`. */
const MAX_GRACE = 7 * DAY
const MAX_DAYS = 36_500
const MAX_VERSION_DAYS = 3650
/** No job waits for longer. */
const MAX_VERIFY_DAYS = 366

/** Options of a store that few apps need. */
export interface AdvancedOptions {
  /**
   * Milliseconds after which the remains of an upload that never finished are deleted. An upload may not
   * take longer than half of it. Default 24 hours; 1 minute to 7 days.
   */
  readonly graceMs?: number
  /**
   * Milliseconds between sweeps. The first one follows the opening; `false` for none. Default 10 minutes, at most 24
   * days.
   */
  readonly sweepEveryMs?: number | false
  /**
   * Bytes of memory for recently read files of up to 64 KiB, 0 for none. Every read still looks up whether the file may
   * be served. Default 32 MiB.
   */
  readonly blobCacheBytes?: number
  /**
   * Milliseconds that `close` waits for running uploads, for variants being made, and for jobs. Uploads whose source,
   * hooks or variant processor have not answered by then reject with `closed` and store nothing; jobs that have not
   * ended run again elsewhere. Default 5,000; 0 to 2,147,483,647.
   */
  readonly closeTimeout?: number
  /** Returns the time in microseconds. Default: the system's clock. */
  readonly clock?: Clock
}

/** How a store behaves, independent of its location. */
export interface AssetStoreOptions extends Policy {
  /** The tenant of the store itself. Default `default`. */
  readonly tenant?: string
  /** Limits of uploads, bulk calls and analysis. Each has a default; there is no "unlimited". */
  readonly limits?: Partial<StoreLimits>
  /**
   * What an upload does with a file whose bytes are already stored, unless the call says otherwise: see
   * `UploadManyOptions.onDuplicate`. Default `store`.
   */
  readonly onDuplicate?: OnDuplicate
  /**
   * Describes a file from its bytes and facts, such as the camera of a photo in `metadata`, so that lists can filter by
   * it. Called once for each uploaded or imported file that `allow` and `scan` let in, also when `scan` answers `wait`;
   * not for copies and replaced contents. The upload's own data win: its `title`, each language of `alt`, each member
   * of `metadata`; tags are added to its own. Data that exceed the limits together with those are left out. When it
   * throws, the upload fails as `unavailable`; `invalid_argument` when it returns data that no asset may have. Default:
   * none.
   */
  readonly describe?: DescribeFile
  /**
   * What the `metadata` of assets must be: a validator of Zod, Valibot, ArkType or another library with the interface
   * of Standard Schema v1. What it returns is stored. Called wherever metadata are set: by uploads and imports (once, with
   * what the upload and its ticket say, also when that is nothing; with `describe` once more, with what that adds) and by
   * `update`. A ticket may leave members to its uploads. Copies and replaced contents keep what the asset has. `invalid_argument` names the
   * member that it refuses, and `context.reason` says why. It must not answer with a promise. When it throws, the metadata are
   * refused, and `onError` gets what it threw. Default: any metadata.
   */
  readonly metadataSchema?: MetadataSchema
  /**
   * Makes thumbnails and other variants: `sharpVariants()` of `@stowage/sharp`, alone, in a list with others, or as the
   * `processor` together with how uploads wait for it. Default: none.
   */
  readonly variants?: VariantProcessor | readonly VariantProcessor[] | VariantsOptions
  /**
   * What happens to the place where a photo or a video was taken; see `docs/guides/location.md`. `keep` (default): it
   * stays. `served`: URLs that need no key serve a copy without it. `stored`: it is taken out before the file is stored;
   * `location_not_removable` for a picture or video of which nobody can tell, or from which it cannot be taken out.
   */
  readonly location?: LocationMode
  /**
   * Detects the types and facts of files. Default: `createAnalyzer()` of `@stowage/analysis`, with
   * `limits.analysisTimeMs` and `limits.analysisBytes`.
   */
  readonly analyzer?: Analyzer<StagedFile>
  /**
   * How long the trash keeps assets: `retentionDays` after they were trashed, a sweep purges them for
   * good. 1 to 36,500 whole days. Default: they stay until they are purged.
   */
  readonly trash?: { readonly retentionDays: number }
  /**
   * How long `versions.replace` keeps the old content of an asset for `versions.restore`: whole days, 0 (not at all) to
   * 3650. The bytes of versions count towards the quota. Default 30 days.
   */
  readonly versions?: { readonly days: number }
  /**
   * Hours after which a sweep purges uploads with `pending: true`, unless they were attached or kept. 1 to 720 whole
   * hours. Default 24.
   */
  readonly pendingHours?: number
  /**
   * Records who did what to assets, folders, keys and tickets: see `StoreAdmin.audit` and `AssetStore.for`. `days`: a
   * sweep deletes older entries; 1 to 36,500 whole days, 365 with `true`. Default: nothing is recorded.
   */
  readonly audit?: true | { readonly days: number }
  /**
   * Keeps the change feed: what happened, for `AssetStore.events` of all processes. `days`: a sweep deletes older
   * events; 1 to 36,500 whole days, 30 with `true`. With `false` nothing is written, and what is there is deleted after
   * 30 days. Default `true`.
   */
  readonly events?: boolean | { readonly days: number }
  /** Signs URLs of files; such a URL needs no key until it expires: see `AssetStore.urls`. Default: none are signed. */
  readonly signing?: SigningOptions
  /** Work in the background: see `AssetStore.jobs`. Without a kind that is defined nothing runs. */
  readonly jobs?: JobsOptions
  /**
   * Sends webhooks: `webhooks()` of `@stowage/webhooks`; see `AssetStore.webhooks`. Needs `signing` and `events`, and an
   * API with `baseUrl` on the store, whose form the events have. Default: none are sent, and the API has no
   * `/webhooks`.
   */
  readonly webhooks?: WebhookSender
  /**
   * Refuses every change as `unavailable`, makes no variants and sweeps nothing: for maintenance, and for a
   * process that should only serve. Default `false`.
   */
  readonly readOnly?: boolean
  /**
   * Called with errors that no caller waits for. The store does not await it. If it throws or rejects, that becomes a
   * process warning. Default: a process warning.
   */
  readonly onError?: (error: unknown) => unknown
  /** Options that few apps need. */
  readonly advanced?: AdvancedOptions
}

const days = group<{ readonly days: number }>(
  { days: required(integer(1, MAX_DAYS)) },
  '{ days: 90 }',
)

/** `true` stands for the default. */
const auditOption: Check = (value, name) => {
  if (value !== true) days(value, name)
}

const regularly = group<{ readonly verifyEveryDays: number }>(
  { verifyEveryDays: required(integer(1, MAX_VERIFY_DAYS)) },
  '{ verifyEveryDays: 30 }',
)

const maintenanceOption: Check = (value, name) => {
  if (typeof value !== 'boolean') regularly(value, name)
}

/** The check of each option. Defaults are in `createAssetStore`. */
export const ASSET_STORE_OPTIONS: OptionChecks<AssetStoreOptions> = {
  tenant: (value) => void requireTenant(value),
  limits: group<Partial<StoreLimits>>({
    fileSize: integer(1),
    filesPerUpload: integer(1),
    idsPerRequest: integer(1),
    keysPerTenant: integer(1),
    analysisTimeMs: integer(1, MAX_TIMER),
    analysisBytes: integer(1),
  }),
  onDuplicate: oneOf(...ON_DUPLICATE),
  allow: allowPolicy,
  quota: callback,
  scan: callback,
  describe: callback,
  metadataSchema: metadataSchemaOption,
  variants: variantsOption,
  location: oneOf(...LOCATION_MODES),
  analyzer: having('an analyzer, such as createAnalyzer()', 'analyze'),
  trash: group<NonNullable<AssetStoreOptions['trash']>>(
    { retentionDays: required(integer(1, MAX_DAYS)) },
    '{ retentionDays: 30 }',
  ),
  versions: group<NonNullable<AssetStoreOptions['versions']>>(
    { days: required(integer(0, MAX_VERSION_DAYS)) },
    '{ days: 90 }',
  ),
  pendingHours: integer(1, MAX_PENDING_HOURS),
  audit: auditOption,
  events: either(false, auditOption),
  signing: signingOption,
  jobs: group<JobsOptions>({
    work: flag,
    maintenance: maintenanceOption,
    concurrency: integer(1, MAX_CONCURRENT_JOBS),
  }),
  webhooks: having('a sender, such as webhooks() of @stowage/webhooks', 'assertUrl', 'send'),
  readOnly: flag,
  onError: callback,
  advanced: group<AdvancedOptions>({
    graceMs: integer(MINUTE, MAX_GRACE),
    sweepEveryMs: either(false, integer(1, MAX_TIMER)),
    blobCacheBytes: integer(0),
    closeTimeout: integer(0, MAX_TIMER),
    clock: callback,
  }),
}
