import type { ApiErrorDetails } from './api-error.ts'
import { API_ERRORS } from './api-error-codes.ts'

/** A JSON:API error object. */
export interface ErrorObject {
  /** The request id: what to quote in a report. */
  readonly id: string
  /** The HTTP status, as text. */
  readonly status: string
  /** An `ApiErrorCode`. Switch on it. */
  readonly code: string
  /** The same for every occurrence of the code. */
  readonly title: string
  /** What to do about this occurrence. */
  readonly detail: string
  readonly source?: ApiErrorDetails['source']
  readonly meta?: ApiErrorDetails['meta']
}

/** The body of an error answer. */
export interface ErrorDocument {
  readonly errors: readonly ErrorObject[]
}

export function problemDocument(
  problems: readonly ApiErrorDetails[],
  requestId: string,
): ErrorDocument {
  return { errors: problems.map((each) => errorObject(each, requestId)) }
}

function errorObject({ code, detail, source, meta }: ApiErrorDetails, id: string): ErrorObject {
  const { status, title } = API_ERRORS[code]
  return {
    id,
    status: String(status),
    code,
    title,
    detail,
    ...(source && { source }),
    ...(meta && { meta }),
  }
}
