import type { Analyzer } from '@stowage/analysis'
import type { StoreLimits } from '../asset-store/limits.ts'
import type { UploadInput, UploadManyOptions } from '../asset-store/uploads/upload-options.ts'
import type { Turn } from '../async/turn.ts'
import type { BlobCollector } from '../blobs/blob-collector.ts'
import type { ReservedKeys } from '../blobs/reserved-keys.ts'
import type { FileStorage } from '../blobs/storage-in-turn.ts'
import type { AssetStatus } from '../model/assets/asset.ts'
import type { AssetScope } from '../model/assets/asset-scope.ts'
import type { OnDuplicate } from '../model/assets/on-duplicate.ts'
import type { Principal } from '../model/keys/api-key.ts'
import type { UploadTicket } from '../model/keys/upload-ticket.ts'
import type { OwnData } from '../model/own-data/own-data.ts'
import type { Clock } from '../model/time/timestamp.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { StagedFile } from '../ports/staging.ts'
import type { Variants } from '../variants/variants.ts'
import type { AnnouncedBytes } from './announced-bytes.ts'
import type { DescribeFile } from './describe-file.ts'
import type { ImportedFacts } from './import-request.ts'
import type { QuotaShares } from './policy/quota-shares.ts'
import type { Policy } from './policy/upload-policy.ts'

/** What all uploads of a store share. */
export interface UploadContext extends FileStorage {
  readonly metadata: MetadataStore
  readonly analyzer: Analyzer<StagedFile>
  readonly policy: Policy
  readonly limits: StoreLimits
  /** What uploads do that do not say it. */
  readonly onDuplicate: OnDuplicate
  readonly keys: ReservedKeys
  readonly collector: BlobCollector
  readonly variants: Variants
  /** Milliseconds that an upload waits for variants of its files. */
  readonly variantWait: number
  readonly quotaShares: QuotaShares
  /** For how long replaced contents are kept (0: not at all), and blobs that readers may have open. Milliseconds. */
  /** What the app says about each file; `null`: nothing. */
  readonly describe: DescribeFile | null
  readonly versions: { readonly keepFor: number; readonly grace: number }
  /** Hours for which uploads with `pending: true` are pending. */
  readonly pendingHours: number
  readonly clock: Clock
  /** Who uploads, where callers of a tenant take turns; `null`: the scope of the view stands for them. */
  readonly caller: string | null
}

/** The same for one upload, which waits in this turn wherever it waits. */
export interface UploadInTurn extends UploadContext {
  readonly turn: Turn
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
  /** The folder that the files come to lie in; `null`: none. */
  readonly folderId: string | null
  /** Hours for which the assets are pending; `null`: they stay. */
  readonly pendingHours: number | null
  /** `undefined`: as the store says. */
  readonly onDuplicate: OnDuplicate | undefined
  /** Within what files count as being there; `null`: all of the scope, or of the ticket. */
  readonly duplicatesOf: AssetScope | null
  /** Whether an asset that is there may be answered. Default: it may. */
  readonly onRepeated?: UploadManyOptions['onRepeated']
  /** What is said about all files, checked. */
  readonly own: Partial<OwnData>
  /** What is known of their bytes before they come. */
  readonly announced: AnnouncedBytes
  /** What the one file brings along from another system. Default: it is a plain upload. */
  readonly imported?: {
    readonly facts: ImportedFacts
    /** The policy of the store can only make it stricter. */
    readonly status: AssetStatus
    /** Called with the SHA-256 of the bytes once they are all there. */
    readonly onReceived: (sha256: string) => void
  }
  readonly signal: AbortSignal
}
