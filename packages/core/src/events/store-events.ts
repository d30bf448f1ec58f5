import type { AnalysisIssue } from '@stowage/analysis'
import type { Asset } from '../assets/asset.ts'
import type { Folder } from '../folders/folder.ts'
import type { Job } from '../jobs/job.ts'
import type { ApiKey } from '../keys/api-key.ts'
import type { VerifiedStore } from '../maintenance/background/verified-store.ts'
import type { Owner, OwnerField } from '../owners/owner.ts'
import type { ScannedStore } from '../scan/scanned-store.ts'
import type { UploadTicket } from '../tickets/upload-ticket.ts'

/**
 * The events of a store: each name, and what a listener of `AssetStore.on` gets after the commit. No asset of an event
 * says where its photo was taken (`embedded.location`). The commit itself
 * also writes each event to the change feed and, where there is one, to the audit trail, under the same name. Erasing a
 * tenant deletes both, and leaves only `tenant.erased`, in the feed of the whole store.
 */
export interface StoreEvents {
  /** An upload or an import was stored. Once for each of its assets. */
  readonly 'asset.created': { readonly asset: Asset }
  /**
   * Name, favourite mark, folder, status, title, alternative texts, tags or metadata changed; `fields` names those
   * given.
   */
  readonly 'asset.updated': { readonly asset: Asset; readonly fields: readonly string[] }
  /** An asset got new bytes, by `versions.replace`, or by `versions.restore` of this version. */
  readonly 'asset.replaced': { readonly asset: Asset; readonly versionId?: string }
  /**
   * An asset moved to another folder, or out of one that was deleted. `update` may move one too: that is
   * `asset.updated`.
   */
  readonly 'asset.moved': { readonly asset: Asset; readonly folderId: string | null }
  /** Tags were added to an asset or removed, by `tag`. */
  readonly 'asset.tagged': {
    readonly asset: Asset
    readonly add: readonly string[]
    readonly remove: readonly string[]
  }
  /** An asset moved to the trash. */
  readonly 'asset.trashed': { readonly asset: Asset }
  /** An asset left the trash. */
  readonly 'asset.restored': { readonly asset: Asset }
  /**
   * An asset was deleted for good; `asset` is its last record. `retention`: whether a sweep did so because it was in
   * the trash for too long.
   */
  readonly 'asset.purged': { readonly asset: Asset; readonly retention: boolean }
  /** An asset is no longer pending, because of `keep`. */
  readonly 'asset.kept': { readonly asset: Asset }
  /** An asset was attached to an owner. */
  readonly 'asset.attached': { readonly asset: Asset; readonly owner: OwnerField }
  /** An asset was detached from an owner. */
  readonly 'asset.detached': {
    readonly tenant: string
    readonly assetId: string
    readonly owner: OwnerField
  }
  /** All attachments of an owner were removed, `detached` of them. */
  readonly 'owner.detached': {
    readonly tenant: string
    readonly owner: Owner
    readonly detached: number
  }
  /** A folder was made. */
  readonly 'folder.created': { readonly folder: Folder }
  /** A folder was renamed or moved, with all that is in it. */
  readonly 'folder.updated': { readonly folder: Folder }
  /** A folder was deleted; `folder` is as it was. Once for each folder in it too. */
  readonly 'folder.deleted': { readonly folder: Folder }
  /** An API key was made. */
  readonly 'key.created': { readonly key: ApiKey }
  /** An API key was revoked. */
  readonly 'key.revoked': { readonly key: ApiKey }
  /** An upload ticket was made. */
  readonly 'ticket.created': { readonly ticket: UploadTicket }
  /** An upload ticket was revoked. */
  readonly 'ticket.revoked': { readonly ticket: UploadTicket }
  /** Variants of an asset were made after its upload: `variants` names them. */
  readonly 'variant.ready': { readonly asset: Asset; readonly variants: readonly string[] }
  /** Variants of an asset could not be made of its file, or are not worth making. */
  readonly 'variant.failed': { readonly asset: Asset; readonly variants: readonly string[] }
  /** A tenant was erased. Only the feed of the whole store has it, without the name of the tenant. */
  readonly 'tenant.erased': { readonly tenant: string }
}

/** The name of what happened. */
export type StoreEventType = keyof StoreEvents

/** One thing that happened. */
export type StoreEvent = {
  readonly [Type in StoreEventType]: {
    /** Name of the tenant. */
    readonly tenant: string
    readonly type: Type
    readonly data: StoreEvents[Type]
  }
}[StoreEventType]

/** What listeners may listen to. */
export interface ListenerEvents extends StoreEvents {
  /** Some facts of an upload could not be decided; `issues` says which, and why. */
  readonly analysis: { readonly asset: Asset; readonly issues: readonly AnalysisIssue[] }
  /** A verification in the background is at its end, in this process. When it found problems, its job is dead too. */
  readonly 'store.verified': { readonly seen: VerifiedStore }
  /** All that was held back was scanned again; the last part in this process. */
  readonly 'store.scanned': { readonly seen: ScannedStore }
  /**
   * A job failed for good in this process; `error` is what its handler threw last. Or this process found that the one
   * that ran its last attempt has ended; `error` says so.
   */
  readonly 'job.dead': { readonly job: Job; readonly error: unknown }
}
