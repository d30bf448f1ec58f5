import { takenAt } from '../embedded/taken-at.ts'
import type { OwnData } from '../own-data/own-data.ts'
import { nameKey } from '../text/name-key.ts'
import { formatTimestamp, formatTimestampOrNull, parseTimestampOrNull } from '../time/timestamp.ts'
import type { Asset, AssetChanges, AssetRecord, Timestamp } from './asset.ts'
import type { NewContent, VersionFacts } from './asset-content.ts'

/**
 * How a database keeps the values of a field. `time`: as microseconds. `list`: an empty one as NULL. `list` and `object`
 * as JSON. All others: as the record has them.
 */
export type FieldKind =
  | 'uuid'
  | 'text'
  | 'count'
  | 'pixels'
  | 'seconds'
  | 'flag'
  | 'time'
  | 'list'
  | 'object'

export interface AssetField {
  readonly column: string
  readonly kind: FieldKind
  /** Whether it can be `null`. */
  readonly optional?: true
  /**
   * Whether new content brings a new value. `fact`: versions keep it too. `file`: it belongs to the stored files of the
   * content.
   */
  readonly replaced?: 'fact' | 'file'
  /** Whether `AssetRecords.update` changes it. */
  readonly changed?: true
}

/** The fields of an asset that have a column each, in the order of the columns. Own data shares one column. */
export const ASSET_FIELDS = {
  seq: { column: 'seq', kind: 'count' },
  id: { column: 'id', kind: 'uuid' },
  publicFileId: { column: 'public_file_id', kind: 'uuid' },
  name: { column: 'name', kind: 'text', replaced: 'fact', changed: true },
  type: { column: 'type', kind: 'text', replaced: 'fact' },
  mimeType: { column: 'mime_type', kind: 'text', replaced: 'fact' },
  extension: { column: 'extension', kind: 'text', replaced: 'fact' },
  charset: { column: 'charset', kind: 'text', optional: true, replaced: 'fact' },
  size: { column: 'size', kind: 'count', replaced: 'fact' },
  sha256: { column: 'sha256', kind: 'text', replaced: 'fact' },
  width: { column: 'width', kind: 'pixels', optional: true, replaced: 'fact' },
  height: { column: 'height', kind: 'pixels', optional: true, replaced: 'fact' },
  durationSeconds: {
    column: 'duration_seconds',
    kind: 'seconds',
    optional: true,
    replaced: 'fact',
  },
  embedded: { column: 'embedded', kind: 'object', optional: true, replaced: 'fact' },
  status: { column: 'status', kind: 'text', replaced: 'fact', changed: true },
  isFavourite: { column: 'is_favourite', kind: 'flag', changed: true },
  folderId: { column: 'folder_id', kind: 'text', optional: true, changed: true },
  externalId: { column: 'external_id', kind: 'text', optional: true },
  createdBy: { column: 'created_by', kind: 'text', optional: true },
  createdAt: { column: 'created_at', kind: 'time' },
  updatedAt: { column: 'updated_at', kind: 'time' },
  trashedAt: { column: 'trashed_at', kind: 'time', optional: true },
  pendingUntil: { column: 'pending_until', kind: 'time', optional: true },
  blobKey: { column: 'blob_key', kind: 'text', replaced: 'file' },
  variants: { column: 'variants', kind: 'list', optional: true, replaced: 'file' },
  failedVariants: { column: 'failed_variants', kind: 'list', optional: true, replaced: 'file' },
} as const

type Fields = typeof ASSET_FIELDS
export type AssetFieldName = keyof Fields
/** What belongs to the stored files of a content. */
type FileFieldName = Exclude<keyof NewContent, keyof VersionFacts>
/** What new content of an asset brings. */
export type ContentFieldName = keyof NewContent
/** What a version keeps of a content. */
type FactName = keyof VersionFacts
type ReplacedOf<Name> = Name extends FactName
  ? { readonly replaced: 'fact' }
  : Name extends FileFieldName
    ? { readonly replaced: 'file' }
    : { readonly replaced?: never }

/** What `AssetRecords.update` changes besides own data. */
export type ChangedFieldName = {
  [Name in AssetFieldName]: Fields[Name] extends { readonly changed: true } ? Name : never
}[AssetFieldName]

/** A row of an asset, without own data and tenant. `Flag`, `List`: what the database has for such fields. */
export type AssetCells<Flag, List extends 'json' | 'value'> = {
  readonly [Name in AssetFieldName as Fields[Name]['column']]: Cell<Name, Flag, List>
}
type Cell<Name extends AssetFieldName, Flag, List> = Fields[Name]['kind'] extends 'flag'
  ? Flag
  : Fields[Name]['kind'] extends 'time'
    ? number | Absent<Name>
    : Fields[Name]['kind'] extends 'list' | 'object'
      ? (List extends 'json' ? string : AssetRecord[Name]) | null
      : AssetRecord[Name]
type Absent<Name extends AssetFieldName> = Fields[Name] extends { readonly optional: true }
  ? null
  : never

type KindOf<Value> = Value extends readonly unknown[]
  ? 'list'
  : Value extends boolean
    ? 'flag'
    : Value extends number
      ? 'count' | 'pixels' | 'seconds'
      : Value extends object
        ? 'object'
        : 'uuid' | 'text' | 'time'
type OptionalOf<Value> = null extends Value
  ? { readonly optional: true }
  : Value extends readonly unknown[]
    ? { readonly optional: true }
    : { readonly optional?: never }
