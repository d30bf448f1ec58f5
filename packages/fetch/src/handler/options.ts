import {
  API_OPTIONS,
  type ApiOptions,
  LINGER_LIMITS,
  type LingerLimits,
  mountPath,
} from '@stowage/api'
import type { Principal } from '@stowage/core'
import { flag, group, integer, type OptionChecks } from '@stowage/core/internal'

/** The longest time that timers can wait, in milliseconds. */
const MAX_TIMER = 2 ** 31 - 1

/** The api's options, and how the handler is mounted. */
export interface FetchHandlerOptions extends Omit<ApiOptions, 'authenticate' | 'clientAddress'> {
  /** Path that the handler is mounted under, such as `/media`. Default: the root. */
  readonly path?: string
  /**
   * Replaces API keys: returns who makes this request, or `null` for 401. It gets the `Request` that the handler was
   * called with. When it throws, the answer is 500 and `onError` is called.
   */
  readonly authenticate?: (request: Request) => Principal | null | Promise<Principal | null>
  /**
   * The client's address for a request without key and ticket; such callers take turns by it. Return what the platform
   * says about the connection, or a header of your proxy. Trust no header that a client can set. A `Request` has no
   * address. Default: all such callers share one turn.
   */
  readonly clientAddress?: (request: Request) => string | null | undefined
  /** Believe `X-Forwarded-*` and `Forwarded` about scheme and host. Default `false`: those of `request.url` count. */
  readonly trustProxy?: boolean
  /** Also called for answers that broke off because their bytes could not be read. Default: a process warning. */
  readonly onError?: NonNullable<ApiOptions['onError']>
  /**
   * Milliseconds in which the server must ask for the next 64 KiB of an answer; otherwise the answer is cut off and its
   * file closed. A server asks as fast as its client takes. Default 60,000; 1 to 2,147,483,647.
   */
  readonly stallTimeout?: number
  /**
   * Bytes per second that a client must take of its answer on average, over every `stallTimeout` of waiting for it.
   * Default 1024; from 1.
   */
  readonly minimumDownloadRate?: number
  /** How long a refused upload is still read and discarded. */
  readonly linger?: LingerLimits
}

/** Answers requests of the Fetch API. Holds nothing open. */
export interface FetchHandler {
  /**
   * Answers a request. A request neither below the mount's `/api/v1` nor for a path of the `page` gets 404. Rejects
   * only with `invalid_argument`, when it was not given a `Request`.
   */
  (request: Request): Promise<Response>
  /**
   * Whether a request, or its URL, is below `/api/v1` of the mount or for its `page`: the app answers all others
   * itself.
   */
  handles(request: Request | URL): boolean
}

/** What each option must be. */
export const FETCH_HANDLER_OPTIONS: OptionChecks<FetchHandlerOptions> = {
  ...API_OPTIONS,
  path: mountPath,
  trustProxy: flag,
  stallTimeout: integer(1, MAX_TIMER),
  minimumDownloadRate: integer(1),
  linger: group<LingerLimits>(LINGER_LIMITS),
}
