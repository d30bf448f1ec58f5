import { setMaxListeners } from 'node:events'
import { Readable } from 'node:stream'
import { type ApiRequest, apiError } from '@stowage/api'
import { RequestBody } from './request-body.ts'
import { headersOf } from './request-headers.ts'

/** Milliseconds after the answer in which a client may read it while it still sends. */
const LINGER = 5_000

/** A `Request` as the API wants it. Body and signal are made only on demand: frameworks make theirs only then, too. */
export class FetchRequest implements ApiRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly baseUrl: string
  readonly headers: ApiRequest['headers']
  readonly raw: Request
  #body: Readable | null | undefined
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
    if (this.#body === undefined) this.#body = bodyOf(this.raw)
    return this.#body
  }

  get acceptBody(): (() => void) | undefined {
    return isTaken(this.raw) ? refuseTaken : undefined
  }

  get signal(): AbortSignal {
    this.#signal ??= followerOf(this.raw)
    return this.#signal
  }

  /**
   * Once there is an answer: cancels what is left of the body, unless all of it was read. Not at once, because servers
   * close the connection of a body that is cancelled, and their client would lose the answer.
   */
  discardBody(): void {
    if (this.#body?.readableEnded || mayHaveNoBody(this.method) || isTaken(this.raw)) return
    const { signal } = this
    const cancel = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
      this.body?.destroy()
    }
    const timer = setTimeout(cancel, LINGER).unref()
    signal.addEventListener('abort', cancel)
    if (signal.aborted) cancel()
  }
}

function mayHaveNoBody(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

function bodyOf(request: Request): Readable | null {
  if (mayHaveNoBody(request.method)) return null
  // What is refused is not read: a body must be there to be refused.
  if (isTaken(request)) return Readable.from([])
  return request.body === null ? null : new RequestBody(request.body)
}

/** Whether something before us has read the body, or begun to. */
function isTaken(request: Request): boolean {
  if (mayHaveNoBody(request.method)) return false
  return request.bodyUsed || request.body?.locked === true
}

function refuseTaken(): never {
  throw apiError(
    'internal_error',
    'Something read the body of this request before the media assets were reached. ' +
      'Call the handler before it, or give the handler request.clone() of the unread request.',
  )
}

/** Any number may listen. Holds the request: some runtimes abort a signal only as long as its request is in use. */
function followerOf(request: Request): AbortSignal {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  const abort = () => controller.abort(request.signal.reason)
  if (request.signal.aborted) abort()
  else request.signal.addEventListener('abort', abort, { once: true })
  return controller.signal
}
