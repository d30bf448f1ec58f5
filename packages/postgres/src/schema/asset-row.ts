import type { Asset } from '@stowage/core'
import {
  type AssetCells,
  type AssetField,
  type AssetFieldName,
  FIELD_ENTRIES,
  formatTimestamp,
  formatTimestampOrNull,
  inSlices,
  type KeptOwnData,
  keptOwnData,
  nameKey,
  ownDataOf,
  parameterOf,
  parseTimestamp,
  parseTimestampOrNull,
  type TermSource,
  type TimedAsset,
} from '@stowage/core/internal'
import { TERMS_SLICE, termsVector } from './terms.ts'

/** A row of `assets` with the name of its tenant. Times in microseconds. */
export interface AssetRow extends AssetCells<boolean, 'value'> {
  readonly tenant: string
  readonly tenant_id: number
  readonly own: KeptOwnData | null
}

/** A row as it is stored. Its search terms are written and never read. */
export type StoredAsset = Omit<AssetRow, 'tenant'> & { readonly name_key: string }

type Entries = readonly (readonly [AssetFieldName, AssetField])[]

/** The columns of an `AssetRow` except the tenant's name. */
const COLUMNS = ['tenant_id', ...FIELD_ENTRIES.map(([, { column }]) => column), 'own']

/** The columns of a row of `assets` named `a`. */
export const ASSET_COLUMNS: string = COLUMNS.map((column) => `a.${column}`).join(', ')

/** Selects an `AssetRow`; a `WHERE` follows. */
export const SELECT_ASSET: string = `SELECT t.name AS tenant, ${ASSET_COLUMNS}
  FROM $schema.assets a JOIN $schema.tenants t ON t.id = a.tenant_id`

export function assetOfRow(row: AssetRow): Asset {
  const own = ownDataOf(row.own)
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
    type: row.type,
    mimeType: row.mime_type,
    extension: row.extension,
    charset: row.charset,
    size: row.size,
    sha256: row.sha256,
    width: row.width,
    height: row.height,
    durationSeconds: row.duration_seconds,
    status: row.status,
    isFavourite: row.is_favourite,
    folderId: row.folder_id,
    externalId: row.external_id,
    createdBy: row.created_by,
    createdAt: formatTimestamp(row.created_at),
    updatedAt: formatTimestamp(row.updated_at),
    trashedAt: formatTimestampOrNull(row.trashed_at),
    pendingUntil: formatTimestampOrNull(row.pending_until),
    blobKey: row.blob_key,
    variants: row.variants ?? [],
    failedVariants: row.failed_variants ?? [],
  }
}

/** Inserts the rows of a JSON list, parameter `$1`. */
export const INSERT_ASSETS =
  'INSERT INTO $schema.assets SELECT * FROM json_populate_recordset(NULL::$schema.assets, $1)'

/** A row for `INSERT_ASSETS`. The name of the tenant is not in the table and is ignored. */
export function rowOfAsset(
  asset: TimedAsset,
  { tenantId, seq }: { readonly tenantId: number; readonly seq: number },
): StoredAsset {
  return {
    tenant_id: tenantId,
    seq,
    id: asset.id,
    public_file_id: asset.publicFileId,
    name: asset.name,
    type: asset.type,
    mime_type: asset.mimeType,
    extension: asset.extension,
    charset: asset.charset,
    size: asset.size,
    sha256: asset.sha256,
    width: asset.width,
    height: asset.height,
    duration_seconds: asset.durationSeconds,
    status: asset.status,
    is_favourite: asset.isFavourite,
    folder_id: asset.folderId,
    external_id: asset.externalId,
    created_by: asset.createdBy,
    created_at: parseTimestamp(asset.createdAt),
    updated_at: parseTimestamp(asset.updatedAt),
    trashed_at: parseTimestampOrNull(asset.trashedAt ?? null),
    pending_until: null,
    blob_key: asset.blobKey,
    variants: listOrNull(asset.variants),
    failed_variants: listOrNull(asset.failedVariants),
    own: keptOwnData(asset),
    name_key: nameKey(asset.name),
  }
}

/** Sets these fields and `name_key`, to the values that `valuesOf` makes of them from the parameter `$first` on. */
export function settingsOf(entries: Entries, first: number): string {
  return [...entries.map(([, { column }]) => column), 'name_key']
    .map((column, index) => `${column} = $${first + index}`)
    .join(', ')
}

/** The values of an asset after the change. */
export function valuesOf(asset: Asset, entries: Entries): readonly unknown[] {
  const cells = entries.map(([name, field]) => parameterOf(field, asset[name]))
  return [...cells, nameKey(asset.name)]
}

/** The parameter of `INSERT_ASSETS`: the rows with their search terms, as JSON. Other work runs meanwhile. */
export async function jsonOfRows(rows: readonly StoredAsset[]): Promise<string> {
  const texts = await inSlices(rows, TERMS_SLICE, (row) => {
    const terms = termsVector(row.tenant_id, termSourceOf(row))
    const result = JSON.stringify({ ...row, terms })
    return { result, weight: result.length }
  })
  return `[${texts.join()}]`
}

function termSourceOf(row: StoredAsset): TermSource {
  const { mime_type: mimeType, external_id: externalId } = row
  return { ...row, mimeType, externalId, ...ownDataOf(row.own) }
}

/** An empty list is stored as NULL. */
function listOrNull<Item>(list: readonly Item[]): readonly Item[] | null {
  return list.length === 0 ? null : list
}
