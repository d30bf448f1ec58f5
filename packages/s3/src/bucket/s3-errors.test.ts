import { expect, it } from 'vitest'
import { LASTING, mayPass, unusable } from './s3-errors.ts'

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

it('names the bucket, and the right that the service denies', () => {
  const denied = Object.assign(answered('AccessDenied', 403), {
    message: 'User: ann is not authorized to perform: s3:PutObject',
  })
  expect(unusable('media', denied).message).toBe(
    `The bucket media cannot be used (AccessDenied: ${denied.message}). ${LASTING.AccessDenied}`,
  )
})

it('names the host that cannot be reached', () => {
  const failed = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), {
    code: 'ECONNREFUSED',
  })
  const message = 'The bucket media cannot be used (connect ECONNREFUSED 127.0.0.1:9).'
  expect(unusable('media', failed).message).toBe(message)
  const all = Object.assign(new AggregateError([failed, failed]), { code: 'ECONNREFUSED' })
  expect(unusable('media', all).message).toBe(message)
})

it('quotes no page of a proxy', () => {
  const page = Object.assign(answered('UnknownError', 502), { message: '<html>'.repeat(100) })
  expect(unusable('media', page).message).toBe('The bucket media cannot be used (UnknownError).')
})
