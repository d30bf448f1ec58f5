import { isIP } from 'node:net'
import type { FromUrlRules } from './from-url-rules.ts'
import { isIn, isPublicAddress, networks } from './public-address.ts'
import { resolveByDns } from './resolve-by-dns.ts'
import { urlRefused } from './url-errors.ts'

/** What may be fetched, with every default. */
export interface FetchRules
  extends Required<
    Pick<FromUrlRules, 'maxRedirects' | 'responseTimeout' | 'timeout' | 'minRate' | 'resolve'>
  > {
  /** Throws `url_refused` when the URL itself breaks the rules. `from`: the URL that redirects to it. */
  assertUrl(url: URL, from?: URL): void
  /** Whether a machine at this address may be asked. */
  isAllowedAddress(address: string): boolean
}

const DEFAULT_PORTS = [80, 443]

/** The options of `fromUrl` with their defaults, as checks. */
export function createFetchRules(options: FromUrlRules = {}): FetchRules {
  const { allowedHosts, allowedNetworks = [], ports = DEFAULT_PORTS, allowDowngrade } = options
  const own = networks(allowedNetworks)
  const { responseTimeout = 10_000 } = options
  return {
    maxRedirects: options.maxRedirects ?? 5,
    responseTimeout,
    timeout: options.timeout ?? 600_000,
    minRate: options.minRate ?? 1024,
    resolve: options.resolve ?? ((host) => resolveByDns(host, responseTimeout)),
    isAllowedAddress: (address) => isPublicAddress(address) || isIn(own, address),
    assertUrl(url, from) {
      if (url.protocol !== 'https:' && url.protocol !== 'http:') throw urlRefused('scheme')
      if (url.username !== '' || url.password !== '') throw urlRefused('credentials')
      if (!ports.includes(portOf(url))) throw urlRefused('port')
      const host = hostOf(url)
      if (allowedHosts !== undefined && !allowedHosts.some((allowed) => isHost(host, allowed))) {
        throw urlRefused('host')
      }
      if (from?.protocol === 'https:' && url.protocol === 'http:' && allowDowngrade !== true) {
        throw urlRefused('downgrade')
      }
    },
  }
}

/** The host of a URL as DNS knows it: without the brackets of IPv6, and without a trailing dot. */
export function hostOf({ hostname }: URL): string {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) === 6 ? bare : bare.replace(/\.$/, '')
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}

function isHost(host: string, allowed: string): boolean {
  return allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed
}
