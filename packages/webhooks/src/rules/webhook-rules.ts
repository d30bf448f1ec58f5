import { flag, integer, type OptionChecks } from '@stowage/core/internal'
import { RULES as FETCH_RULES } from '@stowage/from-url/internal'

/** Which endpoints may be called, and how long one call may last. The defaults are safe for URLs from strangers. */
export interface WebhookRules {
  /** Hosts that may be called: `example.com`, or `*.example.com` for all below it. Default: every public one. */
  readonly allowedHosts?: readonly string[]
  /**
   * Networks besides the public internet that may be called: `10.1.0.0/16`, `fd00:1::/32`, or one address. Anyone who may
   * add a webhook can then reach every machine in them. Default: none.
   */
  readonly allowedNetworks?: readonly string[]
  /**
   * Resolves a host to its addresses. Each is checked, and only they are called. Default: asks DNS, and never reads the
   * hosts file.
   */
  readonly resolve?: (host: string) => Promise<readonly string[]>
  /** Whether `http` is allowed besides `https`. Everyone on the way can then read the events. Default `false`. */
  readonly allowHttp?: boolean
  /** Ports that may be called. Default 443, and 80 with `allowHttp`. */
  readonly ports?: readonly number[]
  /** Milliseconds for one call, until the last byte that is read of its answer. Default 15,000, at most 60,000. */
  readonly timeout?: number
}

/** Milliseconds. */
const LONGEST_CALL = 60_000

/** What each rule must be. */
export const WEBHOOK_RULES: OptionChecks<WebhookRules> = {
  allowedHosts: FETCH_RULES.allowedHosts,
  allowedNetworks: FETCH_RULES.allowedNetworks,
  resolve: FETCH_RULES.resolve,
  allowHttp: flag,
  ports: FETCH_RULES.ports,
  timeout: integer(1, LONGEST_CALL),
}
