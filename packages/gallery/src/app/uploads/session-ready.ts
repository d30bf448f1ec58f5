import { effect } from '@preact/signals'
import { session } from '../session/session.ts'

/** Resolves once somebody is signed in and the service answers. Rejects with the reason of the signal. */
export function untilReady(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    const end = effect(() => {
      if (session.value.status !== 'ready') return
      signal.removeEventListener('abort', stop)
      resolve()
      // The effect may run before there is an end to call.
      queueMicrotask(() => end())
    })
    signal.addEventListener('abort', end, { once: true })
  })
}
