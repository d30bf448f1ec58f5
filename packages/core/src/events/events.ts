import type { AnalysisIssue } from '@stowage/analysis'
import type { Asset } from '../model/asset.ts'

/** What the store tells of after it is committed. */
export interface AssetEvents {
  readonly 'asset.created': { readonly asset: Asset }
  readonly 'asset.updated': { readonly asset: Asset }
  readonly 'asset.trashed': { readonly asset: Asset }
  readonly 'asset.restored': { readonly asset: Asset }
  readonly 'asset.purged': { readonly asset: Asset }
  /** A fact of an upload could not be told. */
  readonly analysis: { readonly asset: Asset; readonly issues: readonly AnalysisIssue[] }
}
