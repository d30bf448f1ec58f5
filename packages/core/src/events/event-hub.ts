import { invalidArgument } from '../errors/invalid-argument.ts'
import type { AssetEvents } from './events.ts'

type Name = keyof AssetEvents
type Listener<N extends Name> = (event: AssetEvents[N]) => unknown

/** Hands events to listeners and does not wait for them. What one throws or rejects with goes to `onError` alone. */
export interface EventHub {
  on<N extends Name>(name: N, listener: Listener<N>): () => void
  emit<N extends Name>(name: N, event: AssetEvents[N]): void
}

export function createEventHub(onError: (error: unknown) => void): EventHub {
  const listeners: { [N in Name]: Set<Listener<N>> } = {
    'asset.created': new Set(),
    'asset.updated': new Set(),
    'asset.replaced': new Set(),
    'asset.trashed': new Set(),
    'asset.restored': new Set(),
    'asset.purged': new Set(),
    'folder.created': new Set(),
    'folder.updated': new Set(),
    'folder.deleted': new Set(),
    analysis: new Set(),
  }
  return {
    on(name, listener) {
      // Anything else might have a conversion to a text that throws.
      if (typeof name !== 'string' || !Object.hasOwn(listeners, name)) {
        const names = Object.keys(listeners).join(', ')
        throw invalidArgument('event', `There is no such event. Use one of ${names}.`)
      }
      if (typeof listener !== 'function') {
        throw invalidArgument('listener', 'listener must be a function.')
      }
      // Wrapped, so that one function given twice is called twice and taken off one at a time.
      const entry: typeof listener = (event) => listener(event)
      listeners[name].add(entry)
      return () => void listeners[name].delete(entry)
    },
    emit(name, event) {
      for (const listener of listeners[name]) {
        new Promise((resolve) => resolve(listener(event))).catch(onError)
      }
    },
  }
}
