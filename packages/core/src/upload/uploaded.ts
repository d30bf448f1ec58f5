import type { AnalysisIssue } from '@stowage/analysis'
import type { Asset } from '../model/asset.ts'

/** A stored file, and what analysis could not find out about it. */
export interface Uploaded {
  readonly asset: Asset
  /** `false` when an earlier upload with the same idempotency key stored it. */
  readonly isNew: boolean
  readonly issues: readonly AnalysisIssue[]
}
