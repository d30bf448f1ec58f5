import { BlockList, isIP } from 'node:net'

/** IPv4 networks that are not part of the public internet (IANA special-purpose registry), by purpose. */
const RESERVED_IPV4: Readonly<Record<string, readonly string[]>> = {
  'this network': ['0.0.0.0/8'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'],
  'carrier-grade NAT': ['100.64.0.0/10'],
  loopback: ['127.0.0.0/8'],
  'link-local, with the metadata of clouds': ['169.254.0.0/16'],
  protocols: ['192.0.0.0/24'],
  documentation: ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'],
  '6to4 relays': ['192.88.99.0/24'],
  benchmarks: ['198.18.0.0/15'],
  multicast: ['224.0.0.0/4'],
  'reserved, and broadcast': ['240.0.0.0/4'],
  'the host of a virtual machine in Azure': ['168.63.129.16/32'],
}

/** All public IPv6 addresses. Loopback, private, link-local, multicast, NAT64 and mapped addresses are outside it. */
const GLOBAL_IPV6 = '2000::/3'

/** Parts of it that are not public, or that lead to an IPv4 address. */
const RESERVED_IPV6: Readonly<Record<string, readonly string[]>> = {
  'protocols, Teredo, benchmarks, ORCHID': ['2001::/23'],
  documentation: ['2001:db8::/32', '3fff::/20'],
  '6to4': ['2002::/16'],
}

const reserved = networks([RESERVED_IPV4, RESERVED_IPV6].flatMap(Object.values).flat())
const globalIpv6 = networks([GLOBAL_IPV6])

/** Whether an IP address, as text, belongs to a machine on the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIn(reserved, address)) return false
  return isIP(address) === 4 || isIn(globalIpv6, address)
}

/** Networks as `10.1.0.0/16`, or single addresses. Throws for any other text. */
export function networks(texts: readonly string[]): BlockList {
  const list = new BlockList()
  for (const text of texts) {
    const [address = '', bits, ...more] = text.split('/')
    const family = familyOf(address)
    if (more.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) {
      throw new RangeError(`${text} is no network.`)
    }
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

/** `false` for text that is not an address, and for an IPv6 address with a zone: only link-local ones have one. */
export function isIn(list: BlockList, address: string): boolean {
  return isIP(address) !== 0 && !address.includes('%') && list.check(address, familyOf(address))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
