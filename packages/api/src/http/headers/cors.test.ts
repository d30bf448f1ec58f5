import { createApiFixture } from '@stowage/testing/internal'
import { describe, expect, it } from 'vitest'
import type { ApiRequest } from '../../message/request.ts'
import { ROUTES } from '../../routes/routes.ts'
import { createCors } from './cors.ts'

const APP = 'https://app.example'

function requestOf(headers: ApiRequest['headers']): ApiRequest {
  return {
    method: 'GET',
    path: '/api/v1/assets',
    query: '',
    baseUrl: 'https://media.example',
    headers,
    body: null,
    signal: new AbortController().signal,
  }
}

/** What the contract promises to every page of an admitted origin. */
const OF_EVERY_CLIENT = [
  'Authorization',
  'Content-Type',
  'Cache-Control',
  'X-Requested-With',
  'Idempotency-Key',
  'Stowage-On-Duplicate',
  'If-Match',
  'Range',
]

const names = (headers: object) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

describe('cors of some origins', () => {
  const cors = createCors({ origins: [APP, 'https://other.example'] })

  it('names the origin that is let in, and what it may read', () => {
    expect(cors.headers(requestOf({ origin: APP }), { etag: '"a"' })).toEqual({
      etag: '"a"',
      vary: 'Origin',
      'access-control-allow-origin': APP,
      'access-control-expose-headers':
        'Location, ETag, Content-Range, Accept-Ranges, Content-Disposition, X-Request-Id, Retry-After, ' +
        'Content-Location, Tus-Checksum-Algorithm, Tus-Extension, Tus-Max-Size, Tus-Resumable, Tus-Version, ' +
        'Upload-Complete, Upload-Concat, Upload-Defer-Length, Upload-Expires, Upload-Length, Upload-Limit, ' +
        'Upload-Metadata, Upload-Offset',
    })
  })

  it.each([
    'https://evil.example',
    'https://app.example.evil.example',
    'http://app.example',
    'https://app.example:8443',
    'HTTPS://APP.EXAMPLE',
    'null',
    '*',
    '',
  ])('grants %j nothing, and lets caches know that the answer depends on the origin', (origin) => {
    expect(cors.headers(requestOf({ origin }), {})).toEqual({ vary: 'Origin' })
    const asked = { origin, 'access-control-request-method': 'GET' }
    expect(cors.preflight(requestOf(asked), 'GET')).toBeNull()
  })

  it('sets the same Vary for a request without an origin, beside other fields', () => {
    expect(cors.headers(requestOf({}), { vary: 'Authorization' })).toEqual({
      vary: 'Authorization, Origin',
    })
  })

  it('answers preflights, and no other OPTIONS', () => {
    const asked = { origin: APP, 'access-control-request-method': 'PATCH' }
    const answer = cors.preflight(requestOf(asked), 'GET, PATCH')
    expect(answer).toMatchObject({
      'access-control-allow-methods': 'GET, PATCH',
      'access-control-max-age': '600',
    })
    const allowed = answer?.['access-control-allow-headers']?.split(', ')
    expect(allowed).toEqual(expect.arrayContaining(OF_EVERY_CLIENT))
    expect(cors.preflight(requestOf({ origin: APP }), 'GET')).toBeNull()
  })

  it.each([
    ['Dropzone', 'cache-control,x-requested-with'],
    ['Uppy', 'authorization,x-requested-with'],
    ['FilePond', 'authorization'],
    ['a resumed download', 'authorization,if-range,range'],
  ])('lets %s send its headers', (_, asked) => {
    const request = requestOf({ origin: APP, 'access-control-request-method': 'POST' })
    const answer = cors.preflight(request, 'POST')?.['access-control-allow-headers'] ?? ''
    const allowed = answer.toLowerCase().split(', ')
    expect(allowed).toEqual(expect.arrayContaining(asked.split(',')))
  })

  it('lets no credentials of the browser along unless it is told to', () => {
    const asked = requestOf({ origin: APP, 'access-control-request-method': 'GET' })
    const all = { ...cors.headers(asked, {}), ...cors.preflight(asked, 'GET') }
    expect(all).not.toHaveProperty('access-control-allow-credentials')
  })
})

describe('cors with headers of the app', () => {
  const cors = createCors({
    origins: [APP],
    allowedHeaders: ['X-CSRF-Token', 'authorization', 'x-csrf-token'],
    exposedHeaders: ['X-RateLimit-Remaining', 'ETag'],
  })
  const asked = requestOf({ origin: APP, 'access-control-request-method': 'POST' })

  it('adds them to its own, each once', () => {
    const allowed = cors.preflight(asked, 'POST')?.['access-control-allow-headers'] ?? ''
    expect(allowed.split(', ')).toEqual(expect.arrayContaining(OF_EVERY_CLIENT))
    expect(allowed).toMatch(/, X-CSRF-Token$/)
    expect(allowed.match(/authorization|x-csrf-token/gi)).toEqual(['Authorization', 'X-CSRF-Token'])
    const exposed = cors.headers(asked, {})['access-control-expose-headers'] ?? ''
    expect(exposed).toMatch(/^Location, .*, X-RateLimit-Remaining$/)
    expect(exposed.match(/etag/gi)).toEqual(['ETag'])
  })
})

