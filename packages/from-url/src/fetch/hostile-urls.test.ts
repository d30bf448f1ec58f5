import type { UrlRefusal } from '@stowage/core/types'
import { afterAll, expect, it } from 'vitest'
import { createFetchRules } from '../rules/fetch-rules.ts'
import { isPublicAddress } from '../rules/public-address.ts'
import { requireUrl } from '../rules/require-url.ts'
import { openUrl } from './open-url.ts'

/** What DNS says in these tests. */
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  localhost: ['127.0.0.1', '::1'],
  'intranet.test': ['10.1.2.3'],
  'mixed.test': ['93.184.215.14', '10.0.0.1'],
  'mixed6.test': ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', '::ffff:10.0.0.1'],
  'nothing.test': [],
  'junk.test': ['no address'],
  'zone.test': ['fe80::1%eth0'],
}

const HOSTILE: Readonly<Record<UrlRefusal, readonly string[]>> = {
  invalid: [
    '',
    'photo.jpg',
    '//example.com/a',
    'http://',
    'http://[::1',
    'http://256.1.1.1/',
    'http://1.2.3.4.5/',
    'http://exa mple.com/',
    'http://example.com:99999/',
    `https://example.com/${'a'.repeat(9000)}`,
  ],
  scheme: [
    'file:///etc/passwd',
    'ftp://example.com/a',
    'gopher://127.0.0.1:6379/_FLUSHALL',
    'data:text/plain,hello',
    'javascript:alert(1)',
    'ws://example.com/',
    'blob:https://example.com/1',
  ],
  credentials: [
    'http://user@example.com/',
    'https://user:secret@example.com/',
    'http://:x@a.test/',
  ],
  port: ['http://example.com:22/', 'https://example.com:8443/', 'http://127.0.0.1:6379/'],
  host: ['http://other.test/', 'http://allowed.test.evil.test/', 'http://notallowed.test/'],
  address: [
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://127。0。0。1/',
    'http://１２７.0.0.1/',
    'http:\\\\127.0.0.1\\',
    'http://%31%32%37.0.0.1/',
    'http://0/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.0.1/',
    'http://100.64.0.1/',
    'http://100.100.100.200/latest/meta-data/',
    'http://169.254.169.254/latest/meta-data/',
    'http://168.63.129.16/machine',
    'http://192.0.0.192/',
    'http://192.0.2.1/',
    'http://192.88.99.1/',
    'http://198.18.0.1/',
    'http://198.51.100.1/',
    'http://203.0.113.1/',
    'http://224.0.0.1/',
    'http://240.0.0.1/',
    'http://255.255.255.255/',
    'http://[::]/',
    'http://[::1]/',
    'http://[::127.0.0.1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::a00:1]/',
    'http://[100::1]/',
    'http://[2001::1]/',
    'http://[2001:2::1]/',
    'http://[2001:db8::1]/',
    'http://[2002:7f00:1::]/',
    'http://[3fff::1]/',
    'http://[5f00::1]/',
    'http://[fc00::1]/',
    'http://[fd00:ec2::254]/latest/meta-data/',
    'http://[fe80::1]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
    'http://localhost/',
    'http://localhost./',
    'http://LOCALHOST/',
    'https://intranet.test/',
    'https://mixed.test/',
    'https://mixed6.test/',
    'https://nothing.test/',
    'https://junk.test/',
    'https://zone.test/',
  ],
  downgrade: [],
}

const { signal } = new AbortController()
const resolved: string[] = []

function fetchIt(url: string, allowedHosts?: readonly string[]): Promise<unknown> {
  const resolve = async (host: string) => {
    resolved.push(host)
    return ADDRESSES[host] ?? []
  }
  const rules = createFetchRules({ resolve, ...(allowedHosts && { allowedHosts }) })
  return (async () => openUrl(requireUrl(url), rules, { maxBytes: 1, signal }))()
}

const TABLE = Object.entries(HOSTILE).flatMap(([reason, urls]) =>
  urls.map((url) => [reason, url] as const),
)

it.each(TABLE)('refuses for its %s: %s', async (reason, url) => {
  const allowed = reason === 'host' ? ['allowed.test', '*.allowed.test'] : undefined
  await expect(fetchIt(url, allowed)).rejects.toMatchObject({
    code: 'url_refused',
    context: { reason },
  })
})

afterAll(() => {
  expect(new Set(resolved)).toEqual(new Set(Object.keys(ADDRESSES)))
})

it('refuses to leave https, unless it is allowed to', () => {
  const [from, to] = [new URL('https://a.test/'), new URL('http://a.test/')]
  expect(() => createFetchRules().assertUrl(to, from)).toThrow('from https to http')
  createFetchRules({ allowDowngrade: true }).assertUrl(to, from)
  createFetchRules().assertUrl(from, to)
})

it('lets through what is public or allowed', () => {
  for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00::1']) {
    expect(isPublicAddress(address), address).toBe(true)
  }
  const { isAllowedAddress, assertUrl } = createFetchRules({
    allowedHosts: ['*.example.com'],
    allowedNetworks: ['10.1.0.0/16', 'fd00:1::/32', '127.0.0.1'],
  })
  const addresses = ['10.1.9.9', '10.2.0.0', 'fd00:1::5', 'fd00:2::5', '127.0.0.1', '127.0.0.2']
  expect(addresses.map(isAllowedAddress)).toEqual([true, false, true, false, true, false])
  assertUrl(new URL('https://cdn.example.com./a'))
  expect(() => assertUrl(new URL('https://example.com/a'))).toThrow('allowedHosts')
})
