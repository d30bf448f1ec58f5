import { describe, expect, it } from 'vitest'
import { planDelivery } from './plan-delivery.ts'

const file = {
  name: 'digits.txt',
  mimeType: 'text/plain',
  charset: 'utf-8',
  size: 10,
  sha256: 'ab'.repeat(32),
  createdAt: '2026-01-31T09:05:00.999999Z',
  updatedAt: '2026-01-31T09:05:00.999999Z',
}
const ETAG = `"${file.sha256}"`
const CREATED = 'Sat, 31 Jan 2026 09:05:00 GMT'
const policy = {
  crossOriginResourcePolicy: 'same-site',
  cacheControl: 'private, max-age=60',
  revalidated: 'private, no-cache' as const,
  varies: ['Authorization'],
  redirectFor: null,
  accelerator: null,
  signedFiles: {},
  nginxExpires: null,
}

/** Of a file that got other bytes. */
const CHANGED = 'Sat, 31 Jan 2026 09:07:00 GMT'
const changed = { ...file, updatedAt: '2026-01-31T09:07:00.000001Z' }

function plan(headers: Record<string, string>, size = 10, method = 'GET') {
  const request = {
    method,
    headers,
    disposition: 'inline',
    namesContent: false,
    isNegotiated: false,
  } as const
  return planDelivery({ ...file, size }, request, policy)
}

describe('planDelivery', () => {
  it('plans the whole file', () => {
    expect(plan({})).toEqual({
      status: 200,
      range: { start: 0, end: 10 },
      headers: {
        etag: ETAG,
        'last-modified': CREATED,
        'cache-control': 'private, no-cache, no-transform',
        'cross-origin-resource-policy': 'same-site',
        vary: 'Authorization',
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': 'inline; filename=digits.txt',
        'x-content-type-options': 'nosniff',
        'accept-ranges': 'bytes',
        'content-length': '10',
      },
    })
  })

  it('dates a changed file by its change, and goes on with no copy by a date', () => {
    const planChanged = (headers: Record<string, string>) =>
      planDelivery(
        changed,
        { method: 'GET', headers, disposition: 'inline', namesContent: true, isNegotiated: false },
        policy,
      )
    expect(planChanged({}).headers['last-modified']).toBe(CHANGED)
    expect(planChanged({ 'if-modified-since': CREATED }).status).toBe(200)
    expect(planChanged({ 'if-modified-since': CHANGED }).status).toBe(304)
    for (const ifRange of [CREATED, CHANGED])
      expect(planChanged({ range: 'bytes=1-2', 'if-range': ifRange }).status).toBe(200)
  })

  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=9-', 9, 10],
    ['bytes=5-1000', 5, 10],
    ['bytes=-1', 9, 10],
    ['bytes=-11', 0, 10],
    ['bytes= 1-2 ', 1, 3],
  ])('plans %s', (range, start, end) => {
    const { status, headers, range: window } = plan({ range })
    expect([status, window]).toEqual([206, { start, end }])
    expect(headers['content-range']).toBe(`bytes ${start}-${end - 1}/10`)
    expect(headers['content-length']).toBe(String(end - start))
  })

  it.each(['bytes=1-2,4-5', 'bytes=2-1', 'bytes', 'bytes=-', 'bytes=a-b', 'items=0-1', ''])(
    'plans the whole file for %j',
    (range) => {
      expect(plan({ range }).status).toBe(200)
    },
  )

  it.each(['bytes=10-', 'bytes=10-11', 'bytes=-0'])('refuses %s with the size', (range) => {
    expect(() => plan({ range })).toThrow(
      expect.objectContaining({
        status: 416,
        headers: { 'content-range': 'bytes */10' },
        problems: [
          expect.objectContaining({
            code: 'range_not_satisfiable',
            source: { header: 'Range' },
            meta: { size: 10 },
          }),
        ],
      }),
    )
  })

  it('has no range of an empty file', () => {
    expect(plan({ range: 'bytes=-5' }, 0)).toMatchObject({
      status: 200,
      range: { start: 0, end: 0 },
    })
    expect(() => plan({ range: 'bytes=0-' }, 0)).toThrow(expect.objectContaining({ status: 416 }))
  })

  it('passes over a range where it means nothing: HEAD, or another file than the client has', () => {
    expect(plan({ range: 'bytes=0-1' }, 10, 'HEAD').status).toBe(200)
    expect(plan({ range: 'bytes=99-', 'if-range': '"other"' }).status).toBe(200)
    expect(plan({ range: 'bytes=0-1', 'if-range': ETAG }).status).toBe(206)
    expect(plan({ range: 'bytes=0-1', 'if-range': CREATED }).status).toBe(206)
  })

  it('answers 304 without a window, with all that caches should know', () => {
    const { status, headers, range } = plan({ 'if-none-match': `"x", ${ETAG}` })
    expect([status, range]).toEqual([304, null])
    expect(headers).toMatchObject({
      etag: ETAG,
      'cache-control': 'private, no-cache, no-transform',
    })
    expect(headers).not.toHaveProperty('content-length')
    expect(plan({ 'if-modified-since': CREATED }).status).toBe(304)
  })

  it('refuses with 412 before anything else', () => {
    for (const headers of [{ 'if-match': '"x"' }, { 'if-match': `W/${ETAG}` }]) {
      expect(() => plan({ ...headers, 'if-none-match': ETAG, range: 'bytes=99-' })).toThrow(
        expect.objectContaining({ status: 412 }),
      )
    }
    const before = 'Sat, 31 Jan 2026 09:04:59 GMT'
    expect(() => plan({ 'if-unmodified-since': before })).toThrow(
      expect.objectContaining({ status: 412 }),
    )
    expect(plan({ 'if-match': ETAG, 'if-unmodified-since': before }).status).toBe(200)
  })
})
