/** Milliseconds that a deletion under way, or waiting, may still take when the store closes. */
const GRACE = 500

/** A signal that aborts a little later than another one, so that work that is nearly done can finish. */
interface CloseGrace {
  /** Aborts 500 ms after `closing` did, and at least 500 ms from now, with its reason. */
  readonly signal: AbortSignal
  /** Frees the timer and the listener. */
  end(): void
}

/** Gives work under way a little time to finish, so that closing the store does not take long. */
export function closeGrace(closing: AbortSignal): CloseGrace {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const start = () => {
    timer = setTimeout(() => controller.abort(closing.reason), GRACE)
  }
  if (closing.aborted) start()
  else closing.addEventListener('abort', start, { once: true })
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer)
      closing.removeEventListener('abort', start)
    },
  }
}
