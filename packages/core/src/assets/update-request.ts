import type { Recorded } from '../events/recorded.ts'
import type { Enqueueing } from '../jobs/job.ts'
import type { Asset } from './asset.ts'
import type { RecordChanges } from './asset-changes.ts'
import type { AssetScope } from './asset-scope.ts'

/** What `update` changes in a record, and under which conditions. */
export interface UpdateRequest extends Recorded, Enqueueing {
  readonly tenant: string
  readonly id: string
  /** Default: all of the tenant. */
  readonly scope?: AssetScope | null
  readonly changes: RecordChanges
  /** Default: the asset is changed whatever its revision. */
  readonly ifMatch?: readonly string[]
  /** SHA-256 of the content that the changes are meant for. Default: whatever content it has. */
  readonly sha256?: string
}

/** What `update` made of a record. */
export interface Updated {
  /** The record as it is now. */
  readonly asset: Asset
  /** Whether anything differs from before. */
  readonly changed: boolean
}
