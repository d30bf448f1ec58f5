import type { Readable } from 'node:stream'
import type { ApiError } from '../errors/api-error.ts'

/** A request as an adapter hands it over: plain values, no framework object. */
export interface ApiRequest {
  /** Upper case. */
  readonly method: string
  /** Below the mount, as it came (still percent-encoded), without query: `/api/v1/assets`. */
  readonly path: string
  /** Without `?`; empty when there is none. */
  readonly query: string
  /** Scheme, host and mount path, no trailing slash. Used for links unless the `baseUrl` option is set. */
  readonly baseUrl: string
  /**
   * Address of the other end of the connection: the client, or a proxy in front. Requests without key and ticket take
   * turns by it. Default: they all share one turn.
   */
  readonly clientAddress?: string | undefined
  /** Lower-case names; a header that came several times is joined with `, `. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** `null` when the request has none. Read only after key, permission and headers have passed. */
  readonly body: Readable | null
  /** The JSON of `body` when a framework has already parsed it: then `body` is not read. */
  readonly parsedJson?: { readonly value: unknown } | undefined
  /** Why the end or the headers of the request are not certain. The API answers every such request with it. */
  readonly framingFault?: ApiError | undefined
  /**
   * Aborts when the client is gone. An adapter may create it on first use, in a getter of a class; `{ ...request }`
   * then has no signal.
   */
  readonly signal: AbortSignal
  /** Aborts when the server stops: an answer that has no end of its own ends then. Default: never. */
  readonly stopping?: AbortSignal | undefined
  /**
   * Called once just before the body is read: the adapter answers `100 Continue` where the client waits for
   * it, or throws an `ApiError` when it cannot give the body.
   */
  readonly acceptBody?: (() => void) | undefined
  /**
   * Sends an interim answer with this status, 102 to 199, and these headers (lower-case names), before the answer itself.
   * `false`: it cannot be sent. Default: the adapter cannot send any.
   */
  readonly informational?:
    | ((status: number, headers: Readonly<Record<string, string>>) => boolean)
    | undefined
  /** The framework's own request, for the `authenticate` option. */
  readonly raw?: unknown
}

/** The answer. An adapter writes it as it is; for `HEAD` the body is already absent and `content-length` is set. */
export interface ApiResponse {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** A stream must be consumed or destroyed by the adapter. */
  readonly body: string | Uint8Array | Readable | null
}

/** The whole `/api/v1` over a store. */
export interface Api {
  /** Answers one request. Never rejects. */
  (request: ApiRequest): Promise<ApiResponse>
  /** Whether a path (below the mount, without query) is answered by the API rather than by the app around it. */
  handles(path: string): boolean
}
