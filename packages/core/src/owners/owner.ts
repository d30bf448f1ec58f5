import type { Timestamp } from '../assets/asset.ts'

/** A record of the app to which assets belong, such as a post or a user. Stowage knows no more about it than this. */
export interface Owner {
  /** What kind of record it is, such as `post`: 1 … 255 characters. */
  readonly type: string
  /** Its id among those of its kind: 1 … 255 characters. */
  readonly id: string
}

/** A field of an owner: what the assets are to it, such as `cover`. */
export interface OwnerField extends Owner {
  /**
   * At most 255 characters. Default: the empty text, which is a field of its own: it has no assets of other fields.
   */
  readonly field?: string
}

/** The fact that an asset belongs to a field of an owner. */
export interface Attachment extends Required<OwnerField> {
  /** The asset that is attached. */
  readonly assetId: string
  /** When it was attached, by the clock of the database. */
  readonly attachedAt: Timestamp
}

/** An attachment as a database keeps it. */
export interface AttachmentRecord extends Attachment {
  /** A UUID: names the attachment in a transfer. */
  readonly key: string
  /** The tenant of the asset. */
  readonly tenant: string
  /** The assets of a field are in the order of this number, from 1; numbers may be missing. */
  readonly position: number
}

/** What `set`, `remove` and `removeAll` of `AssetStore.owners` do with assets that no longer belong to any owner. */
export type UnownedFate = 'keep' | 'trash' | 'purge'

/** The most assets that one field of an owner may have. */
export const MAX_PER_FIELD = 1000

/** The most assets that an owner may have in all its fields, counted once for each: `detachAll` is one transaction. */
export const MAX_PER_OWNER = 10_000
