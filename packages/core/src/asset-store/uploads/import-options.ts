import type { Asset, AssetStatus, Timestamp } from '../../model/assets/asset.ts'
import type { OwnData } from '../../model/own-data/own-data.ts'
import type { UploadSource } from '../../staging/upload-source.ts'
import type { CallOptions } from '../call-options.ts'
import type { PendingOption } from './pending-option.ts'

/** A time: a `Date`, or text in ISO 8601 with its offset, such as `2026-01-31T09:05:00Z`. From 1800 to June 2255. */
export type ImportTime = Date | Timestamp

/**
 * A file of another system, with what that system knows of it. `id` or `externalId` is what it is recognised by, so one of
 * both is needed. `title`, `alt`, `tags` and `metadata` are as with an upload.
 */
export interface ImportItem extends Partial<OwnData> {
  /** The bytes, or a function that gives them: it is called only when they are needed. */
  readonly source: UploadSource | (() => UploadSource | Promise<UploadSource>)
  /** The file name, sanitised as with an upload. Default: the `File`'s own name, else `untitled`. */
  readonly name?: string
  /** SHA-256 of the bytes, lower-case hex: `digest_mismatch` when they are others. */
  readonly sha256?: string
  /** The id that the asset gets: a UUID in lower case, unique over all tenants. Default: a new one. */
  readonly id?: string
  /** The identifier in file URLs: a UUID in lower case that cannot be guessed, unique over all tenants. Default: a new one. */
  readonly publicFileId?: string
  /** What the other system calls the file: 1 … 255 characters, unique in the tenant. */
  readonly externalId?: string
  /** When it was first stored. Default: now. Lists are in the order of the import all the same. */
  readonly createdAt?: ImportTime
  /** When it last changed. Default: `createdAt`. */
  readonly updatedAt?: ImportTime
  /** Since when it is in the trash. Retention counts from then. Default `null`: it is not. */
  readonly trashedAt?: ImportTime | null
  /** Where it lies: names from the top, or one text with `/` between them. Folders are made as needed. */
  readonly folder?: string | readonly string[]
  /**
   * Whose the folders of `folder` are, as `createdBy` of a folder; `null`: those of the whole store. Default: `createdBy` of
   * the item, so that a store in the scope of its creator has its folder too.
   */
  readonly folderCreatedBy?: string | null
  /** The id of the folder where it lies, in place of `folder`. `folder_not_found` unless it is there. */
  readonly folderId?: string | null
  /** Default `false`. */
  readonly isFavourite?: boolean
  /** Whether a sweep purges it unless it is attached or kept by then, as with an upload. Default `false`. */
  readonly pending?: PendingOption
  /**
   * Whether the file may be served: `failed` never is, and `processing` is held back until `admin.resolveScan`. Default `ready`.
   * The `scan` hook of this store looks at the file as well; the stricter of both holds.
   */
  readonly status?: AssetStatus
  /** Who uploaded it, as `createdBy` of an asset. Default `null`; in a scoped store that of the scope, and no other. */
  readonly createdBy?: string | null
}

/** Options of `import`. */
export interface ImportOptions extends CallOptions {
  /**
   * How an asset that is there already is compared with the item. `content`: by its SHA-256, for which the source is read
   * when the item has no `sha256`. `none`: not at all, and `differs` is `false`. Default `content`.
   */
  readonly compare?: 'content' | 'none'
}

/** What `import` did. */
export interface Imported {
  /** As it is now; it may be in the trash. */
  readonly asset: Asset
  /** `present`: an asset with this `id` or `externalId` was there. It stays as it is. */
  readonly outcome: 'stored' | 'present'
  /** Whether the asset that was there has another content than the item. */
  readonly differs: boolean
}
