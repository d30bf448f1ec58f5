import type { ApiErrorDetails, ApiErrorSource } from './api-error.ts'
import { API_ERRORS } from './api-error-codes.ts'
import { MOST_OF_POINTER } from './invalid-member.ts'

/** A JSON:API error object. */
export interface ErrorObject {
  /** The request id, to quote in a report. */
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

/** As many as the assets that a bulk request may name by default. */
const MOST_ERRORS = 1000

/**
 * The first 1,000 problems. Text that they repeat from the request is cut at 256 characters, so an answer is never
 * long.
 */
export function problemDocument(
  problems: readonly ApiErrorDetails[],
  requestId: string,
): ErrorDocument {
  return { errors: problems.slice(0, MOST_ERRORS).map((each) => errorObject(each, requestId)) }
}

function errorObject(problem: ApiErrorDetails, id: string): ErrorObject {
  const { code, detail, source, meta } = problem
  const { title, status: usual } = API_ERRORS[code]
  const { status = usual } = problem
  return {
    id,
    status: String(status),
    code,
    title,
    detail,
    ...(source && { source: cut(source) }),
    ...(meta && { meta }),
  }
}

function cut(source: ApiErrorSource): ApiErrorSource {
  const [[name, text] = ['', '']] = Object.entries(source)
  return text.length > MOST_OF_POINTER
    ? ({ [name]: text.slice(0, MOST_OF_POINTER) } as unknown as ApiErrorSource)
    : source
}
