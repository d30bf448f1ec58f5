import type { AssetStatus, AssetType, Timestamp } from '../assets/asset.ts'
import { takenAt } from '../embedded/taken-at.ts'
import {
  cameraTerm,
  extensionTerm,
  externalIdTerm,
  metadataTerm,
  mimeTypeTerm,
  sha256Term,
  tagTerm,
  wordsOf,
} from '../finding/asset-terms.ts'
import type { MetadataValue } from '../own-data/own-data.ts'
import { type Micros, parseTimestamp } from '../time/timestamp.ts'
import { byColumn, byTerms, type ColumnFilter, type TermFilter } from './filter-entry.ts'
import {
  ALL_TAGS,
  ANY_TAG,
  FLAG,
  FOLDER,
  FOLDER_OR_NONE,
  MEDIA_TYPES,
  METADATA,
  MOMENT_BOUNDS,
  NUMBER_BOUNDS,
  oneOf,
  SEARCH,
  texts,
  textsOrNone,
  WHOLE_BOUNDS,
} from './filter-kinds.ts'
import { anyText, EXTENSION, EXTERNAL_ID, SHA256 } from './filter-text.ts'
import type { AnyOf, Bounds } from './filter-values.ts'
import { anyTerm, termPrefix } from './term-clause.ts'

/** Which assets. Every given member must match. An absent member matches every asset. */
export interface AssetFilter {
  /** Directly in this folder; `null`: in no folder. */
  readonly folderId?: string | null
  /** In this folder or one below it. For a scoped store, a folder outside its scope is empty. */
  readonly folderTree?: string
  readonly type?: AnyOf<AssetType>
  /** Media types without parameters, such as `image/png`; `image/*` for all that begin with `image/`. */
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
  /** The id that another system gave it. */
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
  /** When a photo was taken, as UTC where the file says no offset. */
  readonly takenAt?: Bounds<Date | Timestamp>
  /** Make and model, as `embedded.camera` has them. */
  readonly camera?: AnyOf<string>
  readonly createdAt?: Bounds<Date | Timestamp>
  readonly updatedAt?: Bounds<Date | Timestamp>
  /**
   * Words, each of which occurs within a word of the name, the title, an alternative text or a tag, whatever their
   * case and accents. 1 … 255 characters.
   */
  readonly search?: string
}

/**
 * An `AssetFilter` whose form was checked, as plain data: lists where any may hold, moments as microseconds, texts as
 * databases compare them. Two that mean the same are equal as JSON, but for the order of `metadata`.
 */
export type CheckedFilter = {
  readonly [Name in keyof AssetFilter]?: Name extends 'search'
    ? readonly string[]
    : CheckedForm<Exclude<AssetFilter[Name], undefined>>
}

/** The checked form of a value that callers give. */
export type CheckedForm<Given> =
  Bounds<Date | Timestamp> extends Given
    ? Bounds<Micros>
    : [Extract<Given, readonly unknown[]>] extends [never]
      ? Given
      : Extract<Given, readonly unknown[]>

/** The filters that terms answer. Databases have a condition for each of the others. */
export type TermMember =
  | 'mimeType'
  | 'extension'
  | 'tags'
  | 'anyTag'
  | 'sha256'
  | 'externalId'
  | 'camera'
  | 'metadata'
  | 'search'

/** The filters that databases answer by their columns. */
export type ColumnMember = Exclude<keyof AssetFilter, TermMember>

/** A filter, as the table has it. */
export type FilterEntry<Name extends keyof AssetFilter> = Name extends TermMember
  ? TermFilter<Exclude<CheckedFilter[Name], undefined>>
  : ColumnFilter<Exclude<CheckedFilter[Name], undefined>>

/** Every type that an asset can be of. */
export const ASSET_TYPES: readonly AssetType[] = [
  'image',
  'video',
  'audio',
  'document',
  'archive',
  'other',
]
/** Every status that an asset can have. */
export const ASSET_STATUSES: readonly AssetStatus[] = ['ready', 'processing', 'failed']

/**
 * Every filter of a list of assets. The API, the command line, checks and tests derive from it; the compiler holds what
 * databases add against it. A checked filter has its members in this order.
 */
