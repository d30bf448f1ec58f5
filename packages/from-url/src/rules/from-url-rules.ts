import {
  type Check,
  callback,
  flag,
  integer,
  mustBe,
  type OptionChecks,
} from '@stowage/core/internal'
import { networks } from './public-address.ts'

/** What `fromUrl` may fetch, and how long it waits. The defaults are safe for URLs from strangers. */
export interface FromUrlRules {
  /** Hosts that may be fetched from: `example.com`, or `*.example.com` for all below it. Default: every public one. */
  readonly allowedHosts?: readonly string[]
  /**
   * Networks besides the public internet that may be fetched from: `10.1.0.0/16`, `fd00:1::/32`, or one address. Anyone
   * who may upload by URL can then reach every machine in them. Default: none.
   */
  readonly allowedNetworks?: readonly string[]
  /** Ports that may be fetched from. Default 80 and 443. */
  readonly ports?: readonly number[]
  /** Redirects to follow; each is checked like the first URL. Default 5, at most 20. */
  readonly maxRedirects?: number
  /** Whether a redirect may lead from https to http. Default `false`. */
  readonly allowDowngrade?: boolean
  /** Milliseconds to resolve a host, and for the headers of each answer. Default 10,000, at most 10 minutes. */
  readonly responseTimeout?: number
  /** Milliseconds for the whole fetch, until the last byte. Default 10 minutes, at most 1 day. */
  readonly timeout?: number
  /** Bytes that must come each second, after the first `responseTimeout`. Default 1024; 0 for any pace. */
  readonly minRate?: number
  /**
   * Resolves a host to its addresses. Each is checked, and `fromUrl` connects only to them. Default: asks DNS, and
   * never reads the hosts file.
   */
  readonly resolve?: (host: string) => Promise<readonly string[]>
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const HOST = /^(\*\.)?[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/

/** What each rule must be. */
export const RULES: OptionChecks<FromUrlRules> = {
  allowedHosts: listOf(
    'a list of lower-case host names such as example.com or *.example.com',
    (host) => typeof host === 'string' && HOST.test(host),
  ),
  allowedNetworks: listOf('a list of networks such as 10.1.0.0/16', isNetwork),
  ports: listOf(
    'a list of ports from 1 to 65535',
    (port) => Number.isInteger(port) && Number(port) >= 1 && Number(port) <= 65_535,
  ),
  maxRedirects: integer(0, 20),
  allowDowngrade: flag,
  responseTimeout: integer(1, 10 * MINUTE),
  timeout: integer(1, DAY),
  minRate: integer(0),
  resolve: callback,
}

function listOf(wanted: string, accepts: (item: unknown) => boolean): Check {
  return (value, name) => {
    if (!Array.isArray(value)) throw mustBe(name, wanted, value)
    const wrong = value.find((item) => !accepts(item))
    if (wrong !== undefined) throw mustBe(name, wanted, value, JSON.stringify(wrong))
  }
}

function isNetwork(text: unknown): boolean {
  try {
    networks([String(text)])
    return typeof text === 'string'
  } catch {
    return false
  }
}
