import type { ApiErrorDetails } from './api-error.ts'
import { PROBLEMS } from './api-error-codes.ts'

/** A JSON:API error object. */
export interface ErrorObject {
  /** The request id: what to quote in a report. */
  readonly id: string
  readonly status: string
  readonly code: string
  readonly title: string
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
  const { status, title } = PROBLEMS[code]
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
