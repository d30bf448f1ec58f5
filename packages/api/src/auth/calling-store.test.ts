import { createAssetStore } from '@stowage/core/internal'
import { createMemoryBlobs, createMemoryMetadata } from '@stowage/core/memory'
import { expect, it, onTestFinished } from 'vitest'
import type { ApiRequest } from '../message/request.ts'
import { callingStore } from './calling-store.ts'

/** The caller that uploads of a request without key and ticket have, at an address. */
async function callerAt(
  address: string | undefined,
  clientAddress?: (request: ApiRequest) => string | null | undefined,
): Promise<string | undefined> {
  const blobs = createMemoryBlobs()
  let caller: string | undefined
  const store = createAssetStore({
    metadata: createMemoryMetadata(),
    blobs: {
      ...blobs,
      put(key, file, options) {
        caller = options?.turn?.caller
        return blobs.put(key, file, options)
      },
    },
    advanced: { sweepEveryMs: false },
  })
  onTestFinished(() => store.close())
  const headers = { 'x-real-ip': '192.0.2.7' }
  const request = { clientAddress: address, headers } as unknown as ApiRequest
  const without = { principal: null, ticket: null, request }
  const options = clientAddress === undefined ? {} : { clientAddress }
  await callingStore(store, without, options).upload(Buffer.from('a'))
  return caller
}

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:0:7::1', '2001:db8:0:7::/64'],
  ['2001:0db8::7:ffff:0:0:1', '2001:db8:0:7::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  // Some proxies name the port too, which is another one for each connection.
  ['192.0.2.1:50123', '192.0.2.1'],
  ['[2001:db8:0:7::1]:50123', '2001:db8:0:7::/64'],
  ['[2001:db8:0:7::1]', '2001:db8:0:7::/64'],
  // All IPv4 clients would be one.
  ['::ffff:c000:201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ['0000:0000:0000:0000:0000:FFFF:C000:0201', '192.0.2.1'],
  ['64:ff9b::192.0.2.1', '192.0.2.1'],
  ['64:ff9b::c000:201', '192.0.2.1'],
  ['64:ff9b:0:0:0:0:c000:201', '192.0.2.1'],
  ['64:ff9b:1::c000:201', '64:ff9b:1:0::/64'],
])('knows a client at %s by %s', async (address, known) => {
  expect(await callerAt(address)).toBe(`caller address ${known}`)
})

it('believes the function of the app, and the connection where that knows none', async () => {
  const ofHeader = await callerAt('192.0.2.1', ({ headers }) => headers['x-real-ip'])
  expect(ofHeader).toBe('caller address 192.0.2.7')
  expect(await callerAt('192.0.2.1', () => null)).toBe('caller address 192.0.2.1')
  expect(await callerAt(undefined)).toBe('')
  await expect(callerAt('192.0.2.1', () => 7 as never)).rejects.toThrow(/clientAddress must be/)
})
