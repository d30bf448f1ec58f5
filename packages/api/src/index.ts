export { createApi } from './create-api.ts'
export { neverThrowing } from './message/error-hook.ts'
export { type ApiLimits, DEFAULT_API_LIMITS } from './message/limits.ts'
export type { ApiOptions, FailedRequest } from './message/options.ts'
export type { Api, ApiRequest, ApiResponse } from './message/request.ts'
export { Pace } from './body/pace.ts'
export type { CorsOptions } from './http/cors.ts'
export type { AcceleratorOptions } from './delivery/accelerator.ts'
export type { AssetCollection } from './documents/asset-collection.ts'
export type { AssetAttributes, AssetMeta, AssetResource } from './documents/asset-resource.ts'
export {
  HttpProblem,
  type Problem,
  type ProblemSource,
  problem,
} from './errors/api-error.ts'
export type { ProblemCode } from './errors/api-error-codes.ts'
export type { ErrorDocument, ErrorObject } from './errors/error-document.ts'
export { type BaseUrlFacts, baseUrlFrom } from './http/base-url.ts'
