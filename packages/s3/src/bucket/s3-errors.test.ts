import { expect, it } from 'vitest'
import { LASTING, mayPass } from './s3-errors.ts'

const answered = (name: string, httpStatusCode: number): Error =>
  Object.assign(new Error(name), { name, $metadata: { httpStatusCode } })

it('makes no upload again that the service refuses for good', () => {
  for (const name of Object.keys(LASTING)) expect(mayPass(answered(name, 500)), name).toBe(false)
  expect(mayPass(answered('XMinioStorageFull', 507))).toBe(false)
  expect(mayPass(answered('InsufficientStorage', 507))).toBe(false)
  expect(mayPass(answered('NotImplemented', 501))).toBe(false)
})

it('makes an upload again that failed in the service or the network', () => {
  expect(mayPass(answered('InternalError', 500))).toBe(true)
  expect(mayPass(answered('SlowDown', 503))).toBe(true)
  expect(mayPass(Object.assign(new Error('socket'), { code: 'ECONNRESET' }))).toBe(true)
  // Time-outs of the SDK have a name alone.
  expect(mayPass(Object.assign(new Error('slow'), { name: 'TimeoutError' }))).toBe(true)
  expect(mayPass(answered('RequestTimeout', 400))).toBe(true)
  expect(mayPass(answered('TooManyRequests', 429))).toBe(true)
})
