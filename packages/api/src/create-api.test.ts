import { PassThrough } from 'node:stream'

import { type Principal, publicFileUrl } from '@stowage/core'
import { createApiFixture, UPLOAD_HEADERS } from '@stowage/testing/internal'
import { describe, expect, it, vi } from 'vitest'
import { createApi } from './create-api.ts'

const path = (url: string) => url.slice('https://media.example/api/v1'.length)

describe('createApi: order of checks', () => {
  it('neither asks for a body nor reads it before route, key, permission and headers have passed', async () => {
    const { send, store } = await createApiFixture()
    const { token } = await store.keys.create({ name: 'reader', permissions: ['read'] })
    const reader = { authorization: `Bearer ${token}` }
    const json = { 'content-type': 'application/json' }
    const refusals = [
      [404, 'POST', '/nothing', {}],
      [405, 'PUT', '/assets', {}],
      [401, 'POST', '/assets', { ...UPLOAD_HEADERS, authorization: 'Bearer x' }],
      [403, 'POST', '/assets', { ...UPLOAD_HEADERS, ...reader }],
      [406, 'POST', '/assets', { ...UPLOAD_HEADERS, accept: 'text/html' }],
      [415, 'POST', '/assets', json],
      [400, 'POST', '/assets', { 'content-type': 'multipart/form-data' }],
      [400, 'POST', '/assets', { ...UPLOAD_HEADERS, 'idempotency-key': 'two words' }],
      [413, 'POST', '/assets', { ...UPLOAD_HEADERS, 'content-length': '5000000000' }],
      [413, 'POST', '/assets', { ...UPLOAD_HEADERS, 'content-length': '2000000000' }],
      [413, 'POST', '/assets/bulk-trash', { ...json, 'content-length': '2000000' }],
    ] as const
    for (const [status, method, path, headers] of refusals) {
      const acceptBody = vi.fn()
      const body = new PassThrough().end('never read')
      const read = vi.spyOn(body, 'read')
      expect((await send(method, path, { headers, body, acceptBody })).status).toBe(status)
      expect(acceptBody).not.toHaveBeenCalled()
      expect(read).not.toHaveBeenCalled()
    }
  })

  it('asks for the body once, just before it is read', async () => {
    const { upload } = await createApiFixture()
    const acceptBody = vi.fn()
    expect((await upload('x', { acceptBody })).status).toBe(201)
    expect(acceptBody).toHaveBeenCalledOnce()
  })

  it('refuses a file as too large by its Content-Length where the request as a whole is small enough', async () => {
    const { upload } = await createApiFixture()
    const { errors } = await upload('x', { headers: { 'content-length': '2000000000' } })
    expect(errors).toMatchObject([{ code: 'file_too_large', meta: { limit: 1024 ** 3 } }])
  })
})

