/**
 * A typed client of the HTTP API, for browsers and Node.
 *
 * @module
 */

export type {
  AssetChanges,
  AssetSelection,
  Client,
  ContentOptions,
  TagChanges,
  UploadTicketAttributes,
} from './client/client.ts'
export { createClient } from './client/create-client.ts'
export type { FoldersClient } from './client/folders-client.ts'
export type { FollowQuery } from './client/follow-events.ts'
export type { JobsClient } from './client/jobs-client.ts'
export type { KeysClient } from './client/keys-client.ts'
export type { AssetFilter, CursorQuery, FindQuery, ListQuery } from './client/list-query.ts'
export type { ReplaceOptions } from './client/replace-options.ts'
export type { WebhooksClient } from './client/webhooks-client.ts'
export {
  type ApiClientError,
  isApiClientError,
  type NetworkError,
  type RefusedError,
  type UnexpectedAnswerError,
} from './errors/api-client-error.ts'
export type {
  ApiKey,
  ApiKeyCollection,
  ApiKeyRequest,
  Asset,
  AssetAttributes,
  AssetCollection,
  AssetCursorCollection,
  AssetMeta,
  AssetOwnData,
  AssetUpdate,
  CopyAssetQuery,
  DeleteFolderQuery,
  EmbeddedFacts,
  ErrorObject,
  Event,
  EventList,
  FilterDocument,
  Folder,
  FolderCollection,
  FolderRequest,
  FolderUpdate,
  GetAssetQuery,
  GetFileContentQuery,
  GetFolderQuery,
  GetUsageQuery,
  Job,
  JobCollection,
  ListAssetsQuery,
  ListEventsQuery,
  ListFoldersQuery,
  ListJobsQuery,
  ListKeysQuery,
  ListWebhookDeliveriesQuery,
  ListWebhooksQuery,
  NewApiKey,
  NewWebhook,
  ReplaceContentQuery,
  SignedUrls,
  UploadAssetQuery,
  UploadFromUrlQuery,
  UploadTicket,
  UploadTicketRequest,
  Usage,
  Webhook,
  WebhookCollection,
  WebhookDelivery,
  WebhookDeliveryCollection,
  WebhookPing,
  WebhookReplay,
  WebhookRequest,
  WebhookUpdate,
} from './generated/openapi.ts'
export { nextImageLoader, unpicTransformer } from './pictures/loaders.ts'
export {
  type PictureAttributes,
  type PictureOptions,
  pictureAttributes,
} from './pictures/picture-attributes.ts'
export type { ChangeOptions } from './request/change-options.ts'
export type { CallOptions, ClientOptions, HeadersOfApp } from './request/client-options.ts'
export type { NamedFile } from './upload/form-body.ts'
export type {
  CopyOptions,
  UploadFields,
  UploadOptions,
  UploadProgress,
  UrlUploadOptions,
} from './upload/upload-options.ts'
