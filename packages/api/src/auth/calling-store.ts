import { isIPv4, isIPv6 } from 'node:net'
import type { AssetStore, Principal, UploadTicket } from '@stowage/core'
import { mustBe } from '@stowage/core/internal'
import type { ApiRequest } from '../message/request.ts'
import type { ApiOptions } from '../options/api-options.ts'

/** Leading groups of an IPv6 address that identify a client's network. The client may use any address within it. */
const NETWORK_GROUPS = 4
const GROUPS = 8
/**
 * IPv4 addresses within IPv6: mapped ones (RFC 4291), and those behind NAT64 (RFC 6052). Each is a client of its own.
 */
const WITH_IPV4 = /^(?:(?:::|(?:0{1,4}:){5})ffff:|64:ff9b:(?::|(?:0{1,4}:){4}))/i
const TWO_GROUPS = /^([\da-f]{1,4}):([\da-f]{1,4})$/i
/** Some proxies append the port of the connection, which says nothing about who calls. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/i

/** Who makes a request. */
interface Caller {
  readonly principal: Principal | null
  readonly ticket: UploadTicket | null
  readonly request: ApiRequest
}

/**
 * The same store, bound to its caller: the audit trail names the caller, and callers take turns. The caller is the
 * principal, the ticket, or the client's address where there is neither.
 */
export function callingStore(
  store: AssetStore,
  { principal, ticket, request }: Caller,
  { clientAddress }: Pick<ApiOptions, 'clientAddress'>,
): AssetStore {
  if (ticket !== null) {
    const actor = ticket.createdBy ?? ticket.keyId ?? undefined
    return store.for({ caller: ticket.id, ...(actor !== undefined && { actor }) })
  }
  if (principal !== null) return store.for({ actor: principal.id })
  const address = (clientAddress && given(clientAddress(request))) || request.clientAddress
  return address ? store.for({ caller: `address ${networkOf(address.slice(0, 200))}` }) : store
}

function given(address: unknown): string | null | undefined {
  if (address == null || typeof address === 'string') return address
  throw mustBe('clientAddress', 'a function that returns an address or null', address)
}

/** The part of an address that a client cannot change: an IPv4 address, the first 64 bits of an IPv6 address. */
function networkOf(address: string): string {
  const bare = address
    .trim()
    .replace(WITH_PORT, (_, ipv6?: string, ipv4?: string) => ipv6 ?? ipv4 ?? '')
  if (!isIPv6(bare)) return bare
  const ipv4 = bare
    .replace(WITH_IPV4, '')
    .replace(TWO_GROUPS, (_, high: string, low: string) => dotted(high, low))
  if (isIPv4(ipv4)) return ipv4
  const [head = [], tail = []] = bare
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = Array<string>(Math.max(0, GROUPS - head.length - tail.length)).fill('0')
  const groups = [...head, ...zeros, ...tail].slice(0, NETWORK_GROUPS)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** The IPv4 address that two groups of an IPv6 address hold. */
function dotted(high: string, low: string): string {
  const bytes = [high, low].flatMap((group) => {
    const number = Number.parseInt(group, 16)
    return [number >> 8, number & 0xff]
  })
  return bytes.join('.')
}
