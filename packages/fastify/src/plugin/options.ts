import { API_OPTIONS } from '@stowage/api'
import type { Principal } from '@stowage/core'
import type { OptionChecks } from '@stowage/core/internal'
import { NODE_ADAPTER_OPTIONS, type NodeHandlerOptions } from '@stowage/node'
import type { FastifyRequest } from 'fastify'

/** The options of `@stowage/node`, without those that the app itself has: its prefix and `trustProxy`. */
export interface StowageFastifyOptions
  extends Omit<
    NodeHandlerOptions,
    'path' | 'trustProxy' | 'authenticate' | 'clientAddress' | 'onError'
  > {
  /**
   * Replaces API keys: returns who makes this request, or `null` for 401. It gets Fastify's request, after the
   * hooks. When it throws, the answer is 500 and `onError` is called.
   */
  readonly authenticate?: (request: FastifyRequest) => Principal | null | Promise<Principal | null>
  /** Called with the cause of an answer of 500 or above, as by the API. Default: the request's logger, as an error. */
  readonly onError?: NodeHandlerOptions['onError']
}

const { trustProxy: _trustProxy, ...ADAPTER_OPTIONS } = NODE_ADAPTER_OPTIONS
const { clientAddress: _clientAddress, ...OTHER_API_OPTIONS } = API_OPTIONS

/** What each option must be. */
export const FASTIFY_PLUGIN_OPTIONS: OptionChecks<StowageFastifyOptions> = {
  ...OTHER_API_OPTIONS,
  ...ADAPTER_OPTIONS,
}
