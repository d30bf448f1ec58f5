import { type ApiError, apiError } from '../errors/api-error.ts'

/** 400 `malformed_request`: the framing of a multipart body is broken. */
export function malformedMultipart(reason: string): ApiError {
  return apiError(
    'malformed_request',
    `The multipart body cannot be read. ${reason} Correct it and send it again.`,
  )
}
