import type { Asset, AssetStore, OwnData, Principal } from '@stowage/core'
import { ownDataIn, variantOf } from '@stowage/core/internal'
import { entityTag } from '../documents/entity-tag.ts'
import type { Query } from '../http/query/query.ts'
import { type EmbeddedMeta, embeddedMeta } from './embedded-meta.ts'
import { type PictureMeta, pictureMeta } from './picture-meta.ts'
import { type SignedUrlsMeta, signedMeta } from './signed-meta.ts'

/** The attributes of an asset, in the order of the service description. */
export interface AssetAttributes {
  /** File name. */
  readonly name: string
  /** Category: `image`, `video`, `audio`, `document`, `archive` or `other`. */
  readonly type: string
  /** Lower case, without dot. */
  readonly extension: string
  readonly mime_type: string
  /** Bytes. */
  readonly size: number
  readonly folder_id: string | null
  /** UTC with six fractional digits. */
  readonly created_at: string
  /** UTC with six fractional digits. */
  readonly updated_at: string
  /** Pixels as displayed, or `null`. */
  readonly width: number | null
  /** Pixels as displayed, or `null`. */
  readonly height: number | null
  /** Seconds of audio and video, or `null`. */
  readonly duration_seconds: number | null
  /** Bytes of the variant `optimized`; `null` while there is none. */
  readonly optimized_size: number | null
  /** `null` in the answer to an upload. */
  readonly is_favourite: boolean | null
  /** `ready`, `processing` or `failed`. Only files of `ready` assets are served. */
  readonly status: string
  /** UUIDv4: the identifier in file URLs. */
  readonly public_file_id: string
  /** Where the file is served for display. */
  readonly url: string
  /** `null` when the asset can have no thumbnail. */
  readonly thumbnail_url: string | null
  /** Where the file is served as an attachment. */
  readonly download_url: string
}

/** What a resource holds besides the description's attributes: `signed` with `sign`, the others with `with_meta=1`. */
export interface AssetMeta extends Partial<PictureMeta>, Partial<OwnData> {
  /** Lower-case hex. */
  readonly sha256?: string
  /** Id of the key or principal that uploaded it; `null`: the app itself. */
  readonly created_by?: string | null
  /** `null` while the asset is active. */
  readonly trashed_at?: string | null
  /** What the file says of itself, unchecked; `null` when it says nothing. */
  readonly facts?: EmbeddedMeta | null
  /** Its id in another system, or `null`. */
  readonly external_id?: string | null
  /** The `ETag` header of the asset, for `If-Match`. */
  readonly etag?: string
  /** URLs that need no key until they expire. */
  readonly signed?: SignedUrlsMeta
}

/** A JSON:API resource object of an asset. */
export interface AssetResource {
  /** UUIDv7. */
  readonly id: string
  readonly type: 'assets'
  readonly attributes: AssetAttributes
  /** Only with `with_meta=1` or `sign`. */
  readonly meta?: AssetMeta
}

/** What a resource depends on besides its asset: a part of the context of its request. */
export interface ResourceContext {
  /** What URLs begin with, up to and including `/api/v1`. */
  readonly root: string
  /** Says which variants can be fetched. */
  readonly store: Pick<AssetStore, 'variants' | 'pictures' | 'urls' | 'view'>
  /** Who sees it. */
  readonly principal: Principal | null
  readonly query: Pick<Query, 'withMeta'>
  /** Seconds for which to sign URLs; `null` when none are requested. */
  readonly signFor: number | null
  /** Ids of assets that get no signed URLs even then. Default: none. */
  readonly unsigned?: ReadonlySet<string>
}

/** An asset as clients see it. `isFavourite` overrides the record where the contract requires it. */
export function assetResource(
  asset: Asset,
  context: ResourceContext,
  isFavourite: boolean | null = asset.isFavourite,
): AssetResource {
  const { root, store } = context
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
      optimized_size: variantOf(asset, 'optimized')?.size ?? null,
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
  const meta = assetMeta(asset, context)
  return meta === undefined ? resource : Object.assign(resource, { meta })
}

/** The same in the answer to its upload, where `is_favourite` is always `null`. */
export function uploadedResource(asset: Asset, context: ResourceContext): AssetResource {
  return assetResource(asset, context, null)
}

function assetMeta(
  asset: Asset,
  { root, store, principal, query, signFor: asked, unsigned }: ResourceContext,
): AssetMeta | undefined {
  const signFor = unsigned?.has(asset.id) === true ? null : asked
  if (!query.withMeta && signFor === null) return undefined
  return Object.assign(
    {},
    query.withMeta ? recordMeta(asset, { store, principal }) : null,
    query.withMeta ? pictureMeta(asset, { root, store, signFor }) : null,
    signFor === null ? null : { signed: signedMeta(asset, { root, store, signFor }) },
  )
}

function recordMeta(
  asset: Asset,
  context: Pick<ResourceContext, 'store' | 'principal'>,
): AssetMeta {
  const { sha256, createdBy, trashedAt, externalId } = asset
  return {
    sha256,
    created_by: createdBy,
    trashed_at: trashedAt,
    facts: embeddedMeta(asset, context),
    external_id: externalId,
    ...ownDataIn(asset),
    etag: entityTag(asset),
  }
}
