/**
 * The `/api/v1` contract as a function of a request: for an adapter of your own. Every adapter takes its options.
 *
 * @module
 */

export type { AssetCollection, AssetCursorCollection } from './assets/asset-collection.ts'
export type {
  AssetAttributes,
  AssetMeta,
  AssetResource,
} from './assets/asset-resource.ts'
export type { EmbeddedMeta } from './assets/embedded-meta.ts'
export type { PictureMeta } from './assets/picture-meta.ts'
export type { SignedUrlsMeta } from './assets/signed-meta.ts'
export { LINGER_LIMITS, type LingerLimits, LingerWatch } from './body/linger.ts'
export { Pace } from './body/pace.ts'
export { createApi } from './create-api.ts'
export type { AcceleratorOptions } from './delivery/accelerator.ts'
export type { RedirectOptions } from './delivery/redirect.ts'
export type { SignedFilesOptions } from './delivery/signed-files-option.ts'
export { type DownloadLimits, StallWatch } from './delivery/stall-watch.ts'
export type { PageOfList } from './documents/page-of-list.ts'
export {
  ApiError,
  type ApiErrorDetails,
  type ApiErrorSource,
  apiError,
} from './errors/api-error.ts'
export { API_ERRORS, type ApiErrorCode } from './errors/api-error-codes.ts'
export type { ErrorDocument, ErrorObject } from './errors/error-document.ts'
export type { FolderCollection } from './folders/folder-collection.ts'
export type {
  FolderAttributes,
  FolderMeta,
  FolderResource,
} from './folders/folder-resource.ts'
export type { CorsOptions } from './http/headers/cors-option.ts'
export { type BaseUrlFacts, baseUrlFrom } from './http/urls/base-url.ts'
export { mountPath, normalizeMountPath } from './http/urls/mount-path.ts'
export { type ApiLimits, DEFAULT_API_LIMITS } from './message/limits.ts'
export type { Api, ApiRequest, ApiResponse } from './message/request.ts'
export { API_OPTIONS, type ApiOptions, type FailedRequest } from './options/api-options.ts'
export { type ErrorHook, safeErrorHook } from './options/error-hook.ts'
export type { Logger } from './options/logger-option.ts'
export type { Page, PageRequest } from './options/page-option.ts'
export type { AssetAction, Authorization, Authorize, Scope } from './options/rights-options.ts'
export type { UsageAttributes, UsageResource } from './usage/usage-resource.ts'
