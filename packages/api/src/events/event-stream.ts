import { Readable } from 'node:stream'
import type { FeedEvent } from '@stowage/core'
import type { ApiResponse } from '../message/request.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { type EventRequest, eventIdOf } from './event-request.ts'
import { eventResource } from './event-resource.ts'

/** Milliseconds between two signs of life, and between two looks whether the caller may still read. */
const BEAT = 15_000
const ASK_AGAIN = 60_000
/** Milliseconds after which a stream ends. The client comes back with its last id. */
const LIFETIME = 15 * 60_000

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Compression would hold back what was written.
  'cache-control': 'private, no-store, no-transform',
  'x-content-type-options': 'nosniff',
  // nginx would hold it back too.
  'x-accel-buffering': 'no',
} as const

/**
 * Events as they happen, as a stream of server-sent events. Rejects with 410 `cursor_expired` and 429
 * `too_many_requests` before it begins.
 */
export async function streamEvents(
  context: RequestContext,
  wanted: EventRequest,
): Promise<ApiResponse> {
  const { request, store, principal, streams } = context
  const given = request.headers['last-event-id']
  const last = given === undefined || given === '' ? wanted.after : eventIdOf(given, LAST_EVENT_ID)
  const { signal } = request
  // Before the answer begins, so that an expired cursor is one.
  if (last !== undefined) await store.events.since(last, { ...wanted.filter, limit: 1, signal })
  if (request.method === 'HEAD') return { status: 200, headers: HEADERS, body: null }
  const after = last ?? (await store.events.latest({ signal }))
  const release = streams.take(principal)
  const life = lifeOf([signal, request.stopping])
  const text = messages(context, { ...wanted, after }, life)
  const body = Readable.from(text, { objectMode: false, highWaterMark: 1 })
  body.once('close', () => {
    life.end()
    release()
  })
  return { status: 200, headers: HEADERS, body }
}

/** A signal that aborts with one of these, after the longest life of a stream, and by `end`. */
function lifeOf(signals: readonly (AbortSignal | undefined)[]) {
  const controller = new AbortController()
  const timer = setTimeout(end, LIFETIME)
  timer.unref()
  function end(): void {
    clearTimeout(timer)
    for (const signal of signals) signal?.removeEventListener('abort', end)
    controller.abort()
  }
  for (const signal of signals) {
    signal?.addEventListener('abort', end)
    if (signal?.aborted) end()
  }
  return { signal: controller.signal, end }
}

const LAST_EVENT_ID = { header: 'Last-Event-ID' } as const

/** The text of the stream. Ends with the signal, with the store, and when the caller may no longer read. */
async function* messages(
  context: RequestContext,
  { filter, after }: Pick<EventRequest, 'filter'> & { readonly after: string | null },
  { signal, end }: ReturnType<typeof lifeOf>,
): AsyncGenerator<string, void, undefined> {
  // An id without data sets where the client goes on, and the answer begins at once.
  yield after === null ? ':\n\n' : `id: ${after}\n\n`
  const feed = context.store.events.follow({ ...filter, after, signal })
  const events = feed[Symbol.asyncIterator]()
  let asked = performance.now()
  let pending = next(events)
  try {
    while (!signal.aborted) {
      const result = await Promise.race([pending, soon()])
      if (result === undefined) {
        const isBeat = await isBeatFirst(pending, signal)
        if (signal.aborted) return
        const now = performance.now()
        if (!isBeat || now - asked >= ASK_AGAIN) {
          if (!(await mayStillRead(context))) return
          asked = now
        }
        if (isBeat) yield ':\n\n'
      } else if (result.event === null) return
      else {
        yield messageOf(result.event, context)
        pending = next(events)
      }
    }
  } finally {
    // Otherwise the feed ends only with its next look.
    end()
    await events.return?.()
  }
}

/** The next event; `null` at the end, which is also that of the store. */
async function next(
  events: AsyncIterator<FeedEvent>,
): Promise<{ readonly event: FeedEvent | null }> {
  try {
    const { done, value } = await events.next()
    return { event: done === true ? null : value }
  } catch {
    return { event: null }
  }
}

/** Resolves after what is at hand already: the events of one batch follow each other without it. */
function soon(): Promise<undefined> {
  return new Promise((resolve) => setImmediate(() => resolve(undefined)))
}

/** Whether nothing comes for a while. Also true at the end of the stream. */
async function isBeatFirst(pending: Promise<unknown>, signal: AbortSignal): Promise<boolean> {
  let beat = (): void => {}
  const beats = new Promise<true>((resolve) => {
    beat = () => resolve(true)
  })
  const timer = setTimeout(beat, BEAT)
  timer.unref()
  signal.addEventListener('abort', beat)
  try {
    return await Promise.race([pending.then(() => false), beats])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', beat)
  }
}

/** Whether the same caller would get the same stream now. */
async function mayStillRead({ store, again, principal }: RequestContext): Promise<boolean> {
  try {
    const now = await again()
    const manages = (of: RequestContext['principal']) => of?.permissions.includes('manage')
    return (
      now.principal?.id === principal?.id &&
      manages(now.principal) === manages(principal) &&
      now.store.view.tenant === store.view.tenant &&
      now.store.view.scope?.createdBy === store.view.scope?.createdBy
    )
  } catch {
    return false
  }
}

function messageOf(event: FeedEvent, context: RequestContext): string {
  return `id: ${event.id}\ndata: ${JSON.stringify(eventResource(event, context))}\n\n`
}
