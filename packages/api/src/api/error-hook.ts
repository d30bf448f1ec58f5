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
  process.emitWarning(error instanceof Error ? error : String(error), { code: 'STOWAGE' })
}
