import type { Http2Session } from 'node:http2'

/** Bytes of bodies that a session's answers may have read but not handed over. */
const MOST = 16 * 1024 ** 2

const shares = new WeakMap<Http2Session, SessionBytes>()

/** The bytes that the answers of a session hold. */
export function sessionBytes(session: Http2Session): SessionBytes {
  const known = shares.get(session)
  if (known !== undefined) return known
  const made = new SessionBytes(MOST)
  shares.set(session, made)
  return made
}

/**
 * Bounds what the answers of one HTTP/2 session hold in memory. Otherwise a client that takes a little in each of its
 * windows would make us read the next chunk of every file, and hold it.
 */
export class SessionBytes {
  readonly #most: number
  readonly #waiting = new Set<() => void>()
  #held = 0

  /** `most`: in bytes. One chunk more may be held, because its length is unknown before it is read. */
  constructor(most: number) {
    this.#most = most
  }

  /** Resolves when the next chunk of a body may be read, or `signal` aborts. */
  room(signal: AbortSignal): Promise<void> | undefined {
    if (this.#held < this.#most || signal.aborted) return undefined
    return new Promise((resolve) => {
      const go = () => {
        this.#waiting.delete(go)
        signal.removeEventListener('abort', go)
        resolve()
      }
      this.#waiting.add(go)
      signal.addEventListener('abort', go)
    })
  }

  /** A chunk of so many bytes was read. */
  hold(bytes: number): void {
    this.#held += bytes
  }

  /**
   * The client has taken all of them, or the answer broke off. Call it once after each `room`, with 0 when none came.
   */
  release(bytes: number): void {
    this.#held -= bytes
    const [next] = this.#waiting
    if (this.#held < this.#most) next?.()
  }
}
