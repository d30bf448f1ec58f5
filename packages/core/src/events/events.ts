import type { AnalysisIssue } from '@stowage/analysis'
import type { Asset } from '../model/asset.ts'
import type { Folder } from '../model/folder.ts'

/** The events of a store, and what a listener gets. Each is sent after its commit. */
export interface AssetEvents {
  /** An upload was stored. Once for each of its assets. */
  readonly 'asset.created': { readonly asset: Asset }
  /** Name, favourite mark, folder, status, title, alternative texts, tags or metadata changed. */
  readonly 'asset.updated': { readonly asset: Asset }
  /** An asset has other bytes now, by `replaceContent` or `restoreVersion`. */
  readonly 'asset.replaced': { readonly asset: Asset }
  /** An asset moved to the trash. */
  readonly 'asset.trashed': { readonly asset: Asset }
  /** An asset left the trash. */
  readonly 'asset.restored': { readonly asset: Asset }
  /** An asset was deleted for good; `asset` is its last record. */
  readonly 'asset.purged': { readonly asset: Asset }
  /** A folder was made. */
  readonly 'folder.created': { readonly folder: Folder }
  /** A folder was renamed or moved, with all that is in it. */
  readonly 'folder.updated': { readonly folder: Folder }
  /** A folder was deleted; `folder` is as it was. Once for each folder in it too. */
  readonly 'folder.deleted': { readonly folder: Folder }
  /** Some facts of an upload could not be decided; `issues` says which, and why. */
  readonly analysis: { readonly asset: Asset; readonly issues: readonly AnalysisIssue[] }
}
