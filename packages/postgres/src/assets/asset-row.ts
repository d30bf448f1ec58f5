import type { Asset, AssetType, Variant } from '@stowage/core'
import {
  type AssetStatus,
  type FailedVariant,
  formatTimestamp,
  formatTimestampOrNull,
  type NewAsset,
  parseTimestamp,
} from '@stowage/core/ports'

/** A row of `assets` with the name of its tenant. Times in microseconds. */
export interface AssetRow {
  readonly tenant: string
  readonly tenant_id: number
  readonly seq: number
  readonly id: string
  readonly public_file_id: string
  readonly name: string
  readonly type: AssetType
  readonly mime_type: string
  readonly extension: string
  readonly charset: string | null
  readonly size: number
  readonly sha256: string
  readonly width: number | null
  readonly height: number | null
  readonly duration_seconds: number | null
  readonly status: AssetStatus
  readonly is_favourite: boolean
  readonly folder_id: string | null
  readonly created_by: string | null
  readonly created_at: number
  readonly updated_at: number
  readonly trashed_at: number | null
  readonly blob_key: string
  readonly variants: readonly Variant[] | null
  readonly failed_variants: readonly FailedVariant[] | null
}

/** What an `AssetRow` is selected with; a `WHERE` follows. */
export const SELECT_ASSET =
  'SELECT t.name AS tenant, a.* FROM $schema.assets a JOIN $schema.tenants t ON t.id = a.tenant_id'

export function assetOfRow(row: AssetRow): Asset {
  return {
    id: row.id,
    publicFileId: row.public_file_id,
    tenant: row.tenant,
    seq: row.seq,
    name: row.name,
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
    createdBy: row.created_by,
    createdAt: formatTimestamp(row.created_at),
    updatedAt: formatTimestamp(row.updated_at),
    trashedAt: formatTimestampOrNull(row.trashed_at),
    blobKey: row.blob_key,
    variants: row.variants ?? [],
    failedVariants: row.failed_variants ?? [],
  }
}

/** Inserts the rows of a JSON list, parameter `$1`. */
export const INSERT_ASSETS =
  'INSERT INTO $schema.assets SELECT * FROM json_populate_recordset(NULL::$schema.assets, $1)'

/** What `INSERT_ASSETS` takes. The name of the tenant is not of the table, and passed over. */
export function rowOfAsset(
  asset: NewAsset,
  { tenantId, seq }: { readonly tenantId: number; readonly seq: number },
): Omit<AssetRow, 'tenant'> {
  const createdAt = parseTimestamp(asset.createdAt)
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
    created_by: asset.createdBy,
    created_at: createdAt,
    updated_at: createdAt,
    trashed_at: null,
    blob_key: asset.blobKey,
    variants: listOrNull(asset.variants),
    failed_variants: listOrNull(asset.failedVariants),
  }
}

/** An empty list is stored as NULL. */
export function listOrNull<Item>(list: readonly Item[]): readonly Item[] | null {
  return list.length === 0 ? null : list
}
