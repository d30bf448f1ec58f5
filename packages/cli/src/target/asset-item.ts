import type { Asset as StoreAsset } from '@stowage/core'
import {
  amount,
  answered,
  flag,
  listOf,
  object,
  orElse,
  orNull,
  recordOf,
  scalar,
  text,
  time,
  uuid,
  whole,
} from './answered.ts'

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

const RESOURCE = { id: uuid, attributes: object, meta: orElse(object, {}) }

const ATTRIBUTES = {
  public_file_id: uuid,
  name: text,
  type: text,
  mime_type: text,
  extension: text,
  size: whole,
  width: orNull(whole),
  height: orNull(whole),
  duration_seconds: orNull(amount),
  status: text,
  is_favourite: orNull(flag),
  folder_id: orNull(uuid),
  created_at: time,
  updated_at: time,
}

const META = {
  sha256: orElse(text, ''),
  external_id: orElse(orNull(text), null),
  title: orElse(orNull(text), null),
  alt: orElse(recordOf(text), {}),
  tags: orElse(listOf(text), []),
  metadata: orElse(recordOf(scalar), {}),
  created_by: orElse(orNull(text), null),
  trashed_at: orElse(orNull(time), null),
}

/** An asset of an answer to a request `with_meta`. */
export function itemOfServer(asset: unknown): AssetItem {
  const { id, attributes, meta } = answered('an asset', asset, RESOURCE)
  const { is_favourite, ...facts } = answered('an asset', attributes, ATTRIBUTES)
  return {
    id,
    ...facts,
    is_favourite: is_favourite === true,
    ...answered('an asset', meta, META),
  }
}