describe('cors with credentials', () => {
  const cors = createCors({ origins: [APP, 'https://other.example'], credentials: true })

  it('lets cookies along for the origins that it names, and shows those origins only', () => {
    const asked = requestOf({ origin: APP, 'access-control-request-method': 'GET' })
    expect(cors.headers(asked, {})).toMatchObject({
      vary: 'Origin',
      'access-control-allow-origin': APP,
      'access-control-allow-credentials': 'true',
    })
    for (const origin of ['https://evil.example', 'null', '*', undefined]) {
      expect(names(cors.headers(requestOf({ origin }), {}))).toEqual([])
    }
  })

  it('sends no wildcard, which browsers take literally with credentials', () => {
    const asked = requestOf({ origin: APP, 'access-control-request-method': 'GET' })
    for (const value of Object.values({
      ...cors.headers(asked, {}),
      ...cors.preflight(asked, 'GET'),
    })) {
      expect(value).not.toContain('*')
    }
  })
})

describe('cors of pages without an origin', () => {
  it('lets them in where `null` is listed, by that name', () => {
    const cors = createCors({ origins: ['null', APP] })
    expect(cors.headers(requestOf({ origin: 'null' }), {})).toMatchObject({
      vary: 'Origin',
      'access-control-allow-origin': 'null',
    })
  })
})

describe.each([['*'], [['*']]] as const)('cors of %j', (origins) => {
  const cors = createCors({ origins })

  it('is the same answer for every origin, so caches may share it', () => {
    const { vary, ...headers } = cors.headers(requestOf({ origin: APP }), { vary: 'Authorization' })
    expect(vary).toBe('Authorization')
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(cors.headers(requestOf({ origin: APP }), {})).not.toHaveProperty('vary')
  })

  it('adds nothing to a request without an origin', () => {
    expect(cors.headers(requestOf({}), {})).toEqual({})
  })
})

describe('without cors', () => {
  it('leaves headers as they are, and preflights unanswered', () => {
    const cors = createCors(undefined)
    const headers = { etag: '"a"' }
    const asked = requestOf({ origin: APP, 'access-control-request-method': 'GET' })
    expect(cors.headers(asked, headers)).toBe(headers)
    expect(cors.preflight(asked, 'GET')).toBeNull()
  })
})

describe('cors of an API', () => {
  it('answers a preflight for every route and method, without a key', async () => {
    const cors = { origins: [APP], credentials: true }
    const { send } = await createApiFixture({ cors, fromUrl: () => Buffer.from('fetched') })
    for (const { method, path } of ROUTES) {
      const { status, headers } = await send('OPTIONS', path.replace(/\{\w+\}/, 'some-id'), {
        headers: {
          origin: APP,
          authorization: undefined,
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization',
        },
      })
      expect(status).toBe(204)
      expect(headers['access-control-allow-methods']?.split(', ')).toContain(method)
      expect(headers).toMatchObject({
        'access-control-allow-origin': APP,
        'access-control-allow-credentials': 'true',
      })
    }
  })

  it('holds for every answer: errors, files, 304 and OPTIONS', async () => {
    const { send, store } = await createApiFixture({ cors: { origins: [APP] } })
    const { publicFileId, sha256 } = await store.upload(Buffer.from('x'))
    const file = `/files/${publicFileId}/content`
    for (const [origin, isAdmitted] of [
      [APP, true],
      ['https://evil.example', false],
    ] as const) {
      const answers = await Promise.all([
        send('GET', '/assets', { headers: { origin } }),
        send('GET', '/assets', { headers: { origin, authorization: undefined } }),
        send('GET', '/nothing', { headers: { origin } }),
        send('GET', file, { headers: { origin } }),
        send('GET', file, { headers: { origin, 'if-none-match': `"${sha256}"` } }),
        send('OPTIONS', '/assets', {
          headers: { origin, 'access-control-request-method': 'POST' },
        }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 200, 304, 204])
      for (const { headers } of answers) {
        expect(headers.vary).toMatch(/(?:^|, )Origin$/)
        expect(names(headers).length > 0).toBe(isAdmitted)
      }
      expect(answers[3]?.headers.vary).toBe('Authorization, Origin')
    }
  })
})
