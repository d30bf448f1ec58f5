import { inspect } from 'node:util'
import type { ApiOptions } from './options.ts'

type ErrorHook = NonNullable<ApiOptions['onError']>

/**
 * The `onError` of api and edges, made safe to call anywhere: when it throws, or the promise of an
 * `async` one rejects, that becomes a process warning. Without a hook every error does.
 */
export function neverThrowing(onError: ErrorHook = warn): ErrorHook {
  return async (error, request) => {
    try {
      await onError(error, request)
    } catch (failure) {
      warn(failure)
    }
  }
}

function warn(error: unknown): void {
  const options = { code: 'STOWAGE' }
  try {
    process.emitWarning(error as Error, options)
  } catch {
    // Node takes text, and errors of its own realm.
    process.emitWarning(inspect(error), options)
  }
}
