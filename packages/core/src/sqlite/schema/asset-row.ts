import type {
  Asset,
  AssetStatus,
  AssetType,
  FailedVariant,
  Timestamp,
  Variant,
} from '../../model/asset.ts'
import { jsonOfOwnData, ownDataOfJson } from '../../model/own-data-column.ts'
import {
  formatTimestamp,
  formatTimestampOrNull,
  type Micros,
  parseTimestamp,
  parseTimestampOrNull,
} from '../../model/timestamp.ts'
import type { TimedAsset } from '../../ports/timed-asset.ts'
import { nameKey } from '../../text/name-key.ts'
import type { SqliteValue } from '../engine/client.ts'

/** A row of `assets` with the name of its tenant. */
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
  readonly is_favourite: 0 | 1
  readonly folder_id: string | null
  readonly external_id: string | null
  readonly created_by: string | null
  readonly created_at: Micros
  readonly updated_at: Micros
  readonly trashed_at: Micros | null
  readonly pending_until: Micros | null
  readonly blob_key: string
  readonly variants: string | null
  readonly failed_variants: string | null
  readonly own: string | null
}

/** The columns of an `AssetRow` but for `tenant`. Named one by one: a newer database may have more. */
export const ASSET_COLUMNS: string = `a.tenant_id, a.seq, a.id, a.public_file_id, a.name, a.type, a.mime_type, a.extension,
    a.charset, a.size, a.sha256, a.width, a.height, a.duration_seconds, a.status, a.is_favourite, a.folder_id,
    a.external_id, a.created_by, a.created_at, a.updated_at, a.trashed_at, a.pending_until, a.blob_key, a.variants, a.failed_variants,
    a.own`

/** What an `AssetRow` is selected with; a `WHERE` follows. */
export const SELECT_ASSET: string = `
  SELECT t.name AS tenant, ${ASSET_COLUMNS}
  FROM assets a JOIN tenants t ON t.id = a.tenant_id`

export function assetOfRow(row: AssetRow): Asset {
  const own = ownDataOfJson(row.own)
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
    isFavourite: row.is_favourite === 1,
    folderId: row.folder_id,
    externalId: row.external_id,
    createdBy: row.created_by,
    createdAt: formatTimestamp(row.created_at),
    updatedAt: formatTimestamp(row.updated_at),
    trashedAt: formatTimestampOrNull(row.trashed_at),
    pendingUntil: formatTimestampOrNull(row.pending_until),
    blobKey: row.blob_key,
    variants: listOfJson<Variant>(row.variants),
    failedVariants: listOfJson<FailedVariant>(row.failed_variants),
  }
}

/** An empty list is stored as NULL. */
export function jsonOfList(list: readonly unknown[]): string | null {
  return list.length === 0 ? null : JSON.stringify(list)
}

function listOfJson<Item>(json: string | null): readonly Item[] {
  return json === null ? [] : JSON.parse(json)
}

/** Takes the parameters that `insertParameters` makes. */
export const INSERT_ASSET = `
  INSERT INTO assets (
    tenant_id, seq, id, public_file_id, name, name_key, type, mime_type, extension, charset, size, sha256, width,
    height, duration_seconds, status, is_favourite, folder_id, external_id, created_by, created_at, updated_at,
    trashed_at, pending_until, blob_key, variants, failed_variants, own
  ) VALUES (
    :tenantId, :seq, :id, :publicFileId, :name, :nameKey, :type, :mimeType, :extension, :charset, :size, :sha256, :width,
    :height, :durationSeconds, :status, :isFavourite, :folderId, :externalId, :createdBy, :createdAt, :updatedAt,
    :trashedAt, :pendingUntil, :blobKey, :variants, :failedVariants, :own
  )`

export function insertParameters(
  asset: TimedAsset & { readonly pendingUntil?: Timestamp | null },
  tenantId: number,
  seq: number,
): Record<string, SqliteValue> {
  const {
    variants,
    failedVariants,
    isFavourite,
    createdAt,
    updatedAt,
    trashedAt = null,
    pendingUntil = null,
    title,
    alt,
    tags,
    metadata,
    ...columns
  } = asset
  return Object.assign({}, columns, {
    tenantId,
    seq,
    nameKey: nameKey(asset.name),
    isFavourite: Number(isFavourite),
    createdAt: parseTimestamp(createdAt),
    updatedAt: parseTimestamp(updatedAt),
    trashedAt: parseTimestampOrNull(trashedAt),
    pendingUntil: parseTimestampOrNull(pendingUntil),
    variants: jsonOfList(variants),
    failedVariants: jsonOfList(failedVariants),
    own: jsonOfOwnData({ title, alt, tags, metadata }),
  })
}
