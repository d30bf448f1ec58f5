import type { EmbeddedFacts, FileCategory } from '@stowage/analysis'
import type { Focus, OwnData } from '../own-data/own-data.ts'
import type { PicturePreview } from '../pictures/picture-preview.ts'

/** What kind of file an asset is, as people sort files. Decided from the bytes. */
export type AssetType = FileCategory

/**
 * Whether the original can be served. `ready`: yes. `processing`: held back until an asynchronous scan releases it.
 * `failed`: the scan refused it. Only files of `ready` assets can be read.
 */
export type AssetStatus = 'ready' | 'processing' | 'failed'

/** A moment in UTC with six fractional digits, `2026-01-31T09:05:00.123456Z`. Sorts as text. */
export type Timestamp = string

/** A file derived from an asset's original, such as its thumbnail. A blob like any other. */
export interface Variant {
  /** As the variant processor calls it, such as `thumbnail`. */
  readonly name: string
  /** Opaque key of its bytes in the blob store. */
  readonly blobKey: string
  /** Media type without parameters. */
  readonly mimeType: string
  /** Lower case, without dot. */
  readonly extension: string
  /** Bytes. */
  readonly size: number
  /** SHA-256 of the bytes, lower-case hex. */
  readonly sha256: string
  /** Pixels. */
  readonly width: number | null
  /** Pixels. */
  readonly height: number | null
  /** Placeholder and colour of the whole picture, when the processor made them with this variant. */
  readonly preview?: PicturePreview
  /** The focus that it was cropped for; a variant that is not cropped has no such member. */
  readonly focus?: Focus | null
}

/** A variant that an asset does not have, and why not. */
export interface FailedVariant {
  readonly name: string
  /** How often it was tried and the file could not be decoded; 0 when it is not worth making. */
  readonly attempts: number
}

/**
 * The record of one stored file. Its identity never changes. `AssetChanges` names what `update` may change; `versions`
 * can replace the content and its facts.
 */
export interface Asset extends OwnData {
  /** UUIDv7. */
  readonly id: string
  /** UUIDv4 from a CSPRNG: the identifier in file URLs. Cannot be guessed from `id` or the time. */
  readonly publicFileId: string
  /** The tenant whose asset it is. */
  readonly tenant: string
  /** Sanitised file name, at most 255 bytes of UTF-8. Never a path. */
  readonly name: string
  /** The category, from the bytes. */
  readonly type: AssetType
  /** Detected media type without parameters. */
  readonly mimeType: string
  /** Usual extension of the detected type, lower case, without dot. */
  readonly extension: string
  /** Detected charset of a text file, such as `utf-8`; `null` for everything else. */
  readonly charset: string | null
  /** Bytes. */
  readonly size: number
  /** SHA-256 of the bytes, lower-case hex. */
  readonly sha256: string
  /** Pixels as displayed (orientation applied); `null` for what is not visual or could not be determined. */
  readonly width: number | null
  /** Pixels, like `width`. */
  readonly height: number | null
  /** Seconds, of audio and video; otherwise `null`. */
  readonly durationSeconds: number | null
  /** What the file says of itself, as cameras and editors wrote it, unchecked; `null` when it says nothing. */
  readonly embedded: EmbeddedFacts | null
  /** Whether the original can be served. */
  readonly status: AssetStatus
  /** A mark that users set; `false` at first. */
  readonly isFavourite: boolean
  /** The folder that it is in; `null`: none. An asset in the trash keeps it. */
  readonly folderId: string | null
  /** The id that another system gave it, unique in its tenant; `null`: none. Never changes. */
  readonly externalId: string | null
  /** Id of the key or principal that uploaded it; `null` when the app itself did. */
  readonly createdBy: string | null
  /** When it was uploaded, by the clock of the database. An import may set it. */
  readonly createdAt: Timestamp
  /** When the record last changed, by the clock of the database. An import may set it. */
  readonly updatedAt: Timestamp
  /** `null` while the asset is active. */
  readonly trashedAt: Timestamp | null
  /** Until when it is pending, waiting to be attached or kept: a sweep purges it after that. `null` when it stays. */
  readonly pendingUntil: Timestamp | null
  /** Opaque key of the original in the blob store. */
  readonly blobKey: string
  /** Variants that exist, by name. */
  readonly variants: readonly Variant[]
  /** Variants that cannot be made of this file. Only `store.variants.retry` or a repair tries them again. */
  readonly failedVariants: readonly FailedVariant[]
}

/** An asset as a database has it. */
export interface AssetRecord extends Asset {
  /** Insertion number, dense per tenant from 1, given in the insert transaction: the order of lists. */
  readonly seq: number
}

/**
 * What may change in an asset. An absent member stays as it is. A given one replaces the whole old value, also for
 * `alt`, `tags` and `metadata`. For tags of many assets see `SelectedAssets.tag`.
 */
export interface AssetChanges extends Partial<OwnData> {
  /** A file name; sanitised, `invalid_argument` when nothing is left of it. */
  readonly name?: string
  readonly isFavourite?: boolean
  /** Moves it into this folder, or out of all (`null`). `folder_not_found`. */
  readonly folderId?: string | null
}

/** Every blob that belongs to an asset: the original's key first, then its variants'. */
export function blobKeysOf(asset: Pick<Asset, 'blobKey' | 'variants'>): string[] {
  return [asset.blobKey, ...asset.variants.map((variant) => variant.blobKey)]
}

/** The insertion number of an asset that a store has returned: it is not part of what callers may rely on. */
export function seqOf(asset: Asset): number {
  return (asset as AssetRecord).seq
}
