import type { Asset, AssetStore } from '@stowage/core'
import type { Query } from '../http/query.ts'

/** The attributes of an asset, in the order of the service description. */
export interface AssetAttributes {
  readonly name: string
  readonly type: string
  readonly extension: string
  readonly mime_type: string
  readonly size: number
  readonly folder_id: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly width: number | null
  readonly height: number | null
  readonly duration_seconds: number | null
  readonly optimized_size: number | null
  readonly is_favourite: boolean | null
  readonly status: string
  readonly public_file_id: string
  readonly url: string
  readonly thumbnail_url: string | null
  readonly download_url: string
}

/** What a resource holds besides the description's attributes, when `with_meta=1` asks for it. */
export interface AssetMeta {
  /** Lower-case hex. */
  readonly sha256: string
  readonly created_by: string | null
  readonly trashed_at: string | null
}

export interface AssetResource {
  readonly id: string
  readonly type: 'assets'
  readonly attributes: AssetAttributes
  readonly meta?: AssetMeta
}

/** What a resource depends on besides its asset: a part of the call that it answers. */
export interface ResourceContext {
  /** What URLs begin with, up to and including `/api/v1`. */
  readonly root: string
  /** Tells which variants can be fetched. */
  readonly store: Pick<AssetStore, 'variants'>
  readonly query: Pick<Query, 'withMeta'>
}

/** An asset as clients see it. `isFavourite`: where the contract says otherwise than the record. */
export function assetResource(
  asset: Asset,
  { root, store, query }: ResourceContext,
  isFavourite: boolean | null = asset.isFavourite,
): AssetResource {
  const files = `${root}/files/${asset.publicFileId}`
  const resource: AssetResource = {
    id: asset.id,
    type: 'assets',
    attributes: {
      name: asset.name,
      type: asset.type,
      extension: asset.extension,
      mime_type: asset.mimeType,
      size: asset.size,
      folder_id: asset.folderId,
      created_at: asset.createdAt,
      updated_at: asset.updatedAt,
      width: asset.width,
      height: asset.height,
      duration_seconds: asset.durationSeconds,
      optimized_size: asset.variants.find(({ name }) => name === 'optimized')?.size ?? null,
      is_favourite: isFavourite,
      status: asset.status,
      public_file_id: asset.publicFileId,
      url: `${files}/content`,
      thumbnail_url: store.variants.offers(asset, 'thumbnail')
        ? `${files}/content?variant=thumbnail`
        : null,
      download_url: `${files}/download`,
    },
  }
  return query.withMeta ? { ...resource, meta: assetMeta(asset) } : resource
}

/** The same in the answer to its upload, where `is_favourite` is always `null`. */
export function uploadedResource(asset: Asset, context: ResourceContext): AssetResource {
  return assetResource(asset, context, null)
}

function assetMeta({ sha256, createdBy, trashedAt }: Asset): AssetMeta {
  return { sha256, created_by: createdBy, trashed_at: trashedAt }
}
