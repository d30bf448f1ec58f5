import { inspect } from 'node:util'
import { toApiError } from '../errors/to-api-error.ts'
import type { ApiOptions, FailedRequest } from './api-options.ts'

/** Gets the cause of an answer of 500 or above, and the request that it belongs to. */
export type ErrorHook = NonNullable<ApiOptions['onError']>

/**
 * The `onError` of api and adapters, made safe to call anywhere. When the hook throws or rejects, that becomes a
 * process warning, and so does the error that it was called for. Without a hook every error becomes a warning: one
 * line with error id, method, path and code, then stack and causes.
 */
export function safeErrorHook(onError: ErrorHook = warn): ErrorHook {
  return async (error, request) => {
    try {
      await onError(error, request)
    } catch (failure) {
      warnOfHook(failure)
      warn(error, request)
    }
  }
}

const CODE = { code: 'STOWAGE' }

function warn(error: unknown, { requestId, method, path }: FailedRequest): void {
  const { code } = toApiError(error).problems[0]
  process.emitWarning(`Request ${requestId || 'without id'} failed: ${method} ${path}: ${code}`, {
    ...CODE,
    detail: inspect(error),
  })
}

/** A hook of the app failed: a process warning. */
export function warnOfHook(failure: unknown): void {
  try {
    process.emitWarning(failure as Error, CODE)
  } catch {
    // Node takes only text, and errors of its own realm.
    process.emitWarning(inspect(failure), CODE)
  }
}
