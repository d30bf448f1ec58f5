import { setMaxListeners } from 'node:events'

/** The signal of one upload under way. */
export interface UploadLifetime {
  /** Aborts with the reason of the caller's signal, or when the store waits no longer. */
  readonly signal: AbortSignal
  /** The upload has ended: takes every listener off again. */
  end(): void
}

/** Makes the signals of uploads, so that code of the app which never answers holds up neither abort nor close. */
export interface UploadLifetimes {
  begin(signal: AbortSignal | undefined): UploadLifetime
  /** Aborts all uploads under way. */
  abort(reason: unknown): void
}

export function createUploadLifetimes(): UploadLifetimes {
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
