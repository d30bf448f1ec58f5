import { listLink } from '../documents/list-link.ts'
import { wantsEventStream } from '../http/headers/accept.ts'
import type { ApiResponse } from '../message/request.ts'
import { jsonAnswer } from '../requests/answer.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { eventRequestOf } from './event-request.ts'
import { type EventResource, eventResource } from './event-resource.ts'
import { streamEvents } from './event-stream.ts'

/** One page of events. */
export interface EventCollection {
  readonly data: readonly EventResource[]
  /** URLs of pages; `next` is `null` where the feed ends for now. */
  readonly links: { readonly first: string; readonly next: string | null }
  readonly meta: {
    readonly path: string
    readonly per_page: number
    /** The `page[after]` with which to go on, now or later; `null`: nothing has happened yet. */
    readonly cursor: string | null
  }
}

/** `GET /events` */
export async function readEvents(context: RequestContext): Promise<ApiResponse> {
  const { request, store } = context
  const wanted = eventRequestOf(context)
  if (wantsEventStream(request.headers.accept)) return streamEvents(context, wanted)
  const { filter, after = null, limit } = wanted
  const { events, next, more } = await store.events.since(after, {
    ...filter,
    limit,
    signal: request.signal,
  })
  const data = events.map((event) => eventResource(event, context))
  return jsonAnswer(200, collectionOf(context, data, { next, more, limit }))
}

function collectionOf(
  { root, query }: RequestContext,
  data: readonly EventResource[],
  {
    next,
    more,
    limit,
  }: { readonly next: string | null; readonly more: boolean; readonly limit: number },
): EventCollection {
  const path = `${root}/events`
  const link = (after: string | null) =>
    listLink(path, query.given, { 'page[size]': String(limit), 'page[after]': after })
  return {
    data,
    links: { first: link(null), next: more ? link(next) : null },
    meta: { path, per_page: limit, cursor: next },
  }
}
