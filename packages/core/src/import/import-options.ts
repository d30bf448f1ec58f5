import type { Asset, AssetStatus, Timestamp } from '../assets/asset.ts'
import type { CallOptions } from '../options/call-options.ts'
import type { OwnData } from '../own-data/own-data.ts'
import type { UploadSource } from '../staging/upload-source.ts'
import type { PendingOption } from '../upload/pending-option.ts'

/** A time: a `Date`, or text in ISO 8601 with its offset, such as `2026-01-31T09:05:00Z`. From 1800 to June 2255. */
export type ImportTime = Date | Timestamp

/**
 * A file of another system, with what that system knows about it. Stowage recognises it by its `id` or `externalId`, so
 * one of the two is required. `title`, `alt`, `tags` and `metadata` are as with an upload.
 */
export interface ImportItem extends Partial<OwnData> {
  /** The bytes, or a function that returns them, which is called only when they are needed. */
  readonly source: UploadSource | (() => UploadSource | Promise<UploadSource>)
  /** The file name, sanitised as with an upload. Default: the `File`'s own name, else `untitled`. */
  readonly name?: string
  /** SHA-256 of the bytes, lower-case hex: `digest_mismatch` when they have another. */
  readonly sha256?: string
  /** The id that the asset gets: a UUID in lower case, unique across all tenants. Default: a new one. */
  readonly id?: string
  /**
   * The identifier in file URLs: a UUID in lower case that cannot be guessed, unique across all tenants. Default: a new
   * one.
   */
  readonly publicFileId?: string
  /** What the other system calls the file: 1 … 255 characters, unique in the tenant. */
  readonly externalId?: string
  /** When it was first stored. Default: now. Lists are still in the order of the import. */
  readonly createdAt?: ImportTime
  /** When it last changed. Default: `createdAt`. */
  readonly updatedAt?: ImportTime
  /** When it was trashed; retention counts from then. Default `null`: it is active. */
  readonly trashedAt?: ImportTime | null
  /** The path of its folder: names from the top, or one text with `/` between them. Missing folders are created. */
  readonly folder?: string | readonly string[]
  /**
   * The `createdBy` of the folders of `folder`; `null`: folders of the whole store. Default: the `createdBy` of the
   * item, so that a store in the scope of its creator sees its folder too.
   */
  readonly folderCreatedBy?: string | null
  /** The id of its folder, in place of `folder`. `folder_not_found` unless it exists. */
  readonly folderId?: string | null
  /** Default `false`. */
  readonly isFavourite?: boolean
  /**
   * Whether it is pending, as with an upload: a sweep purges it unless it is attached or kept by then. Default `false`.
   */
  readonly pending?: PendingOption
  /**
   * Whether the file may be served: `failed` never is, and `processing` is held back until `admin.resolveScan`. Default
   * `ready`. The `scan` hook of this store looks at the file as well; the stricter of the two statuses holds.
   */
  readonly status?: AssetStatus
  /** Who uploaded it, as `createdBy` of an asset. Default `null`; in a scoped store that of the scope, and no other. */
  readonly createdBy?: string | null
}

/** Options of `import`. */
export interface ImportOptions extends CallOptions {
  /**
   * How an existing asset is compared with the item. `content`: by its SHA-256; the source is read for it when the item
   * has no `sha256`. `none`: not at all, and `differs` is `false`. Default `content`.
   */
  readonly compare?: 'content' | 'none'
}

/** What `import` did. */
export interface Imported {
  /** The asset as it is now; it may be in the trash. */
  readonly asset: Asset
  /** `present`: an asset with this `id` or `externalId` existed already. It stays as it is. */
  readonly outcome: 'stored' | 'present'
  /** Whether the existing asset has other content than the item. */
  readonly differs: boolean
}
