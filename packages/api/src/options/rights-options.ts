import type { Asset, AssetScope, Principal } from '@stowage/core'

/** The `scope` option. */
export type Scope = (
  principal: Principal,
) => AssetScope | 'everything' | Promise<AssetScope | 'everything'>

/** What a request does to one asset. Bulk routes ask for each of their assets. */
export type AssetAction =
  /**
   * `GET /assets/{id}`; `POST /assets/{id}/copy`; the assets that answer a repeated upload, and the one that
   * `external_id_taken` names.
   */
  | 'get'
  /** `GET /files/{id}/content`, of a variant too. Also signed URLs and copies, with `download`. */
  | 'content'
  /** `GET /files/{id}/download`, of a variant too. Also signed URLs and copies, with `content`. */
  | 'download'
  /** `PATCH /assets/{id}`; `PUT /assets/{id}/content`; `POST /assets/bulk-favourite` */
  | 'update'
  /** `POST /assets/bulk-trash`; `DELETE /folders/{id}?assets=trash` */
  | 'trash'
  /** `POST /assets/bulk-restore` */
  | 'restore'
  /**
   * `POST /assets/bulk-move`; `PATCH /assets/{id}` with `folder_id`; `DELETE /folders/{id}`, for the assets that it
   * takes out.
   */
  | 'move'
  /** `POST /assets/bulk-tag`; `PATCH /assets/{id}` with `tags`. */
  | 'tag'
  /** `DELETE /assets/bulk-permanent` */
  | 'purge'

/**
 * `true`: go on. `false`: 403 `forbidden`. `{ reason }`: the same, with the reason as the error's `detail`.
 * `'unknown'`: 404, as for an asset that does not exist.
 */
export type Authorization = boolean | 'unknown' | { readonly reason: string }

/** The `authorize` option. */
export type Authorize = (
  principal: Principal,
  action: AssetAction,
  asset: Asset,
) => Authorization | Promise<Authorization>