export const ASSET_FILTERS: { readonly [Name in keyof AssetFilter]-?: FilterEntry<Name> } = {
  folderId: byColumn({
    kind: FOLDER_OR_NONE,
    says: 'In this folder itself; `null`: in none.',
    of: ({ folderId }) => folderId,
  }),
  folderTree: byColumn({
    kind: FOLDER,
    says: 'In this folder or one below it.',
    of: ({ folderId }) => folderId,
    holds: (folderId, _, tree) => folderId !== null && tree.has(folderId),
  }),
  type: byColumn({
    kind: oneOf(ASSET_TYPES),
    says: 'Of one of these types.',
    of: ({ type }) => type,
  }),
  mimeType: byTerms({
    kind: MEDIA_TYPES,
    says: 'Of one of these media types; `image/*` for all that begin so.',
    of: ({ mimeType }) => mimeType,
    terms: (mimeTypes) => [anyTerm(mimeTypes.map(mimeTypeTerm))],
  }),
  extension: byTerms({
    kind: texts(EXTENSION),
    says: 'With one of these extensions.',
    of: ({ extension }) => extension,
    terms: (extensions) => [anyTerm(extensions.map(extensionTerm))],
  }),
  tags: byTerms({
    kind: ALL_TAGS,
    says: 'With all of these tags, whatever their case.',
    of: ({ tags = [] }) => tags,
    terms: (tags) => tags.map((tag) => anyTerm([tagTerm(tag)])),
  }),
  anyTag: byTerms({
    kind: ANY_TAG,
    says: 'With one of these tags, whatever their case.',
    of: ({ tags = [] }) => tags,
    terms: (tags) => [anyTerm(tags.map(tagTerm))],
  }),
  isFavourite: byColumn({
    kind: FLAG,
    says: 'Marked as a favourite, or not.',
    of: ({ isFavourite }) => isFavourite,
  }),
  createdBy: byColumn({
    kind: textsOrNone(anyText('ids'), 'the app itself'),
    says: 'Uploaded by one of these; `null`: by the app itself.',
    of: ({ createdBy }) => createdBy,
  }),
  sha256: byTerms({
    kind: texts(SHA256),
    says: 'With one of these hashes.',
    of: ({ sha256 }) => sha256,
    terms: (digests) => [anyTerm(digests.map(sha256Term))],
  }),
  externalId: byTerms({
    kind: texts(EXTERNAL_ID),
    says: 'With one of these ids of another system.',
    of: ({ externalId }) => externalId,
    terms: (ids) => [anyTerm(ids.map(externalIdTerm))],
  }),
  status: byColumn({
    kind: oneOf(ASSET_STATUSES),
    says: 'With one of these statuses.',
    of: ({ status }) => status,
  }),
  metadata: byTerms({
    kind: METADATA,
    says: 'Whose `metadata` has these members with exactly these values.',
    of: ({ metadata = {} }) => metadata,
    terms: (members) =>
      Object.entries(members).map(([name, value]) => anyTerm([metadataTerm(name, value)])),
  }),
  size: byColumn({
    kind: WHOLE_BOUNDS,
    says: 'Bytes of the original.',
    of: ({ size }) => size,
  }),
  width: byColumn({
    kind: WHOLE_BOUNDS,
    says: 'Pixels as displayed.',
    of: ({ width }) => width,
  }),
  height: byColumn({
    kind: WHOLE_BOUNDS,
    says: 'Pixels as displayed.',
    of: ({ height }) => height,
  }),
  durationSeconds: byColumn({
    kind: NUMBER_BOUNDS,
    says: 'Of audio and video.',
    of: ({ durationSeconds }) => durationSeconds,
  }),
  takenAt: byColumn({
    kind: MOMENT_BOUNDS,
    says: 'When the photo was taken; as UTC where the file says no offset.',
    of: ({ embedded }) => takenAt(embedded),
  }),
  camera: byTerms({
    kind: texts(anyText('cameras')),
    says: 'Taken by one of these cameras: make and model as the file has them.',
    of: ({ embedded }) => embedded?.camera ?? null,
    terms: (cameras) => [anyTerm(cameras.map(cameraTerm))],
  }),
  createdAt: byColumn({
    kind: MOMENT_BOUNDS,
    says: 'When it was uploaded.',
    of: ({ createdAt }) => parseTimestamp(createdAt),
  }),
  updatedAt: byColumn({
    kind: MOMENT_BOUNDS,
    says: 'When its record last changed.',
    of: ({ updatedAt }) => parseTimestamp(updatedAt),
  }),
  search: byTerms({
    kind: SEARCH,
    says: 'Words, each of which occurs within a word of the name, the title, an alternative text or a tag, whatever their case and accents.',
    of: wordsOf,
    terms: (pieces) => pieces.map(termPrefix),
  }),
}

/** The names of all filters, in the order of the table. */
export const FILTER_MEMBERS: readonly (keyof AssetFilter)[] = Object.keys(
  ASSET_FILTERS,
) as (keyof AssetFilter)[]
