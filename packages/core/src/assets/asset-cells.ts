import type { OwnData } from '../own-data/own-data.ts'
import { formatTimestamp, formatTimestampOrNull } from '../time/timestamp.ts'
import type { Asset } from './asset.ts'
import type { AssetCells } from './asset-fields.ts'

/** Columns that each database keeps in its own way. */
type OwnCells = 'is_favourite' | 'variants' | 'failed_variants'

/** A row of an asset, with the name of its tenant. */
interface AnyAssetRow extends Omit<AssetCells<unknown, 'value'>, OwnCells> {
  readonly tenant: string
}

/** The asset of a row. `read`: the cells that each database keeps in its own way. */
export function assetOfCells(
  row: AnyAssetRow,
  read: Pick<Asset, 'isFavourite' | 'variants' | 'failedVariants'> & { readonly own: OwnData },
): Asset {
  const { own, isFavourite, variants, failedVariants } = read
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
