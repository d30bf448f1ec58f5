import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type LingerLimits, LingerWatch } from '@stowage/api'

/** Turns of the event loop that a body which came with its headers takes to pass the streams of a server. */
const TURNS = 4

/**
 * What a client still sends of a body after it was answered. Reads and discards it until it ends, or the client leaves,
 * is silent for too long or has used up its time. Then cancels the body, which closes the connection on most servers.
 * Left unread, it would block the next request of the connection.
 */
export class RestOfBody {
  /** Resolves once nothing is read any more. */
  readonly ended: Promise<void>
  readonly #body: Readable

  constructor(body: Readable, signal: AbortSignal, limits: LingerLimits) {
    this.#body = body
    this.ended = new Promise((resolve) => {
      if (body.closed) return resolve()
      const watch = new LingerWatch(limits, this.cancel)
      body.once('close', () => {
        watch.stop()
        signal.removeEventListener('abort', this.cancel)
        resolve()
      })
      body.on('data', () => {
        watch.heard()
        // A body that is already in memory would let nothing else run.
        body.pause()
        setImmediate(() => body.resume())
      })
      body.resume()
      signal.addEventListener('abort', this.cancel)
      if (signal.aborted) this.cancel()
    })
  }

  /** Whether all of it has come by now. */
  async hasCome(): Promise<boolean> {
    for (let turn = 0; turn < TURNS && !this.#body.closed; turn += 1) await nextTurn()
    return this.#body.readableEnded
  }

  /** Reads no more. */
  readonly cancel = (): void => void this.#body.destroy()
}
