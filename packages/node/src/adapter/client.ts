import { setMaxListeners } from 'node:events'
import { sendInformational } from './connection/informational.ts'
import { isHttp2Request, type NodeRequest, type NodeResponse } from './node-messages.ts'

/**
 * A client that waits for an answer. On HTTP/1, create it only after `waitForTurn`: until the earlier answers of the
 * connection have left, an answer has no socket, and gets no event when the client leaves.
 */
export class Client {
  readonly #req: NodeRequest
  readonly #res: NodeResponse
  #signal: AbortSignal | undefined

  constructor(req: NodeRequest, res: NodeResponse) {
    this.#req = req
    this.#res = res
  }

  /** Of the other end of the connection. */
  get address(): string | undefined {
    return this.#req.socket.remoteAddress
  }

  /** The server of its connection, where Node tells. */
  get server(): object | undefined {
    return (this.#req.socket as { readonly server?: object }).server
  }

  /** Sends it an interim answer. `false`: that cannot be done. */
  inform(status: number, headers: Readonly<Record<string, string>>): boolean {
    return !this.isGone && sendInformational(this.#req, this.#res, status, headers)
  }

  /** Whether it has left before it was given the whole answer. */
  get isGone(): boolean {
    const req = this.#req
    const res = this.#res
    if (isHttp2Request(req)) return req.aborted || req.socket.destroyed
    return !res.writableFinished && (req.socket.destroyed || res.destroyed)
  }

  /**
   * Aborts when the client goes away before it has been given the whole answer; at once when it has gone already. Any
   * number may listen. Created only on demand, because it costs more than everything else that an adapter adds to a
   * small answer.
   */
  get signal(): AbortSignal {
    this.#signal ??= this.#watch()
    return this.#signal
  }

  #watch(): AbortSignal {
    const controller = new AbortController()
    setMaxListeners(0, controller.signal)
    const check = () => {
      if (this.isGone) controller.abort()
    }
    check()
    // Not within the event: Node emits it while it resets the stream. A stream that is destroyed meanwhile makes Node
    // send empty frames without end, if the session's socket is closed too.
    if (isHttp2Request(this.#req)) this.#req.once('aborted', () => process.nextTick(check))
    else this.#res.once('close', check)
    return controller.signal
  }
}
