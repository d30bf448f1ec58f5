import { answerFailed, isApiClientError, networkFailed } from '../errors/api-client-error.ts'
import { apiRootOf, lacksHost } from './base-url.ts'
import type { CallOptions, ClientOptions } from './client-options.ts'
import { answerOf, fetchMessage } from './fetch-transport.ts'
import type { Answer, Message, Transport } from './message.ts'
import { type Waiting, withRetries } from './retry.ts'
import { searchOf } from './search-of.ts'

/** A request before the client's own address and headers are added. */
export interface ApiRequest extends Pick<Message, 'body' | 'headers' | 'method' | 'onSent'> {
  /** Below `/api/v1`. */
  readonly path: string
  /**
   * Whether a second attempt comes to the same when the answer to the first was lost: reads, and requests that set a
   * state or carry an `Idempotency-Key`. Otherwise the service would do it twice, or refuse what it has done.
   */
  readonly idempotent: boolean
  /** See `searchOf`. */
  readonly query?: object | undefined
  /** Sent as Bearer token in place of the client's own, and of an `Authorization` of the app. */
  readonly token?: string | undefined
}

/** Sends requests to one service, with retries. Rejects with `ApiClientError`, or with the reason of the signal. */
export interface Connection {
  /** `baseUrl` and `/api/v1`. */
  readonly root: string
  /** Whether the app gave a `fetch` of its own, which every request must then use. */
  readonly hasOwnFetch: boolean
  /** The JSON of the answer; `undefined` for 204. */
  json<Document>(request: ApiRequest, options?: CallOptions, send?: Transport): Promise<Document>
  /** The answer, read to its end, once its status is a success. */
  answer(request: ApiRequest, options?: CallOptions, send?: Transport): Promise<Answer>
  /** The answer as it comes, once its status is a success. */
  response(request: ApiRequest, options?: CallOptions): Promise<Response>
}

/** Throws a `TypeError` for a `baseUrl` that cannot be one. */
export function connect(options: ClientOptions, waiting: Waiting): Connection {
  const root = apiRootOf(options.baseUrl)
  const { token, credentials, retries = 2 } = options
  const sendByFetch: Transport = async (message) =>
    answerOf(await fetchMessage(message, options.fetch))

  async function messageOf(
    { path, query = {}, headers, token: own, idempotent: _, ...rest }: ApiRequest,
    signal: AbortSignal | undefined,
  ): Promise<Message> {
    const { authorization, ...ofApp } = inLowerCase((await options.headers?.()) ?? {})
    const bearer = own ?? token
    const search = searchOf(query)
    return {
      ...rest,
      url: `${root}${path}${search !== '' ? `?${search}` : ''}`,
      headers: {
        ...inLowerCase(headers),
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        ...(own === undefined && authorization !== undefined && { authorization }),
        ...ofApp,
      },
      credentials,
      signal,
    }
  }

  function attempt<Result>(
    request: ApiRequest,
    { signal, retries: own = retries, idempotent = request.idempotent }: CallOptions,
    send: (message: Message) => Promise<Result>,
  ): Promise<Result> {
    const once = async () => {
      const message = await messageOf(request, signal)
      // Not every transport notices a signal that was aborted before it began.
      signal?.throwIfAborted()
      try {
        return await send(message)
      } catch (error) {
        signal?.throwIfAborted()
        if (isApiClientError(error)) throw error
        throw lacksHost(message.url) ? hostMissing(error) : networkFailed(error)
      }
    }
    return withRetries(once, { retries: own, signal, idempotent }, waiting)
  }

  return {
    root,
    hasOwnFetch: options.fetch !== undefined,
    json: (request, call = {}, send = sendByFetch) =>
      attempt(request, call, async (message) => documentOf(await send(message))),
    answer: (request, call = {}, send = sendByFetch) =>
      attempt(request, call, async (message) => successOf(await send(message))),
    response: (request, call = {}) =>
      attempt(request, call, async (message) => {
        const response = await fetchMessage(message, options.fetch)
        if (response.ok) return response
        throw failureOf(await answerOf(response))
      }),
  }
}

/** Not `network_failed`, which would be tried again. */
function hostMissing(cause: unknown): TypeError {
  return new TypeError('baseUrl must begin with https:// or http:// outside of a page.', { cause })
}

/** Names in two cases would be sent as one header with two values. */
function inLowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
}

function documentOf<Document>(answer: Answer): Document {
  const { status, text } = successOf(answer)
  if (status === 204) return undefined as Document
  const document = parsed(text)
  // Otherwise reading its members would end in an error of the platform.
  if (typeof document !== 'object' || document === null) throw failureOf(answer)
  return document as Document
}

/** Throws for any other status. */
function successOf(answer: Answer): Answer {
  if (answer.status < 200 || answer.status > 299) throw failureOf(answer)
  return answer
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function failureOf({ status, text, header }: Answer) {
  return answerFailed({ status, text, retryAfter: secondsOf(header('retry-after')) })
}

/** `Retry-After` is seconds or a date (RFC 9110 §10.2.3). */
function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter)
  const seconds = Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? null : Math.max(0, seconds)
}
