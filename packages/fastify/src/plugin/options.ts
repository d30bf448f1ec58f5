import { API_OPTIONS } from '@stowage/api'
import type { Principal } from '@stowage/core'
import type { OptionChecks } from '@stowage/core/ports'
import { NODE_ADAPTER_OPTIONS, type NodeHandlerOptions } from '@stowage/node'
import type { FastifyRequest } from 'fastify'

/** The options of `@stowage/node`, without those that the app itself has: its prefix and `trustProxy`. */
export interface StowageFastifyOptions
  extends Omit<NodeHandlerOptions, 'path' | 'trustProxy' | 'authenticate' | 'onError'> {
  /**
   * Replaces API keys: who makes this request, or `null` for 401. It gets Fastify's request, with all that
   * hooks have put on it. When it throws, the answer is 500 and `onError` hears of it.
   */
  readonly authenticate?: (request: FastifyRequest) => Principal | null | Promise<Principal | null>
  /** Hears of every answer of 500 and above, with its cause. Default: the request's logger, as an error. */
  readonly onError?: NodeHandlerOptions['onError']
}

const { trustProxy: _, ...ADAPTER_OPTIONS } = NODE_ADAPTER_OPTIONS

/** What each option must be. */
export const FASTIFY_PLUGIN_OPTIONS: OptionChecks<StowageFastifyOptions> = {
  ...API_OPTIONS,
  ...ADAPTER_OPTIONS,
}
