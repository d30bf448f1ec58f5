import type { Readable } from 'node:stream'
import { type ApiError, apiError } from '../errors/api-error.ts'
import type { ApiLimits } from '../message/limits.ts'
import { ChunkToll } from './chunk-toll.ts'
import { Gatherer, SMALL } from './gatherer.ts'
import { Pace } from './pace.ts'

export interface ReadBodyOptions {
  /** Bytes that the body may have in all. */
  readonly limit: number
  readonly limits: Pick<ApiLimits, 'idleTime' | 'minimumRate' | 'patience'>
  readonly signal: AbortSignal
  /** Called before the first byte is asked for. */
  readonly accept?: (() => void) | undefined
}

/**
 * The bytes of a request body as they come, asked for only when wanted; small chunks that came together
 * are one. Throws 413 `body_too_large` past the limit, 408 `request_timeout` when the client is silent or
 * too slow (only time spent waiting for it counts), 400 `malformed_request` when the body breaks off, and
 * the signal's reason. Whatever happens, the stream is left as it was found: what still comes is the
 * adapter's to discard.
 */
export async function* readBody(
  body: Readable,
  { limit, limits, signal, accept }: ReadBodyOptions,
): AsyncGenerator<Buffer, void, undefined> {
  accept?.()
  let received = 0
  const pace = new Pace(limits.minimumRate, limits.patience)
  const arriving = arrivingFrom(body, limits.idleTime, signal, (bytes) => pace.moved(bytes))
  try {
    while (true) {
      signal.throwIfAborted()
      const chunk = arriving.take()
      if (chunk !== undefined) {
        received += chunk.byteLength
        if (received > limit) throw bodyTooLarge(limit)
        yield chunk
        continue
      }
      if (body.readableEnded) return
      const since = performance.now()
      await arriving.more()
      const waited = performance.now() - since - arriving.rested()
      if (!pace.keepsUpAfter(waited)) throw tooSlow()
    }
  } finally {
    arriving.stop()
  }
}

/** Throws 413 at once when the client announces more than may come. */
export function assertContentLength(header: string | undefined, limit: number): void {
  if (header !== undefined && Number(header) > limit) throw bodyTooLarge(limit)
}

/** Bytes that may have come unasked before the body is paused. */
const AHEAD = 256 * 1024

interface Arriving {
  /** What has come; `undefined` also while a few bytes wait for those that came with them. */
  take(): Buffer | undefined
  /** Resolves when there is something to take, or the end was reached. */
  more(): Promise<void>
  /** Milliseconds since the last call in which nothing was let come, which are not the client's. */
  rested(): number
  /** Takes every listener off again, and lets nothing more come. */
  stop(): void
}

/**
 * Listens once for the whole body: to listen anew for every chunk costs more than to read it. Lets it flow, because
 * a stream that is read from stops and starts its socket for every 16 KiB.
 */
function arrivingFrom(
  body: Readable,
  idleTime: number,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Arriving {
  const arrived = new Gatherer()
  const toll = new ChunkToll()
  let resting: NodeJS.Timeout | undefined
  let rested = 0
  let settle: ((error?: unknown) => void) | undefined
  let timer: NodeJS.Timeout | undefined
  // The parser tells of each chunk alone; once it is through with what was read from the socket, this comes.
  let gathering: NodeJS.Immediate | undefined
  const ready = () => settle?.()
  const cutOff = () => settle?.(brokenOff())
  const aborted = () => settle?.(signal.reason)
  const idle = () => {
    // The client cannot send while it rests.
    if (resting === undefined) settle?.(tooSlow())
    else timer?.refresh()
  }
  const arrive = (chunk: Buffer) => {
    arrived.add(chunk)
    onBytes(chunk.length)
    if (arrived.bytes >= AHEAD) body.pause()
    const rest = toll.after(chunk.length)
    if (rest > 0) restFor(rest)
    if (arrived.bytes >= SMALL) settle?.()
    else gathering ??= setImmediate(gathered)
  }
  const restFor = (millis: number) => {
    body.pause()
    rested += millis
    clearTimeout(resting)
    resting = setTimeout(() => {
      resting = undefined
      if (settle !== undefined) {
        timer?.refresh()
        body.resume()
      }
    }, millis)
  }
  const gathered = () => {
    gathering = undefined
    settle?.()
  }

  function listen(): NodeJS.Timeout {
    for (const event of ['error', 'close'] as const) body.on(event, cutOff)
    body.on('end', ready).on('data', arrive)
    signal.addEventListener('abort', aborted)
    return setTimeout(idle, idleTime)
  }

  return {
    take() {
      const more = gathering !== undefined && arrived.bytes < SMALL && !body.readableEnded
      return more ? undefined : arrived.take()
    },
    more: () =>
      new Promise((resolve, reject) => {
        settle = (error) => {
          settle = undefined
          if (error === undefined) resolve()
          else reject(error)
        }
        if (body.destroyed) return cutOff()
        if (timer === undefined) timer = listen()
        else timer.refresh()
        if (body.isPaused() && resting === undefined) body.resume()
      }),
    rested() {
      const millis = rested
      rested = 0
      return millis
    },
    stop() {
      clearTimeout(timer)
      clearTimeout(resting)
      clearImmediate(gathering)
      if (timer !== undefined && !body.readableEnded) body.pause()
      body.off('end', ready).off('data', arrive)
      for (const event of ['error', 'close'] as const) body.off(event, cutOff)
      signal.removeEventListener('abort', aborted)
    },
  }
}

function bodyTooLarge(limit: number): ApiError {
  return apiError(
    'body_too_large',
    `A request body may have at most ${limit} bytes. Send less at once.`,
    {
      meta: { limit },
    },
  )
}

function tooSlow(): ApiError {
  return apiError(
    'request_timeout',
    'The body came too slowly. Send it again over a better connection.',
  )
}

function brokenOff(): ApiError {
  return apiError('malformed_request', 'The body broke off before its end. Send it again.')
}
