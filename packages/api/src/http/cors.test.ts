import { describe, expect, it } from 'vitest'
import type { ApiRequest } from '../message/request.ts'
import { createApiFixture } from '../testing/api-fixture.ts'
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

const names = (headers: object) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

describe('cors of some origins', () => {
  const cors = createCors({ origins: [APP, 'https://other.example'] })

  it('names the origin that is let in, and what it may read', () => {
    expect(cors.headers(requestOf({ origin: APP }), { etag: '"a"' })).toEqual({
      etag: '"a"',
      vary: 'Origin',
      'access-control-allow-origin': APP,
      'access-control-expose-headers': 'Location, ETag, Content-Range, X-Request-Id',
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
    expect(allowed).toEqual(
      expect.arrayContaining(['Authorization', 'Content-Type', 'Idempotency-Key', 'Range']),
    )
    expect(cors.preflight(requestOf({ origin: APP }), 'GET')).toBeNull()
  })

  it('never lets credentials of the browser along', () => {
    const asked = requestOf({ origin: APP, 'access-control-request-method': 'GET' })
    const all = { ...cors.headers(asked, {}), ...cors.preflight(asked, 'GET') }
    expect(all).not.toHaveProperty('access-control-allow-credentials')
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
