import type { Asset as ServerAsset } from '@stowage/client'
import type { Asset as StoreAsset } from '@stowage/core'
import { answeredUuid } from './answered-uuid.ts'

/** An asset as commands show it, by the names of the HTTP API, whether it comes from a store or from a service. */
export interface AssetItem {
  readonly id: string
  readonly public_file_id: string
  readonly name: string
  readonly type: string
  readonly mime_type: string
  readonly extension: string
  readonly size: number
  readonly sha256: string
  readonly width: number | null
  readonly height: number | null
  readonly duration_seconds: number | null
  readonly status: string
  readonly is_favourite: boolean
  readonly folder_id: string | null
  readonly external_id: string | null
  readonly title: string | null
  readonly alt: Readonly<Record<string, string>>
  readonly tags: readonly string[]
  readonly metadata: Readonly<Record<string, string | number | boolean | null>>
  readonly created_by: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly trashed_at: string | null
}

/** Of a store. */
export function itemOfStore(asset: StoreAsset): AssetItem {
  return {
    id: asset.id,
    public_file_id: asset.publicFileId,
    name: asset.name,
    type: asset.type,
    mime_type: asset.mimeType,
    extension: asset.extension,
    size: asset.size,
    sha256: asset.sha256,
    width: asset.width,
    height: asset.height,
    duration_seconds: asset.durationSeconds,
    status: asset.status,
    is_favourite: asset.isFavourite,
    folder_id: asset.folderId,
    external_id: asset.externalId,
    title: asset.title,
    alt: asset.alt,
    tags: asset.tags,
    metadata: asset.metadata,
    created_by: asset.createdBy,
    created_at: asset.createdAt,
    updated_at: asset.updatedAt,
    trashed_at: asset.trashedAt,
  }
}

/** Of a service that was asked for `with_meta`. */
export function itemOfServer({ id, attributes, meta = {} }: ServerAsset): AssetItem {
  const { public_file_id, name, type, mime_type, extension, size, width, height } = attributes
  return {
    id: answeredUuid(id),
    public_file_id: answeredUuid(public_file_id),
    name,
    type,
    mime_type,
    extension,
    size,
    sha256: meta.sha256 ?? '',
    width,
    height,
    duration_seconds: attributes.duration_seconds,
    status: attributes.status,
    is_favourite: attributes.is_favourite === true,
    folder_id: attributes.folder_id,
    external_id: meta.external_id ?? null,
    title: meta.title ?? null,
    alt: meta.alt ?? {},
    tags: meta.tags ?? [],
    metadata: meta.metadata ?? {},
    created_by: meta.created_by ?? null,
    created_at: attributes.created_at,
    updated_at: attributes.updated_at,
    trashed_at: meta.trashed_at ?? null,
  }
}
