import type { Socket } from 'node:net'
import type { NodeResponse } from '../node-messages.ts'

/** Requests of one HTTP/1 connection that may wait behind the one that is being answered. */
const MOST_WAITING = 16

const pipelines = new WeakMap<Socket, Pipeline>()

/** The pipeline of a connection. Created when a request first has to wait, so other connections pay nothing. */
export function pipelineOf(socket: Socket): Pipeline {
  const known = pipelines.get(socket)
  if (known !== undefined) return known
  const made = new Pipeline(socket)
  pipelines.set(socket, made)
  return made
}

/**
 * The requests of an HTTP/1 connection that wait for the answers before them. Stops reading the connection while 16 or
 * more wait: node:http does so only when answers wait in memory, and ours are not made before their turn. The last read
 * (at most 64 KiB) may bring more than that.
 */
export class Pipeline {
  readonly #socket: Socket
  readonly #waiting = new Set<() => void>()

  constructor(socket: Socket) {
    this.#socket = socket
    // One listener of each kind for all requests: with one for each, every request would cost more than the last.
    socket.on('resume', () => this.#holdBack())
    socket.once('close', () => {
      for (const stop of this.#waiting) stop()
    })
  }

  /** Resolves when it is the turn of `res`, or the connection is closed. */
  async waitForTurn(res: NodeResponse): Promise<void> {
    await new Promise<void>((resolve) => {
      const stop = () => {
        this.#waiting.delete(stop)
        resolve()
      }
      this.#waiting.add(stop)
      res.once('socket', stop)
      this.#holdBack()
    })
    if (this.#socket.isPaused() && this.#waiting.size < MOST_WAITING) this.#socket.resume()
    // Otherwise all requests of this connection would be answered before any other connection gets a turn.
    await new Promise(setImmediate)
  }

  /** Also called after `resume`, because reading the body of a request starts its connection again. */
  #holdBack(): void {
    if (this.#waiting.size >= MOST_WAITING) this.#socket.pause()
  }
}
