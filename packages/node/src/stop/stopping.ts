import { setMaxListeners } from 'node:events'

const stopping = new WeakMap<object, AbortController>()

/** Aborts when the server begins to stop: an answer without an end of its own ends then. */
export function stoppingSignalOf(server: object): AbortSignal {
  return controllerOf(server).signal
}

/** Ends the answers of a server that have no end of their own, now and from now on. */
export function endStreams(server: object): void {
  controllerOf(server).abort(new Error('The server stops.'))
}

function controllerOf(server: object): AbortController {
  const known = stopping.get(server)
  if (known !== undefined) return known
  const controller = new AbortController()
  // One for each stream.
  setMaxListeners(0, controller.signal)
  stopping.set(server, controller)
  return controller
}