describe('createApi: options', () => {
  it('begins links with baseUrl', async () => {
    const { upload } = await createApiFixture({ baseUrl: 'https://cdn.example/media/' })
    const { headers, data } = await upload('x')
    expect(headers.location).toBe(`https://cdn.example/media/api/v1/assets/${data.id}`)
    expect(data.attributes.url).toMatch(/^https:\/\/cdn\.example\/media\/api\/v1\/files\//)
  })

  it.each([
    ['https://例え.jp/日本/', 'https://xn--r8jz45g.jp/%E6%97%A5%E6%9C%AC'],
    ['HTTPS://Cdn.Example:443/a b', 'https://cdn.example/a%20b'],
  ])('writes the baseUrl %s in ASCII, as headers need it', async (baseUrl, written) => {
    const { upload } = await createApiFixture({ baseUrl })
    const { headers, data } = await upload('x')
    expect(headers.location).toBe(`${written}/api/v1/assets/${data.id}`)
    expect(data.attributes.url.startsWith(`${written}/api/v1/files/`)).toBe(true)
  })

  it('asks authenticate instead of looking for a key, and shows the tenant of the principal', async () => {
    const { upload, send, store } = await createApiFixture({
      authenticate: ({ headers }) => {
        const id = headers['x-user']
        if (id === undefined) return null
        return { kind: 'external', id, tenant: `tenant of ${id}`, permissions: ['read', 'write'] }
      },
    })
    const anna = { 'x-user': 'anna' }
    const { data } = await upload('x', { headers: anna })
    const { createdBy, tenant } = await store.for({ tenant: 'tenant of anna' }).get(data.id)
    expect([createdBy, tenant]).toEqual(['anna', 'tenant of anna'])
    expect((await send('GET', `/assets/${data.id}`, { headers: anna })).status).toBe(200)
    expect((await send('GET', `/assets/${data.id}`, { headers: { 'x-user': 'ben' } })).status).toBe(
      404,
    )
    expect((await send('GET', '/assets')).status).toBe(401)
    expect((await send('POST', '/assets/bulk-trash', { headers: anna })).status).toBe(403)
  })

  it('answers 401 when authenticate returns undefined', async () => {
    const authenticate = () => undefined as unknown as null
    const { send } = await createApiFixture({ authenticate })
    expect((await send('GET', '/assets')).status).toBe(401)
  })

  it('asks for a login, not for a key, where the app has authenticate of its own', async () => {
    const { send } = await createApiFixture({ authenticate: () => null })
    for (const headers of [{}, { authorization: 'Bearer stw_wrong' }]) {
      const { status, errors } = await send('GET', '/assets', { headers })
      const [error] = errors
      expect([status, error?.title, error?.detail, error?.source]).toEqual([
        401,
        'Credentials missing or invalid',
        'Log in, or send credentials that this service accepts.',
        undefined,
      ])
    }
    const { send: toKeys } = await createApiFixture()
    const { errors } = await toKeys('GET', '/assets', { headers: { authorization: '' } })
    expect(errors[0]?.detail).toMatch(/valid API key/)
    expect(errors[0]?.source).toEqual({ header: 'Authorization' })
  })

  it('keeps a numeric id that authenticate gives as its decimal digits', async () => {
    const principal = { kind: 'external', tenant: 'default', permissions: ['read', 'write'] }
    const authenticate = () => ({ ...principal, id: 7 }) as unknown as Principal
    const { upload, store } = await createApiFixture({ authenticate })
    const { data } = await upload('x')
    expect((await store.get(data.id)).createdBy).toBe('7')
  })

  it.each([7, 'seven'])(
    'shows `scope` and `authorize` all that authenticate gave, with the id %j',
    async (id) => {
      const principal = {
        kind: 'external',
        tenant: 'default',
        permissions: ['read', 'write'],
        id,
        role: 'guest',
      }
      const seen: Principal[] = []
      const { upload, send } = await createApiFixture({
        authenticate: () => principal as unknown as Principal,
        scope(given) {
          seen.push(given)
          return 'everything'
        },
        authorize(given) {
          seen.push(given)
          return true
        },
      })
      const { data } = await upload('x')
      await send('GET', `/assets/${data.id}`)
      expect(seen).toHaveLength(3)
      for (const given of seen) expect(given).toEqual({ ...principal, id: String(id) })
    },
  )

  it.each([
    ['id', {}],
    ['id', 7.5],
    ['id', undefined],
    ['kind', undefined],
    ['tenant', 7],
    ['permissions', 'read write'],
  ])('answers 500 when authenticate gives a principal whose %s is %j', async (member, value) => {
    const errors: unknown[] = []
    const principal = { kind: 'external', id: '7', tenant: 'default', permissions: ['read'] }
    const { send } = await createApiFixture({
      authenticate: () => ({ ...principal, [member]: value }) as unknown as Principal,
      onError: (error) => errors.push(error),
    })
    expect((await send('GET', '/assets')).status).toBe(500)
    expect(errors).toMatchObject([
      { code: 'invalid_argument', message: expect.stringContaining(`principal.${member}`) },
    ])
  })

  it('serves only files without a key when they are public', async () => {
    const { upload, send, store } = await createApiFixture({
      access: 'public',
      filesMaxAgeSeconds: 60,
    })
    const other = store.for({ tenant: 'other' })
    const asset = await other.upload(Buffer.from('theirs'), { name: 'a.txt' })
    const anyone = { headers: { authorization: undefined } }
    const [url = '', query = ''] = publicFileUrl(asset).slice('/api/v1'.length).split('?')
    const file = await send('GET', url, { ...anyone, query })
    expect([file.status, file.text]).toEqual([200, 'theirs'])
    expect(file.headers['cache-control']).toMatch(/^public, max-age=60/)
    expect(file.headers).not.toHaveProperty('vary')
    const { data } = await upload('x')
    await store.trash(data.id)
    expect((await send('GET', path(data.attributes.url), anyone)).status).toBe(404)
    expect((await send('GET', '/assets', anyone)).status).toBe(401)
  })

  it('lets no cache keep files that need a key, for any filesMaxAgeSeconds', async () => {
    const { upload, send } = await createApiFixture({ filesMaxAgeSeconds: 60 })
    const { data } = await upload('x')
    const { headers } = await send('GET', path(data.attributes.url))
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache, no-transform',
      vary: 'Authorization',
    })
  })

  it('makes caches revalidate public files every time, unless an option sets how long they may keep them', async () => {
    const { upload, send } = await createApiFixture({ access: 'public' })
    const { data } = await upload('x')
    const { headers } = await send('GET', path(data.attributes.url))
    expect(headers['cache-control']).toMatch(/^public, no-cache/)
  })

  it('lets caches keep public files only by URLs that name the bytes, each for its own bytes', async () => {
    const { store, send } = await createApiFixture({ access: 'public', filesMaxAgeSeconds: 60 })
    const asset = await store.upload(Buffer.from('old'), { name: 'a.txt' })
    const control = async (query: string, headers = {}) => {
      const file = `/files/${asset.publicFileId}/content`
      const answer = await send('GET', file, {
        query,
        headers: { authorization: undefined, ...headers },
      })
      return [answer.status, answer.headers['cache-control']?.replace(', no-transform', '')]
    }
    const [old, etag] = [`c=${asset.sha256.slice(0, 10)}`, `"${asset.sha256}"`]
    const kept = 'public, max-age=60'
    expect(await control(old)).toEqual([200, kept])
    expect(await control(`x=1&${old}`, { range: 'bytes=0-0' })).toEqual([206, kept])
    expect(await control(old, { 'if-none-match': etag })).toEqual([304, kept])
    for (const query of ['', 'c=', 'c=0000000000', `c=${asset.sha256}`, `${old}&c=1`.slice(0, 8)]) {
      expect(await control(query)).toEqual([200, 'public, no-cache'])
    }
    const { sha256 } = await store.versions.replace(asset.id, Buffer.from('new'))
    expect(await control(old)).toEqual([200, 'public, no-cache'])
    expect(await control(`c=${sha256.slice(0, 10)}`)).toEqual([200, kept])
  })

  it('says who may embed files, as configured', async () => {
    const { upload, send } = await createApiFixture({ crossOriginResourcePolicy: 'cross-origin' })
    const { data } = await upload('x')
    const { headers } = await send('GET', path(data.attributes.url))
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
  })

  it('serves the description without a key when the option says so', async () => {
    const anyone = { headers: { authorization: undefined } }
    const closed = await createApiFixture()
    expect((await closed.send('GET', '/openapi.json', anyone)).status).toBe(401)
    const open = await createApiFixture({ publicDescription: true })
    expect((await open.send('GET', '/openapi.json', anyone)).status).toBe(200)
  })

  it('names the realm, with any characters', async () => {
    const { send } = await createApiFixture({ realm: 'a "b" é\r\n' })
    const { headers } = await send('GET', '/assets', { headers: { authorization: undefined } })
    expect(headers['www-authenticate']).toBe('Bearer realm="a \\"b\\" ???"')
  })

  it('lets every origin in with *, and adds nothing without cors', async () => {
    const headers = { origin: 'https://app.example' }
    const open = await createApiFixture({ cors: { origins: '*', maxAge: 5 } })
    expect((await open.send('GET', '/assets', { headers })).headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringMatching(
        /^Location, ETag, Content-Range, .*, Upload-Metadata, Upload-Offset$/,
      ),
    })
    const preflight = { headers: { ...headers, 'access-control-request-method': 'DELETE' } }
    const answer = await open.send('OPTIONS', '/assets/bulk-permanent', preflight)
    expect(answer.headers).toMatchObject({
      'access-control-allow-methods': 'DELETE, OPTIONS',
      'access-control-max-age': '5',
    })
    const closed = await createApiFixture()
    const names = Object.keys((await closed.send('OPTIONS', '/assets', preflight)).headers)
    expect(names.filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('createApi().handles', () => {
  it('claims what lies under /api/v1, and nothing beside it', async () => {
    const { store } = await createApiFixture()
    const { handles } = createApi(store)
    for (const path of ['/api/v1', '/api/v1/', '/api/v1/assets']) expect(handles(path)).toBe(true)
    for (const path of ['/', '/api', '/api/v10', '/api/v2/assets', '/x/api/v1']) {
      expect(handles(path)).toBe(false)
    }
  })
})
