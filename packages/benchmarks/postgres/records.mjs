import { formatTimestamp, nameKey, parseTimestamp } from '@stowage/core/internal'
import { newAsset } from '@stowage/testing'

/** The record of a photo as an upload makes it. */
export function newRecord(overrides = {}) {
  return newAsset({ createdAt: formatTimestamp(Date.now() * 1000), ...overrides })
}

const COLUMNS = [
  'id',
  'public_file_id',
  'tenant_id',
  'is_favourite',
  'seq',
  'size',
  'created_at',
  'updated_at',
  'width',
  'height',
  'name',
  'name_key',
  'terms',
  'type',
  'mime_type',
  'extension',
  'sha256',
  'status',
  'blob_key',
]

/** One row of `assets`, and nothing else: what an app without counts, order and reservations would write. */
export function insertStatement(schema) {
  const parameters = COLUMNS.map((_, index) => `$${index + 1}`)
  return {
    text: `INSERT INTO ${schema}.plain_assets (${COLUMNS}) VALUES (${parameters})`,
    values(asset, { tenantId, seq }) {
      const createdAt = parseTimestamp(asset.createdAt)
      return [
        asset.id,
        asset.publicFileId,
        tenantId,
        asset.isFavourite,
        seq,
        asset.size,
        createdAt,
        createdAt,
        asset.width,
        asset.height,
        asset.name,
        nameKey(asset.name),
        '',
        asset.type,
        asset.mimeType,
        asset.extension,
        asset.sha256,
        asset.status,
        asset.blobKey,
      ]
    },
  }
}
