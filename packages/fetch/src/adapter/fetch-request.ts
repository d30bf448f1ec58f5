import { setMaxListeners } from 'node:events'
import { Readable } from 'node:stream'
import { type ApiRequest, apiError, type LingerLimits } from '@stowage/api'
import { RequestBody } from './request-body.ts'
import type { headersOf } from './request-headers.ts'
import { RestOfBody } from './rest-of-body.ts'

/** A `Request` as the API wants it. Body and signal are created only on demand, as frameworks do with theirs. */
export class FetchRequest implements ApiRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly baseUrl: string
  readonly headers: ApiRequest['headers']
  readonly raw: Request
  #opened: { readonly body: Readable | null; readonly isTaken: boolean } | undefined
  #signal: AbortSignal | undefined

  constructor(
    request: Request,
    facts: Pick<ApiRequest, 'path' | 'query' | 'baseUrl'> & {
      readonly headers: ReturnType<typeof headersOf>
    },
  ) {
    this.method = request.method
    this.path = facts.path
    this.query = facts.query
    this.baseUrl = facts.baseUrl
    this.headers = facts.headers
    this.raw = request
  }

  get body(): Readable | null {
    return this.#open().body
  }

  get acceptBody(): (() => void) | undefined {
    return this.#open().isTaken ? refuseTaken : undefined
  }

  get signal(): AbortSignal {
    this.#signal ??= followerOf(this.raw)
    return this.#signal
  }

  /** What the client still sends of its body once there is an answer; `undefined` when all of it was read. */
  restOfBody(limits: LingerLimits): RestOfBody | undefined {
    const { body, isTaken } = this.#open()
    if (body === null || body.readableEnded || isTaken) return undefined
    return new RestOfBody(body, this.signal, limits)
  }

  /** Looked at only once, because from then on we ourselves lock the body. */
  #open() {
    this.#opened ??= opened(this.raw)
    return this.#opened
  }
}

function opened(request: Request) {
  const { method } = request
  if (method === 'GET' || method === 'HEAD') return { body: null, isTaken: false }
  const { body, bodyUsed } = request
  // A body to refuse. Nobody reads it.
  if (bodyUsed || body?.locked === true) return { body: Readable.from([]), isTaken: true }
  return { body: body === null ? null : new RequestBody(body), isTaken: false }
}

function refuseTaken(): never {
  throw apiError(
    'internal_error',
    'Something read the body of this request before the media assets were reached. ' +
      'Call the handler before it, or give the handler request.clone() of the unread request.',
  )
}

/**
 * A signal to which any number may listen. Holds the request, because some runtimes abort a signal only as long as its
 * request is in use.
 */
function followerOf(request: Request): AbortSignal {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  const abort = () => controller.abort(request.signal.reason)
  if (request.signal.aborted) abort()
  else request.signal.addEventListener('abort', abort, { once: true })
  return controller.signal
}
