import { STORE_EVENT_TYPES } from '../audit/audit-details.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import type { ListenerEvents } from './store-events.ts'
import { toldData } from './told-data.ts'

type Name = keyof ListenerEvents
type Listener<N extends Name> = (event: ListenerEvents[N]) => unknown

/**
 * Hands events to listeners, without the locations of their assets, and does not wait for them. What one throws or
 * rejects with goes only to `onError`.
 */
export interface EventHub {
  on<N extends Name>(name: N, listener: Listener<N>): () => void
  emit<N extends Name>(name: N, event: ListenerEvents[N]): void
}

export const EVENT_NAMES: readonly Name[] = [
  ...STORE_EVENT_TYPES,
  'analysis',
  'job.dead',
  'store.verified',
  'store.scanned',
]

export function createEventHub(onError: (error: unknown) => void): EventHub {
  const listeners = new Map<string, Set<(event: never) => unknown>>(
    EVENT_NAMES.map((name) => [name, new Set()]),
  )
  return {
    on(name, listener) {
      // Converting anything else to text might throw.
      const known = typeof name === 'string' ? listeners.get(name) : undefined
      if (known === undefined) {
        throw invalidArgument(
          'event',
          `There is no such event. Use one of ${EVENT_NAMES.join(', ')}.`,
        )
      }
      if (typeof listener !== 'function') {
        throw invalidArgument('listener', 'listener must be a function.')
      }
      // Wrapped, so that one function given twice is called twice and removed one at a time.
      const entry: typeof listener = (event) => listener(event)
      known.add(entry)
      return () => void known.delete(entry)
    },
    emit(name, event) {
      const known = listeners.get(name)
      if (known === undefined || known.size === 0) return
      const told = toldData(event)
      for (const listener of known) {
        new Promise((resolve) => resolve(listener(told as never))).catch(onError)
      }
    },
  }
}
