import type { AssetStore, Principal } from '@stowage/core'
import type { HandlerOptions } from '@stowage/node'
import type { FastifyRequest } from 'fastify'

/** Which store to serve, and the options of `@stowage/node` but for those that the app itself has. */
export type StowageOptions = ServedStore & ServingOptions

/** An open store, which stays the app's to close, or the folder of one that opens and closes with the app. */
type ServedStore =
  | { readonly store: AssetStore; readonly directory?: never }
  | { readonly directory: string; readonly store?: never }

interface ServingOptions
  extends Omit<HandlerOptions, 'path' | 'trustProxy' | 'authenticate' | 'onError'> {
  /**
   * Replaces API keys: who makes this request, or `null` for 401. It gets Fastify's request, with all that
   * hooks have put on it. When it throws, the answer is 500 and `onError` hears of it.
   */
  readonly authenticate?: (request: FastifyRequest) => Principal | null | Promise<Principal | null>
  /** Hears of every answer of 500 and above, with its cause. Default: the request's logger, as an error. */
  readonly onError?: HandlerOptions['onError']
}
