import { Readable } from 'node:stream'
import type { FeedEvent } from '@stowage/core'
import type { ApiResponse } from '../message/request.ts'
import type { RequestContext } from '../requests/request-context.ts'
import type { EventRequest } from './event-request.ts'
import { eventResource } from './event-resource.ts'
import { lifeOf, type StreamLife } from './stream-life.ts'

/** Milliseconds between two signs of life. */
const BEAT = 15_000
/** A client that takes this many milliseconds for a message gets what follows as it is then. */
const HELD = 1000

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
  const last = wanted.last ?? wanted.after
  const { signal } = request
  // Before the answer begins, so that an expired cursor is one.
  if (last !== undefined) await store.events.since(last, { ...wanted.filter, limit: 1, signal })
  if (request.method === 'HEAD') return { status: 200, headers: HEADERS, body: null }
  const after = last ?? (await store.events.latest({ signal }))
  const release = streams.take(principal)
  const life = lifeOf(context)
  const text = messages(context, { ...wanted, after }, life)
  const body = Readable.from(text, { objectMode: false, highWaterMark: 1 })
  life.holds(body)
  body.once('close', release)
  return { status: 200, headers: HEADERS, body }
}

/** The text of the stream. Ends with its life, and with the store. */
async function* messages(
  context: RequestContext,
  { filter, after }: Pick<EventRequest, 'filter'> & { readonly after: string | null },
  life: StreamLife,
): AsyncGenerator<string, void, undefined> {
  const { signal } = life
  const open = () => openFeed(context.store, { ...filter, after }, signal)
  // An id without data sets where the client goes on, and the answer begins at once.
  yield after === null ? ':\n\n' : `id: ${after}\n\n`
  let feed = open()
  let pending = feed.next()
  // Whether the caller was allowed to read what is at hand after it was read.
  let isAllowed = false
  try {
    while (!signal.aborted) {
      const result = await Promise.race([pending, soon()])
      let text = ':\n\n'
      if (result === undefined) {
        const isBeat = await isBeatFirst(pending, signal)
        if (signal.aborted) return
        if ((!isBeat || life.isDue()) && !(await life.mayStillRead())) return
        isAllowed = !isBeat
        if (!isBeat) continue
      } else {
        if (result.event === null || !(isAllowed || (await life.mayStillRead()))) return
        isAllowed = true
        after = result.event.id
        text = messageOf(result.event, context)
      }
      const begun = performance.now()
      yield text
      const isHeld = performance.now() - begun >= HELD
      if (isHeld) {
        // The right may have ended since, and what was read before may have been purged.
        if (!(await life.mayStillRead())) return
        await feed.close()
        feed = open()
        isAllowed = false
      }
      if (isHeld || result !== undefined) pending = feed.next()
    }
  } finally {
    await feed.close()
  }
}

/** A feed that ends with the signal, or when it is closed. */
function openFeed(
  store: RequestContext['store'],
  wanted: EventRequest['filter'] & { readonly after: string | null },
  signal: AbortSignal,
) {
  const controller = new AbortController()
  const end = () => controller.abort()
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  const feed = store.events.follow({ ...wanted, signal: controller.signal })
  const events = feed[Symbol.asyncIterator]()
  return {
    /** The next event; `null` at the end, which is also that of the store. */
    async next(): Promise<{ readonly event: FeedEvent | null }> {
      try {
        const { done, value } = await events.next()
        return { event: done === true ? null : value }
      } catch {
        return { event: null }
      }
    },
    /** At once, whatever it waits for. */
    async close(): Promise<void> {
      signal.removeEventListener('abort', end)
      end()
      await events.return?.()
    },
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

function messageOf(event: FeedEvent, context: RequestContext): string {
  return `id: ${event.id}\ndata: ${JSON.stringify(eventResource(event, context))}\n\n`
}