type ChangedOf<Name> = Name extends keyof AssetChanges | 'status'
  ? { readonly changed: true }
  : { readonly changed?: never }
type FieldOf<Name extends keyof AssetRecord> = AssetField & {
  readonly kind: KindOf<NonNullable<AssetRecord[Name]>>
} & OptionalOf<AssetRecord[Name]> &
  ReplacedOf<Name> &
  ChangedOf<Name>

/**
 * The compiler checks that none is missing, and that each agrees with the types of assets, their changes, versions and
 * contents.
 */
const FIELDS: {
  readonly [Name in Exclude<keyof AssetRecord, keyof OwnData | 'tenant'>]: FieldOf<Name>
} = ASSET_FIELDS

/** Name and field of each, in the order of the columns. */
export const FIELD_ENTRIES = Object.entries(FIELDS) as readonly (readonly [
  AssetFieldName,
  AssetField,
])[]
/** Those that new content brings. */
export const CONTENT_ENTRIES = FIELD_ENTRIES.filter(
  ([, { replaced }]) => replaced !== undefined,
) as readonly (readonly [ContentFieldName, AssetField])[]
/** Those that `AssetRecords.update` changes. */
export const CHANGED_ENTRIES = FIELD_ENTRIES.filter(
  ([, { changed }]) => changed,
) as readonly (readonly [ChangedFieldName, AssetField])[]
/** Those that a version keeps of a content. */
export const FACT_ENTRIES = FIELD_ENTRIES.filter(
  ([, { replaced }]) => replaced === 'fact',
) as readonly (readonly [FactName, AssetField])[]

/** A column that follows from the record. */
export interface DerivedField extends Pick<AssetField, 'column' | 'kind' | 'optional'> {
  readonly of: (asset: Pick<Asset, 'name' | 'embedded'>) => string | number | null
}

/** What lists are sorted by besides the fields. Every write sets them, with what they follow from. */
export const DERIVED_ENTRIES: readonly (readonly [string, DerivedField])[] = Object.entries({
  nameKey: { column: 'name_key', kind: 'text', of: ({ name }) => nameKey(name) },
  takenAt: {
    column: 'taken_at',
    kind: 'time',
    optional: true,
    of: ({ embedded }) => takenAt(embedded),
  },
} satisfies Readonly<Record<string, DerivedField>>)

/** The columns of a table, with the database's type for each kind. `own` is not among them. */
export function columnDefinitions(
  types: Readonly<Record<FieldKind, string>>,
  entries: readonly (readonly [string, AssetField | DerivedField])[] = [
    ...FIELD_ENTRIES,
    ...DERIVED_ENTRIES,
  ],
): string {
  return entries
    .map(
      ([, { column, kind, optional }]) => `${column} ${types[kind]}${optional ? '' : ' NOT NULL'}`,
    )
    .join(',\n    ')
}

/** The value of a field as its column has it; a list stays one. An empty list is stored as NULL. */
export function cellOf(
  { kind }: AssetField,
  value: AssetRecord[AssetFieldName],
): string | number | boolean | object | null {
  if (kind === 'time') return parseTimestampOrNull(value as Timestamp | null)
  if (kind === 'list')
    return (value as readonly unknown[]).length === 0 ? null : (value as readonly unknown[])
  return value as string
}

/** The same as a parameter of a statement: a list and an object as JSON. */
export function parameterOf(
  field: AssetField,
  value: AssetRecord[AssetFieldName],
): string | number | boolean | null {
  if (field.kind === 'list') return jsonOfList(value as readonly unknown[])
  if (field.kind === 'object') return value === null ? null : JSON.stringify(value)
  return cellOf(field, value) as string | number | boolean | null
}

/** An empty list is stored as NULL. */
export function jsonOfList(list: readonly unknown[]): string | null {
  return list.length === 0 ? null : JSON.stringify(list)
}

/** Columns that each database keeps in its own way. */
type OwnCells = 'is_favourite' | 'variants' | 'failed_variants' | 'embedded'

/** A row of an asset, with the name of its tenant. */
interface AnyAssetRow extends Omit<AssetCells<unknown, 'value'>, OwnCells> {
  readonly tenant: string
}

/** The asset of a row. `read`: the cells that each database keeps in its own way. */
export function assetOfCells(
  row: AnyAssetRow,
  read: Pick<Asset, 'isFavourite' | 'variants' | 'failedVariants' | 'embedded'> & {
    readonly own: OwnData
  },
): AssetRecord {
  const { own, isFavourite, variants, failedVariants, embedded } = read
  return {
    id: row.id,
    publicFileId: row.public_file_id,
    tenant: row.tenant,
    seq: row.seq,
    name: row.name,
    title: own.title,
    alt: own.alt,
    tags: own.tags,
    metadata: own.metadata,
    focus: own.focus,
    type: row.type,
    mimeType: row.mime_type,
    extension: row.extension,
    charset: row.charset,
    size: row.size,
    sha256: row.sha256,
    width: row.width,
    height: row.height,
    durationSeconds: row.duration_seconds,
    embedded,
    status: row.status,
    isFavourite,
    folderId: row.folder_id,
    externalId: row.external_id,
    createdBy: row.created_by,
    createdAt: formatTimestamp(row.created_at),
    updatedAt: formatTimestamp(row.updated_at),
    trashedAt: formatTimestampOrNull(row.trashed_at),
    pendingUntil: formatTimestampOrNull(row.pending_until),
    blobKey: row.blob_key,
    variants,
    failedVariants,
  }
}
