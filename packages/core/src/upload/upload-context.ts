import type { Analyzer } from '@stowage/analysis'
import type { AssetStatus } from '../assets/asset.ts'
import type { AssetScope } from '../assets/asset-scope.ts'
import type { Turn } from '../async/turn.ts'
import type { BlobCollector } from '../blobs/blob-collector.ts'
import type { ReservedKeys } from '../blobs/reserved-keys.ts'
import type { FileStorage } from '../blobs/storage-in-turn.ts'
import type { OnDuplicate } from '../duplicates/on-duplicate.ts'
import type { ImportedFacts } from '../import/import-request.ts'
import type { Principal } from '../keys/api-key.ts'
import type { LocationMode } from '../location/location-mode.ts'
import type { StoreLimits } from '../options/limits.ts'
import type { MetadataSchema } from '../own-data/metadata-schema.ts'
import type { OwnData } from '../own-data/own-data.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { StagedFile } from '../staging/staging.ts'
import type { UploadTicket } from '../tickets/upload-ticket.ts'
import type { Clock } from '../time/timestamp.ts'
import type { Trace } from '../tracing/trace-events.ts'
import type { Variants } from '../variants/variant-making.ts'
import type { AnnouncedBytes } from './announced-bytes.ts'
import type { DescribeFile } from './describe-file.ts'
import type { QuotaShares } from './policy/quota-shares.ts'
import type { Policy } from './policy/upload-policy.ts'
import type { UploadInput, UploadManyOptions } from './upload-options.ts'

/** What all uploads of a store share. */
export interface UploadContext extends FileStorage {
  readonly metadata: MetadataStore
  readonly analyzer: Analyzer<StagedFile>
  readonly policy: Policy
  readonly limits: StoreLimits
  /** The default for uploads that do not set it. */
  readonly onDuplicate: OnDuplicate
  readonly keys: ReservedKeys
  readonly collector: BlobCollector
  readonly variants: Variants
  /** Milliseconds that an upload waits for variants of its files. */
  readonly variantWait: number
  readonly quotaShares: QuotaShares
  /** The hook that describes each file; `null`: none. */
  readonly describe: DescribeFile | null
  /** What the metadata of each file must be; `null`: anything that an asset may have. */
  readonly metadataSchema: MetadataSchema | null
  readonly location: LocationMode
  /** Milliseconds that replaced contents are kept (0: not at all), and blobs that readers may have open. */
  readonly versions: { readonly keepFor: number; readonly grace: number }
  /** Hours that uploads with `pending: true` are pending. */
  readonly pendingHours: number
  readonly clock: Clock
  /**
   * The uploading caller, since callers of a tenant take turns; `null`: the scope of the view stands for the caller.
   */
  readonly caller: string | null
}

/** The context of one upload, which always waits in this turn. */
export interface UploadInTurn extends UploadContext {
  readonly turn: Turn
  /** What its parts are part of. Default: nothing that is traced. */
  readonly trace?: Trace
}

/** One call of `upload` or `uploadMany`, checked. */
export interface UploadRequest {
  readonly tenant: string
  /** The scope of the view that uploads; `null`: the whole tenant. */
  readonly scope: AssetScope | null
  readonly files: Iterable<UploadInput> | AsyncIterable<UploadInput>
  readonly principal: Principal | undefined
  /** What allows the upload, in place of a principal. */
  readonly ticket: UploadTicket | undefined
  readonly idempotencyKey: string | undefined
  /** The folder for the files; `null`: none. */
  readonly folderId: string | null
  /** Hours that the assets are pending; `null`: they stay. */
  readonly pendingHours: number | null
  /** `undefined`: the store's default. */
  readonly onDuplicate: OnDuplicate | undefined
  /** The scope in which files count as duplicates; `null`: that of the view or of the ticket. */
  readonly duplicatesOf: AssetScope | null
  /** Whether an existing asset may be returned. Default: yes. */
  readonly onRepeated?: UploadManyOptions['onRepeated']
  /** The own data for all files, checked. */
  readonly own: Partial<OwnData>
  /** Announced bytes of the files. */
  readonly announced: AnnouncedBytes
  /** The resumable upload that becomes the one asset, and the fence of its holder. Default: a plain upload. */
  readonly upload?: { readonly id: string; readonly fence: number }
  /** Facts of the one file from another system. Default: a plain upload. */
  readonly imported?: {
    readonly facts: ImportedFacts
    /** The policy of the store can only restrict it further. */
    readonly status: AssetStatus
    /** Called with the hash of the bytes, and with that of what is stored of them when they were cleaned. */
    readonly onReceived: (sha256: string) => void
  }
  /** What the upload is part of. Default: nothing that is traced. */
  readonly trace?: Trace | null
  readonly signal: AbortSignal
}
