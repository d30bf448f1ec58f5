import type { AnalysisIssue } from '@stowage/analysis'
import type { Asset } from '../model/assets/asset.ts'

/** A stored file, and what analysis could not find out about it. */
export interface Uploaded {
  readonly asset: Asset
  /** `false` when an earlier upload stored it: with the same idempotency key, or with the same bytes. */
  readonly isNew: boolean
  /** Whether it is there in the place of a file with the same bytes; see `onDuplicate`. */
  readonly isDuplicate: boolean
  readonly issues: readonly AnalysisIssue[]
}
