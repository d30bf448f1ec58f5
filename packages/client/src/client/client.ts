import type {
  Asset,
  AssetCollection,
  AssetUpdate,
  GetAssetQuery,
  GetFileContentQuery,
  ListAssetsQuery,
  UploadTicket,
  UploadTicketRequest,
} from '../generated/openapi.ts'
import type { CallOptions } from '../request/client-options.ts'
import type { NamedFile } from '../upload/form-body.ts'
import type { UploadOptions } from '../upload/upload-options.ts'

/** Attributes of an asset that can be changed. */
export type AssetChanges = NonNullable<AssetUpdate['data']['attributes']>

/** What an upload ticket is to allow. Each has a default. */
export type UploadTicketAttributes = NonNullable<UploadTicketRequest['data']['attributes']>

/** Which file is fetched, and how. */
export interface ContentOptions extends CallOptions, GetFileContentQuery {
  /** As an attachment with the asset's name. Default `false`. */
  readonly download?: boolean | undefined
  /** `Range`, `If-None-Match` and the like. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/**
 * The HTTP API of one service. Every method rejects with `ApiClientError`, or with the reason of its signal. Names are
 * those of the API, so that its documentation holds here.
 */
export interface Client {
  /**
   * Uploads one file. `name` is that of the file unless it is given: a `Blob` has none, and is stored as `untitled`.
   * In Node, `fs.openAsBlob(path)` gives a file without reading it into memory.
   */
  upload(
    file: Blob,
    options?: UploadOptions & { readonly name?: string | undefined },
  ): Promise<Asset>
  /**
   * Uploads several files in one request: all are stored, or none. The assets keep their order. Takes the `FileList` of
   * an `<input multiple>` as it is.
   */
  uploadMany(files: Iterable<Blob | NamedFile>, options?: UploadOptions): Promise<readonly Asset[]>
  /**
   * Makes a ticket with which a page uploads: by default one file, within 15 minutes. Give the page
   * `attributes.token`, and nothing else.
   */
  createUploadTicket(
    attributes?: UploadTicketAttributes,
    options?: CallOptions,
  ): Promise<UploadTicket>
  /** One page of assets, the newest first. */
  list(query?: ListAssetsQuery, options?: CallOptions): Promise<AssetCollection>
  /**
   * All assets, page by page: 100 at a time unless `per_page` says otherwise. What is uploaded meanwhile is left out.
   * What is deleted meanwhile moves later assets to earlier pages, where they can be missed.
   */
  assets(query?: ListAssetsQuery, options?: CallOptions): AsyncGenerator<Asset, void, undefined>
  /** One asset. `asset_not_found` when there is none, or when it is in the trash. */
  get(id: string, query?: GetAssetQuery, options?: CallOptions): Promise<Asset>
  /** Changes some attributes. */
  update(id: string, changes: AssetChanges, options?: CallOptions): Promise<Asset>
  /** Moves assets to the trash: all or none, at most 1000. */
  trash(ids: string | readonly string[], options?: CallOptions): Promise<void>
  /** Takes assets back out of the trash: all or none, at most 1000. */
  restore(ids: string | readonly string[], options?: CallOptions): Promise<void>
  /** Deletes assets for good: all or none, at most 1000. They must be in the trash. */
  purge(ids: string | readonly string[], options?: CallOptions): Promise<void>
  /** The bytes of a file or of a variant, as a response of `fetch` whose status is that of a success. */
  content(publicFileId: string, options?: ContentOptions): Promise<Response>
}
