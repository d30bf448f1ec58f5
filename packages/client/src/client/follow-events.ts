import type { Event, ListEventsQuery } from '../generated/openapi.ts'
import type { CallOptions } from '../request/client-options.ts'
import type { Connection } from '../request/connection.ts'
import type { Waiting } from '../request/retry.ts'

/** Which events to follow. */
export interface FollowQuery
  extends Pick<ListEventsQuery, 'filter[type]' | 'filter[asset_id]' | 'with_meta'> {
  /** The id of an event: those after it. Default: from now on. */
  readonly after?: string | undefined
}

/** Milliseconds before a stream that ended is opened again. */
const PAUSE = 1000

/** Events as they happen. A stream that ends is opened again, after its last event. */
export async function* followEvents(
  connection: Connection,
  { wait }: Pick<Waiting, 'wait'>,
  { after, ...query }: FollowQuery,
  call: CallOptions = {},
): AsyncGenerator<Event, void, undefined> {
  let last = after
  while (true) {
    const headers = {
      accept: 'text/event-stream',
      ...(last !== undefined && { 'last-event-id': last }),
    }
    const request = { method: 'GET', path: '/events', idempotent: true, headers, query }
    const { body } = await connection.response(request, call)
    for await (const { id, data } of messagesOf(body)) {
      last = id ?? last
      if (data !== undefined) yield JSON.parse(data) as Event
    }
    await wait(PAUSE, call.signal)
  }
}

interface Message {
  readonly id?: string | undefined
  readonly data?: string | undefined
}

/** The messages of a stream until it ends or breaks off. */
async function* messagesOf(
  body: ReadableStream<Uint8Array> | null,
): AsyncGenerator<Message, void, undefined> {
  if (body === null) return
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    while (true) {
      // A connection that breaks off is opened again.
      const chunk = await reader.read().catch(() => null)
      if (chunk === null || chunk.done) return
      text += decoder.decode(chunk.value, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        yield { id: fieldOf(block, 'id'), data: fieldOf(block, 'data') }
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function fieldOf(block: string, name: string): string | undefined {
  const line = block.split('\n').find((each) => each.startsWith(`${name}: `))
  return line?.slice(name.length + 2)
}
