import { API_ERRORS, type ApiErrorCode } from './api-error-codes.ts'

/** Which part of the request is to blame: a place in the JSON body, a parameter or field, or a header. */
export type ApiErrorSource =
  | { readonly pointer: string }
  | { readonly parameter: string }
  | { readonly header: string }

/** One thing that is wrong with a request. */
export interface ApiErrorDetails {
  /** Decides status and title. */
  readonly code: ApiErrorCode
  /** What to do about it. Never holds a path of the server, a stack, SQL or a key. */
  readonly detail: string
  /** The part of the request that is to blame. */
  readonly source?: ApiErrorSource
  /** The HTTP status, where a protocol asks for another than the code has. Default: that of the code. */
  readonly status?: number
  /** Facts for programs, such as a limit. */
  readonly meta?: Readonly<Record<string, unknown>>
}

/** Thrown anywhere in the API to answer with problems. The status is that of the first. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status of the first problem. */
  readonly status: number
  /** What is wrong, at least one. Each becomes one error object. */
  readonly problems: readonly [ApiErrorDetails, ...ApiErrorDetails[]]
  /** Headers that the answer has besides the usual ones, such as `retry-after`. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    problems: readonly [ApiErrorDetails, ...ApiErrorDetails[]],
    headers: Readonly<Record<string, string>> = {},
    options: { readonly cause?: unknown } = {},
  ) {
    super(problems[0].detail, options)
    this.status = problems[0].status ?? API_ERRORS[problems[0].code].status
    this.problems = problems
    this.headers = headers
  }
}

/** An `ApiError` that consists of one problem. */
export function apiError(
  code: ApiErrorCode,
  detail: string,
  { source, meta }: Pick<ApiErrorDetails, 'source' | 'meta'> = {},
): ApiError {
  return new ApiError([{ code, detail, ...(source && { source }), ...(meta && { meta }) }])
}
