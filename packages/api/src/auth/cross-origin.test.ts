import { PassThrough } from 'node:stream'
import type { Principal } from '@stowage/core'
import { HTTP_SIGNING_SECRET, HTTP_WEBHOOKS } from '@stowage/testing/http'
import { createApiFixture } from '@stowage/testing/internal'
import { describe, expect, it, vi } from 'vitest'
import type { ApiRequest } from '../message/request.ts'
import { ROUTES } from '../routes/routes.ts'
import { createOriginCheck } from './cross-origin.ts'

const OWN = 'https://media.example'
const LISTED = 'https://app.example'
const STRANGER = 'https://evil.example'
const UNSAFE = ['POST', 'PUT', 'PATCH', 'DELETE', 'PURGE']

function requestOf(method: string, headers: ApiRequest['headers'], baseUrl = `${OWN}/media`) {
  const { signal } = new AbortController()
  return { method, path: '/api/v1/assets', query: '', baseUrl, headers, body: null, signal }
}

type Sent = readonly [site: string | undefined, origin: string | undefined]

/** What browsers and other clients send, and whether a change may come of it. */
const TABLE: readonly (readonly [...Sent, passes: boolean, why: string])[] = [
  ['same-origin', OWN, true, 'a page of our own'],
  ['same-origin', undefined, true, 'a page of our own that hides its origin'],
  ['same-origin', 'null', true, 'a form of our own under Referrer-Policy: no-referrer'],
  ['none', undefined, true, 'the user, by a bookmark or the address bar'],
  ['none', 'null', true, 'the user'],
  [undefined, OWN, true, 'an older browser, or one over plain http, on our own page'],
  ['cross-site', LISTED, true, 'a page of an origin that cors lists'],
  ['same-site', LISTED, true, 'a listed origin on another subdomain'],
  [undefined, LISTED, true, 'an older browser on a page of a listed origin'],
  ['same-site', 'https://blog.media.example', false, 'another subdomain'],
  ['same-site', undefined, false, 'another subdomain that hides its origin'],
  ['same-site', 'null', false, 'a sandboxed frame'],
  ['cross-site', STRANGER, false, 'a strange page'],
  ['cross-site', undefined, false, 'a strange page that hides its origin'],
  ['cross-site', 'null', false, 'a sandboxed frame, a file, or a redirect across origins'],
  [undefined, STRANGER, false, 'an older browser on a strange page'],
  [undefined, 'null', false, 'an older browser in a sandboxed frame'],
  [undefined, undefined, false, 'an old browser, or a program that sends cookies'],
  ['', '', false, 'empty headers'],
  ['SAME-ORIGIN', undefined, false, 'a value that no browser sends'],
  ['same-origin, cross-site', undefined, false, 'the header twice'],
  [undefined, `${OWN}, ${STRANGER}`, false, 'the header twice'],
  [undefined, `${OWN}.evil.example`, false, 'a host that begins as ours'],
  [undefined, 'http://media.example', false, 'our host over another scheme'],
  [undefined, `${OWN}:8443`, false, 'our host on another port'],
  [undefined, `${OWN}/`, false, 'not in the form of an origin'],
  [undefined, 'HTTPS://MEDIA.EXAMPLE', false, 'not in the form of an origin'],
]

describe('createOriginCheck', () => {
  const check = createOriginCheck({ baseUrl: undefined, origins: [LISTED] })

  it.each(TABLE)('Sec-Fetch-Site %s, Origin %s: %s (%s)', (site, origin, passes) => {
    const headers = { 'sec-fetch-site': site, origin }
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      expect(() => check(requestOf(method, headers)), method).not.toThrow()
    }
    for (const method of UNSAFE) {
      const checking = () => check(requestOf(method, headers))
      if (passes) expect(checking, method).not.toThrow()
      else {
        expect(checking, method).toThrow(
          expect.objectContaining({
            status: 403,
            problems: [expect.objectContaining({ code: 'cross_origin' })],
          }),
        )
      }
    }
  })

  it.each([['*'], [['*', 'null']]] as const)(
    'takes %j of cors for no origin: every site has these',
    (origins) => {
      const open = createOriginCheck({ baseUrl: undefined, origins })
      for (const origin of ['*', 'null', STRANGER]) {
        expect(() => open(requestOf('POST', { origin }))).toThrow()
      }
      expect(() => open(requestOf('POST', { origin: OWN }))).not.toThrow()
    },
  )

  it.each([
    ['https://media.example:443', OWN],
    ['http://localhost:3000/media', 'http://localhost:3000'],
    ['HTTPS://Media.Example/x', OWN],
  ])('knows its own origin by where the request came in: %s', (baseUrl, origin) => {
    expect(() => check(requestOf('POST', { origin }, baseUrl))).not.toThrow()
  })

  it('knows its own origin by the option baseUrl alone, where there is one', () => {
    const named = createOriginCheck({ baseUrl: 'https://cdn.example/media/', origins: undefined })
    expect(() => named(requestOf('POST', { origin: 'https://cdn.example' }))).not.toThrow()
    expect(() => named(requestOf('POST', { origin: OWN }))).toThrow()
  })
})

