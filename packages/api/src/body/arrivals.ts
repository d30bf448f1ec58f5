import type { Readable } from 'node:stream'
import { type ApiError, apiError } from '../errors/api-error.ts'
import { ENDED_EARLY } from '../errors/detail.ts'
import type { ApiLimits } from '../message/limits.ts'
import { ChunkCost } from './chunk-toll.ts'
import { Gatherer, SMALL } from './gatherer.ts'
import { Pace } from './pace.ts'

/** The limits for slow clients. */
export type SlowClientLimits = Pick<ApiLimits, 'idleTimeout' | 'minimumRate' | 'patienceMs'>

/** Bytes that may arrive ahead of the reader before the body is paused. */
const AHEAD = 256 * 1024

/**
 * The bytes of a request body that have arrived and were not taken yet. Listens once for the whole body, because new
 * listeners for every chunk cost more than reading it. Uses flowing mode, because in paused mode a stream stops and
 * starts its socket for every 16 KiB.
 */
export class Arrivals {
  readonly #body: Readable
  readonly #signal: AbortSignal
  readonly #idleTimeout: number
  readonly #pace: Pace
  readonly #toll = new ChunkCost()
  readonly #gathered = new Gatherer()
  #settle: ((error?: unknown) => void) | undefined
  #idleTimer: NodeJS.Timeout | undefined
  #restTimer: NodeJS.Timeout | undefined
  /** Milliseconds of rest since the last wait. They do not count as the client's time. */
  #rested = 0
  /** node:http emits each chunk alone. This immediate runs after all chunks of one socket read were emitted. */
  #gathering: NodeJS.Immediate | undefined

  constructor(body: Readable, limits: SlowClientLimits, signal: AbortSignal) {
    this.#body = body
    this.#signal = signal
    this.#idleTimeout = limits.idleTimeout
    this.#pace = new Pace(limits.minimumRate, limits.patienceMs)
  }

  /** The next bytes; `undefined` when there are none, or while a few bytes wait for others of the same socket read. */
  take(): Buffer | undefined {
    const mayBring = !this.#body.readableEnded && !this.#body.destroyed
    const isGathering = this.#gathering !== undefined && this.#gathered.bytes < SMALL && mayBring
    return isGathering ? undefined : this.#gathered.take()
  }

  /**
   * Resolves when there is something to take, the end was reached, or `stop` was called. Throws 408 `request_timeout`
   * when the client is silent or too slow, 400 `malformed_request` when the body breaks off, and the signal's reason.
   */
  async wait(): Promise<void> {
    const since = performance.now()
    await this.#nextArrival()
    const waited = performance.now() - since - this.#rested
    this.#rested = 0
    if (!this.#pace.keepsUpAfter(waited)) throw tooSlow()
  }

  /** Removes every listener, and lets nothing more arrive. */
  stop(): void {
    const body = this.#body
    clearTimeout(this.#restTimer)
    clearImmediate(this.#gathering)
    if (this.#idleTimer !== undefined && !body.readableEnded) body.pause()
    clearTimeout(this.#idleTimer)
    body.off('data', this.#arrive).off('end', this.#ready)
    body.off('error', this.#breakOff).off('close', this.#breakOff)
    this.#signal.removeEventListener('abort', this.#abort)
    this.#settle?.()
  }

  #nextArrival(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#settle = (error) => {
        this.#settle = undefined
        if (error === undefined) resolve()
        else reject(error)
      }
      if (this.#body.destroyed) return this.#breakOff()
      if (this.#idleTimer === undefined) this.#listen()
      else this.#idleTimer.refresh()
      if (this.#body.isPaused() && this.#restTimer === undefined) this.#body.resume()
    })
  }

  #listen(): void {
    const body = this.#body
    body.on('error', this.#breakOff).on('close', this.#breakOff)
    body.on('end', this.#ready).on('data', this.#arrive)
    this.#signal.addEventListener('abort', this.#abort)
    this.#idleTimer = setTimeout(this.#idle, this.#idleTimeout)
  }

  readonly #ready = () => this.#settle?.()
  readonly #breakOff = () => this.#settle?.(endedEarly())
  readonly #abort = () => this.#settle?.(this.#signal.reason)

  readonly #arrive = (chunk: Buffer) => {
    this.#gathered.add(chunk)
    this.#pace.moved(chunk.length)
    if (this.#gathered.bytes >= AHEAD) this.#body.pause()
    const rest = this.#toll.after(chunk.length)
    if (rest > 0) this.#restFor(rest)
    if (this.#gathered.bytes >= SMALL) this.#settle?.()
    else this.#gathering ??= setImmediate(this.#endGathering)
  }

  readonly #endGathering = () => {
    this.#gathering = undefined
    this.#settle?.()
  }

  readonly #idle = () => {
    // The client cannot send while it rests.
    if (this.#restTimer === undefined) this.#settle?.(tooSlow())
    else this.#idleTimer?.refresh()
  }

  #restFor(millis: number): void {
    this.#body.pause()
    this.#rested += millis
    clearTimeout(this.#restTimer)
    this.#restTimer = setTimeout(this.#endRest, millis)
  }

  readonly #endRest = () => {
    this.#restTimer = undefined
    if (this.#settle === undefined) return
    this.#idleTimer?.refresh()
    this.#body.resume()
  }
}

function tooSlow(): ApiError {
  return apiError(
    'request_timeout',
    'The body came too slowly. Send it again over a better connection.',
  )
}

/** 400: the connection broke within the body, or the body is shorter than its `Content-Length`. */
export function endedEarly(): ApiError {
  return apiError('malformed_request', ENDED_EARLY)
}
