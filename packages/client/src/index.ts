/**
 * A typed client of the HTTP API, for browsers and Node.
 *
 * @module
 */
export type {
  AssetChanges,
  Client,
  ContentOptions,
  UploadTicketAttributes,
} from './client/client.ts'
export { createClient } from './client/create-client.ts'
export {
  type ApiClientError,
  isApiClientError,
  type NetworkError,
  type RefusedError,
  type UnexpectedAnswerError,
} from './errors/api-client-error.ts'
export type {
  Asset,
  AssetAttributes,
  AssetCollection,
  AssetMeta,
  AssetUpdate,
  ErrorObject,
  GetAssetQuery,
  GetFileContentQuery,
  ListAssetsQuery,
  SignedUrls,
  UploadAssetQuery,
  UploadTicket,
  UploadTicketRequest,
} from './generated/openapi.ts'
export type { CallOptions, ClientOptions, HeadersOfApp } from './request/client-options.ts'
export type { NamedFile } from './upload/form-body.ts'
export type { UploadOptions, UploadProgress } from './upload/upload-options.ts'