const PERSON: Principal = {
  kind: 'external',
  id: '7',
  tenant: 'default',
  permissions: ['read', 'write', 'delete'],
  ambient: true,
}

describe('a principal from a cookie', () => {
  const strange = { headers: { 'sec-fetch-site': 'cross-site', origin: STRANGER } }

  it('is refused every route that changes anything, and no other, from another site', async () => {
    const { send } = await createApiFixture(
      { authenticate: () => PERSON, fromUrl: () => Buffer.from('fetched') },
      { webhooks: HTTP_WEBHOOKS, signing: { secrets: [HTTP_SIGNING_SECRET] } },
    )
    for (const { method, path } of ROUTES) {
      const { errors } = await send(method, path.replace(/\{\w+\}/, 'some-id'), strange)
      const isRefused = errors[0]?.code === 'cross_origin'
      expect(isRefused, `${method} ${path}`).toBe(method !== 'GET')
    }
  })

  it('is refused before a byte of the body is asked for', async () => {
    const { upload, store } = await createApiFixture({ authenticate: () => PERSON })
    const acceptBody = vi.fn()
    const body = new PassThrough()
    const { status, errors } = await upload('', { ...strange, body, acceptBody })
    expect([status, errors]).toEqual([
      403,
      [expect.objectContaining({ code: 'cross_origin', source: { header: 'Origin' } })],
    ])
    expect(acceptBody).not.toHaveBeenCalled()
    expect(body.readableFlowing).toBeNull()
    expect((await store.list()).total).toBe(0)
  })

  it('uploads from its own origin and from one that cors lists', async () => {
    const cors = { origins: [LISTED], credentials: true }
    const { upload } = await createApiFixture({ authenticate: () => PERSON, cors })
    for (const origin of [OWN, LISTED]) {
      expect((await upload('x', { headers: { origin } })).status).toBe(201)
    }
  })

  it('can read why it is refused only where cors lets its page read at all', async () => {
    const cors = { origins: [LISTED], credentials: true }
    const { upload } = await createApiFixture({ authenticate: () => PERSON, cors })
    const { status, headers } = await upload('x', strange)
    expect([status, headers['access-control-allow-origin']]).toEqual([403, undefined])
  })

  it.each([undefined, false])(
    'is not checked when ambient is %s: no browser sends a key',
    async (ambient) => {
      const { ambient: _, ...rest } = PERSON
      const principal = ambient === undefined ? rest : { ...rest, ambient }
      const { upload } = await createApiFixture({ authenticate: () => principal })
      expect((await upload('x', strange)).status).toBe(201)
    },
  )

  it('stays ambient when its id is a number', async () => {
    const principal = { ...PERSON, id: 7 } as unknown as Principal
    const { upload } = await createApiFixture({ authenticate: () => principal })
    expect((await upload('x', strange)).status).toBe(403)
  })

  it.each(['yes', 1, null])('is a bug of the app when ambient is %j: 500', async (ambient) => {
    const onError = vi.fn()
    const principal = { ...PERSON, ambient } as unknown as Principal
    const { upload } = await createApiFixture({ authenticate: () => principal, onError })
    expect((await upload('x', { headers: { origin: OWN } })).status).toBe(500)
    const error = expect.objectContaining({
      code: 'invalid_argument',
      message: 'principal.ambient must be true or false.',
    })
    expect(onError).toHaveBeenCalledWith(error, expect.anything())
  })
})

describe('an API key', () => {
  it('works from every origin: no browser sends it by itself', async () => {
    const { upload } = await createApiFixture()
    const headers = { 'sec-fetch-site': 'cross-site', origin: STRANGER }
    expect((await upload('x', { headers })).status).toBe(201)
  })
})
