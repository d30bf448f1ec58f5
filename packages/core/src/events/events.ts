import type { AnalysisIssue } from '@stowage/analysis'
import type { Asset } from '../model/asset.ts'

/** The events of a store, and what a listener gets. Each is sent after its commit. */
export interface AssetEvents {
  /** An upload was stored. Once for each of its assets. */
  readonly 'asset.created': { readonly asset: Asset }
  /** Name, favourite mark, folder or status changed. */
  readonly 'asset.updated': { readonly asset: Asset }
  /** An asset moved to the trash. */
  readonly 'asset.trashed': { readonly asset: Asset }
  /** An asset left the trash. */
  readonly 'asset.restored': { readonly asset: Asset }
  /** An asset was deleted for good; `asset` is its last record. */
  readonly 'asset.purged': { readonly asset: Asset }
  /** Some facts of an upload could not be decided; `issues` says which, and why. */
  readonly analysis: { readonly asset: Asset; readonly issues: readonly AnalysisIssue[] }
}
