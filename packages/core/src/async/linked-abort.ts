import { setMaxListeners } from 'node:events'

/**
 * A controller that also aborts with the first of `signals`, until `unlink`. Any number may listen to its signal.
 *
 * Instead of `AbortSignal.any`, which does not keep its signals: Node 20 collects an `AbortSignal.timeout` that only it
 * refers to as garbage, and then its time never ends.
 */
export class LinkedAbort extends AbortController {
  readonly #links = new Map<AbortSignal, () => void>()

  constructor(...signals: readonly (AbortSignal | undefined)[]) {
    super()
    setMaxListeners(0, this.signal)
    for (const signal of signals) {
      if (signal === undefined) continue
      const abort = () => this.abort(signal.reason)
      if (signal.aborted) abort()
      signal.addEventListener('abort', abort, { once: true })
      this.#links.set(signal, abort)
    }
  }

  /** Listens to the given signals no longer: they may outlive it by far. */
  unlink(): void {
    for (const [signal, abort] of this.#links) signal.removeEventListener('abort', abort)
  }
}
