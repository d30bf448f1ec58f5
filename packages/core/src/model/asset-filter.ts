import type { AssetStatus, AssetType, Timestamp } from './asset.ts'
import type { MetadataValue } from './own-data.ts'

/** One value, or several of which any may hold: 1 … 100. */
export type AnyOf<Value> = Value | readonly Value[]

/** Bounds of a value; all that are given must hold. At least one. A value that an asset does not have is within none. */
export interface Bounds<Value> {
  /** Greater than or equal. */
  readonly gte?: Value
  /** Less than or equal. */
  readonly lte?: Value
  /** Greater than. */
  readonly gt?: Value
  /** Less than. */
  readonly lt?: Value
}

/** Which assets. Every member must hold. An absent member holds for all. */
export interface AssetFilter {
  /** In this folder itself; `null`: in none. */
  readonly folderId?: string | null
  /** In this folder or one below it. For a scoped store a folder out of its scope has nothing in it. */
  readonly folderTree?: string
  readonly type?: AnyOf<AssetType>
  /** Media types without parameters, such as `image/png`; `image/*` for all that begin so. */
  readonly mimeType?: AnyOf<string>
  /** Lower case, without dot. */
  readonly extension?: AnyOf<string>
  /** Has all of these tags, whatever their case. */
  readonly tags?: readonly string[]
  /** Has any of these tags, whatever their case. */
  readonly anyTag?: readonly string[]
  readonly isFavourite?: boolean
  /** `null`: uploaded by the app itself. */
  readonly createdBy?: AnyOf<string | null>
  /** Lower-case hex. */
  readonly sha256?: AnyOf<string>
  /** What another system calls it. */
  readonly externalId?: AnyOf<string>
  readonly status?: AnyOf<AssetStatus>
  /** Its `metadata` has each of these members with exactly this value. */
  readonly metadata?: Readonly<Record<string, MetadataValue>>
  /** Bytes of the original. */
  readonly size?: Bounds<number>
  /** Pixels as displayed. */
  readonly width?: Bounds<number>
  /** Pixels as displayed. */
  readonly height?: Bounds<number>
  readonly durationSeconds?: Bounds<number>
  readonly createdAt?: Bounds<Date | Timestamp>
  readonly updatedAt?: Bounds<Date | Timestamp>
  /**
   * Words, each of which occurs within a word of the name, the title, an alternative text or a tag, whatever their
   * case and accents. 1 … 255 characters.
   */
  readonly search?: string
}

/** What a list can be sorted by. */
export type AssetSortField =
  | 'createdAt'
  | 'updatedAt'
  | 'name'
  | 'size'
  | 'type'
  | 'durationSeconds'

/**
 * By what a list is sorted; with `-` the greatest or newest first. `createdAt` is the order of insertion. `name` is as
 * people sort: whatever the case and accents, `2` before `10`. What has no duration counts as the shortest. Ties are in the order of
 * insertion, the newest first with `-`.
 */
export type AssetSort = AssetSortField | `-${AssetSortField}`
