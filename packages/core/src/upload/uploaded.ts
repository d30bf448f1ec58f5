import type { AnalysisIssue } from '@stowage/analysis'
import type { Asset } from '../assets/asset.ts'

/** A stored file, and the issues of its analysis. */
export interface Uploaded {
  readonly asset: Asset
  /** `false` when an earlier upload stored it: with the same idempotency key, or with the same bytes. */
  readonly isNew: boolean
  /** Whether this existing asset stands in for a file with the same bytes; see `onDuplicate`. */
  readonly isDuplicate: boolean
  readonly issues: readonly AnalysisIssue[]
}
