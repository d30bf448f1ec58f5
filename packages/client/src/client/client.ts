import type {
  Asset,
  AssetCollection,
  AssetCursorCollection,
  AssetOwnData,
  AssetUpdate,
  Event,
  EventList,
  GetAssetQuery,
  GetFileContentQuery,
  GetUsageQuery,
  ListEventsQuery,
  UploadTicket,
  UploadTicketRequest,
  Usage,
} from '../generated/openapi.ts'
import type { ChangeOptions } from '../request/change-options.ts'
import type { CallOptions } from '../request/client-options.ts'
import type { NamedFile } from '../upload/form-body.ts'
import type { CopyOptions, UploadOptions, UrlUploadOptions } from '../upload/upload-options.ts'
import type { FoldersClient } from './folders-client.ts'
import type { FollowQuery } from './follow-events.ts'
import type { JobsClient } from './jobs-client.ts'
import type { KeysClient } from './keys-client.ts'
import type { AssetFilter, CursorQuery, FindQuery, ListQuery } from './list-query.ts'
import type { ReplaceOptions } from './replace-options.ts'
import type { WebhooksClient } from './webhooks-client.ts'

/** What a change of an asset may hold: attributes, and its own data. */
export type AssetChanges = NonNullable<AssetUpdate['data']['attributes']> & AssetOwnData

/** Tags that assets get, and tags that they lose. At least one. */
export interface TagChanges {
  readonly add?: readonly string[] | undefined
  /** Whatever their case. */
  readonly remove?: readonly string[] | undefined
}

/**
 * Assets by their ids, at most 1000; or all that match a filter, at most 100,000, with the number that you expect to
 * match: `meta.total` of their list. `count_changed` when another number matches.
 */
export type AssetSelection =
  | string
  | readonly string[]
  | { readonly filter: AssetFilter; readonly expected: number }

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
 * The HTTP API of one service. Every method rejects with `ApiClientError`, or with the reason of its signal; for an id
 * that cannot be one, with a `TypeError` before anything is sent. Names are those of the API, so that its documentation
 * applies here.
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
   * Makes the service fetch a file by its URL. `url_refused` for one that it does not fetch, `url_failed` when no whole
   * file came. `route_not_found` when the service has not switched this on.
   */
  uploadFromUrl(url: string | URL, options?: UrlUploadOptions): Promise<Asset>
  /**
   * Makes a ticket with which a page uploads: by default one file, within 15 minutes. Give the page
   * `attributes.token`, and nothing else.
   */
  createUploadTicket(
    attributes?: UploadTicketAttributes,
    options?: CallOptions,
  ): Promise<UploadTicket>
  /**
   * One page of assets, the newest first unless `sort` says otherwise: by its number, or by a cursor once `page[size]`
   * or another `page[…]` is given.
   */
  list(query: CursorQuery, options?: CallOptions): Promise<AssetCursorCollection>
  list(query?: ListQuery, options?: CallOptions): Promise<AssetCollection>
  /**
   * All assets that `list` would give, 100 at a time unless `per_page` says otherwise. It uses cursors, so no asset
   * comes twice or is missed because others come and go meanwhile.
   */
  assets(query?: FindQuery, options?: CallOptions): AsyncGenerator<Asset, void, undefined>
  /** One asset. `asset_not_found` when there is none, or when it is in the trash. */
  get(id: string, query?: GetAssetQuery, options?: CallOptions): Promise<Asset>
  /** Changes some attributes, or own data. */
  update(id: string, changes: AssetChanges, options?: ChangeOptions): Promise<Asset>
  /**
   * Gives an asset the bytes of another file. Its id, URLs, name and own data stay; type and size are those of the new
   * bytes. The same bytes again change nothing. `precondition_failed` with `ifMatch`.
   */
  replaceContent(id: string, file: Blob, options?: ReplaceOptions): Promise<Asset>
  /** Stores the same bytes as a new asset, with the own data of the first. `asset_not_found`, `folder_not_found`. */
  copy(id: string, options?: CopyOptions): Promise<Asset>
  /** Moves assets to the trash: all or none of those that are named; with a filter, step by step. */
  trash(assets: AssetSelection, options?: CallOptions): Promise<void>
  /** Takes assets back out of the trash, all or step by step as `trash` does. A filter is for those in the trash. */
  restore(assets: AssetSelection, options?: CallOptions): Promise<void>
  /** Deletes assets for good: all or none, at most 1000. They must be in the trash. */
  purge(ids: string | readonly string[], options?: CallOptions): Promise<void>
  /** Moves assets into a folder, or out of all folders (`null`), all or step by step as `trash` does. */
  move(assets: AssetSelection, folderId: string | null, options?: CallOptions): Promise<void>
  /** Changes the tags of assets, all or step by step as `trash` does. */
  tag(assets: AssetSelection, changes: TagChanges, options?: CallOptions): Promise<void>
  /** Marks or unmarks assets as favourites, all or step by step as `trash` does. */
  mark(assets: AssetSelection, isFavourite: boolean, options?: CallOptions): Promise<void>
  /** How many assets there are, and how many bytes they have; with `with_meta: '1'` also what the caller may do. */
  usage(options?: CallOptions & GetUsageQuery): Promise<Usage>
  /** The folders of the service. */
  readonly folders: FoldersClient
  /** One page of what happened, in the order of the commits. Go on with `meta.cursor` as `page[after]`. */
  events(query?: ListEventsQuery, options?: CallOptions): Promise<EventList>
  /**
   * Iterates over events as they happen, over a stream that is opened again when it breaks off. Ends only with `signal`,
   * with its reason, or when the service refuses: `cursor_expired`, `unauthenticated`.
   */
  followEvents(query?: FollowQuery, options?: CallOptions): AsyncIterable<Event>
  /** The API keys of the tenant, for callers with the permission `manage`. */
  readonly keys: KeysClient
  /** The jobs of the tenant, for callers with the permission `manage`. */
  readonly jobs: JobsClient
  /** Manages the URLs that get messages about the events of the tenant, for callers with the permissions `manage` and `read`. */
  readonly webhooks: WebhooksClient
  /** The bytes of a file or of a variant, as a response of `fetch` with a success status. */
  content(publicFileId: string, options?: ContentOptions): Promise<Response>
}
