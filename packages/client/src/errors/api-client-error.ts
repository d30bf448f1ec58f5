import type { ErrorObject } from '../generated/openapi.ts'

/** The service refused the request, and says why. */
export interface RefusedError extends Error {
  readonly name: 'ApiClientError'
  /** The code of the first error: switch on it. */
  readonly code: ErrorObject['code']
  /** The HTTP status. */
  readonly status: number
  /** What is wrong, at least one. A bulk route names every asset or file that it refuses. */
  readonly errors: readonly ErrorObject[]
  /** Name it when you report the error. */
  readonly requestId: string
  /** Seconds after which the service asks to try again; `null` when it does not. */
  readonly retryAfter: number | null
}

/** Something other than the service answered: a proxy, a login page, another path. */
export interface UnexpectedAnswerError extends Error {
  readonly name: 'ApiClientError'
  readonly code: 'unexpected_answer'
  /** The HTTP status. */
  readonly status: number
  /** Seconds after which it asks to try again; `null` when it does not. */
  readonly retryAfter: number | null
}

/**
 * No answer came: offline, no such host, a connection that broke, or CORS does not let this page in. `cause` is the
 * platform's own error.
 */
export interface NetworkError extends Error {
  readonly name: 'ApiClientError'
  readonly code: 'network_failed'
}

/** What a call of the client rejects with, unless its signal was aborted. `code` tells which it is. */
export type ApiClientError = RefusedError | UnexpectedAnswerError | NetworkError

/**
 * Whether an error is one of this client. Then `code` says what happened, and narrows the rest. `false` for an abort,
 * which is the reason of the signal.
 */
export function isApiClientError(error: unknown): error is ApiClientError {
  // By name, because another copy of this package has classes of its own.
  return (Object(error) as { readonly name?: unknown }).name === 'ApiClientError'
}

/** `NetworkError` */
export function networkFailed(cause: unknown): ApiClientError {
  const message =
    'The service cannot be reached. Check the connection, baseUrl, and cors for pages.'
  return failure(message, { code: 'network_failed', cause })
}

/** The error for an answer: `RefusedError`, or `UnexpectedAnswerError` when it is not from the service. */
export function answerFailed(answer: {
  readonly status: number
  readonly text: string
  readonly retryAfter: number | null
}): ApiClientError {
  const { status, text, retryAfter } = answer
  const [first, ...others] = errorsOf(text)
  if (first === undefined) {
    const message = `The answer (status ${status}) is not of the service. Check baseUrl and proxies.`
    return failure(message, { code: 'unexpected_answer', status, retryAfter })
  }
  const { code, detail, id: requestId } = first
  return failure(detail, { code, status, errors: [first, ...others], requestId, retryAfter })
}

function errorsOf(text: string): readonly ErrorObject[] {
  try {
    const { errors } = JSON.parse(text) as { readonly errors?: unknown }
    return Array.isArray(errors) && errors.every(isErrorObject) ? errors : []
  } catch {
    return []
  }
}

/** Other services and proxies have lists of `errors` too. */
function isErrorObject(value: unknown): value is ErrorObject {
  const { id, code, detail } = Object(value) as Readonly<Record<string, unknown>>
  return [id, code, detail].every((member) => typeof member === 'string')
}

type Facts<Kind extends ApiClientError> = Omit<Kind, keyof Error> & { readonly cause?: unknown }

function failure(
  message: string,
  facts: Facts<RefusedError> | Facts<UnexpectedAnswerError> | Facts<NetworkError>,
): ApiClientError {
  return Object.assign(new Error(message), { name: 'ApiClientError' as const }, facts)
}
