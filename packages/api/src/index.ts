export { createApi } from './api/create-api.ts'
export { neverThrowing } from './api/error-hook.ts'
export { type ApiLimits, DEFAULT_API_LIMITS } from './api/limits.ts'
export type { ApiOptions, FailedRequest } from './api/options.ts'
export type { Api, ApiRequest, ApiResponse } from './api/request.ts'
export { Pace } from './body/pace.ts'
export type { CorsOptions } from './cors/cors.ts'
export type { AcceleratorOptions } from './delivery/accelerator.ts'
export type { AssetCollection } from './documents/asset-collection.ts'
export type { AssetAttributes, AssetMeta, AssetResource } from './documents/asset-resource.ts'
export {
  HttpProblem,
  type Problem,
  type ProblemSource,
  problem,
} from './problems/problem.ts'
export type { ProblemCode } from './problems/problem-codes.ts'
export type { ErrorDocument, ErrorObject } from './problems/problem-document.ts'
export { type BaseUrlFacts, baseUrlFrom } from './requests/base-url.ts'
