import { type ApiError, apiError } from '../../errors/api-error.ts'

/** 400 `invalid_parameter` for a header. */
export function badHeader(header: string, detail: string): ApiError {
  return apiError('invalid_parameter', detail, { source: { header } })
}
