import { setMaxListeners } from 'node:events'

/** The signal of one call under way. */
interface CallLifetime {
  /** Aborts with the reason of the caller's signal, or when the store waits no longer. */
  readonly signal: AbortSignal
  /** The call has ended: takes every listener off again. */
  end(): void
}

/** Makes the signals of calls, so that code of the app which never answers holds up neither abort nor close. */
interface CallLifetimes {
  begin(signal: AbortSignal | undefined): CallLifetime
  /** Aborts all calls under way. */
  abort(reason: unknown): void
}

export function createCallLifetimes(): CallLifetimes {
  const underWay = new Set<AbortController>()
  return {
    begin(signal) {
      signal?.throwIfAborted()
      const controller = new AbortController()
      // All files of the upload may listen to it.
      setMaxListeners(0, controller.signal)
      const abort = () => controller.abort(signal?.reason)
      signal?.addEventListener('abort', abort)
      underWay.add(controller)
      return {
        signal: controller.signal,
        end() {
          underWay.delete(controller)
          signal?.removeEventListener('abort', abort)
        },
      }
    },
    abort(reason) {
      for (const controller of underWay) controller.abort(reason)
    },
  }
}
