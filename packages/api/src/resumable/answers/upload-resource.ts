import type { ResumableUpload, UploadPage, UploadStatus } from '@stowage/core/types'
import { listLink } from '../../documents/list-link.ts'
import type { Query } from '../../http/query/query.ts'
import { shownOffset } from './upload-headers.ts'

/** The attributes of a resumable upload. */
export interface UploadAttributes {
  /** The name that the asset gets. */
  readonly name: string
  /** Bytes of the file; `null` while they are not known. */
  readonly size: number | null
  /** Bytes that are stored; `null` while all are, and the asset is being made. */
  readonly offset: number | null
  /** `receiving`, `finishing`, `done` or `refused`. */
  readonly status: UploadStatus
  /** The asset that it became, or `null`. */
  readonly asset_id: string | null
  /** When it expires unless bytes come, or is forgotten. UTC with six fractional digits. */
  readonly expires_at: string
}

/** A JSON:API resource object of a resumable upload. */
export interface UploadResource {
  readonly id: string
  readonly type: 'uploads'
  readonly attributes: UploadAttributes
}

/** One page of uploads, the newest first. */
export interface UploadCollection {
  readonly data: readonly UploadResource[]
  /** `next` is `null` at the end. */
  readonly links: { readonly first: string; readonly next: string | null }
  readonly meta: { readonly path: string; readonly per_page: number }
}

/** An upload as clients see it. */
export function uploadResource(upload: ResumableUpload): UploadResource {
  const { id, name, size, status, assetId, expiresAt } = upload
  return {
    id,
    type: 'uploads',
    attributes: {
      name,
      size,
      offset: shownOffset(upload),
      status,
      asset_id: assetId,
      expires_at: expiresAt,
    },
  }
}

/** A page as clients see it. */
export function uploadCollection(
  { uploads, next }: UploadPage,
  { root, query, size }: { readonly root: string; readonly query: Query; readonly size: number },
): UploadCollection {
  const path = `${root}/uploads`
  const link = (after: string | null) =>
    listLink(path, query.given, { 'page[size]': String(size), 'page[after]': after })
  return {
    data: uploads.map(uploadResource),
    links: { first: link(null), next: next === null ? null : link(next) },
    meta: { path, per_page: size },
  }
}
