import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { type Principal, StowageError } from '@stowage/core'
import { createMemoryBlobs } from '@stowage/core/memory'
import { createApiFixture, uploadForm } from '@stowage/testing/internal'
import { describe, expect, it, vi } from 'vitest'

const path = (url: string) => url.slice('https://media.example/api/v1'.length)

describe('createApi: what can go wrong', () => {
  it('408 when the body does not come', async () => {
    const { upload, store } = await createApiFixture({ limits: { idleTimeout: 10 } })
    const body = new PassThrough()
    body.write(uploadForm('x').subarray(0, 90))
    const { errors } = await upload('', { body })
    expect(errors).toMatchObject([{ status: '408', code: 'request_timeout' }])
    expect(body.destroyed).toBe(false)
    expect((await store.list()).total).toBe(0)
  })

  it('413 when the body turns out larger than announced', async () => {
    const { upload } = await createApiFixture({ limits: { requestSize: 500 } })
    expect((await upload('x'.repeat(100))).status).toBe(201)
    const { errors } = await upload('x'.repeat(500))
    expect(errors).toMatchObject([{ code: 'body_too_large', meta: { limit: 500 } }])
  })

  it('413 for a file over the limit of the store', async () => {
    const { upload } = await createApiFixture({}, { limits: { fileSize: 5 } })
    expect((await upload('12345')).status).toBe(201)
    const { errors } = await upload('123456')
    expect(errors).toMatchObject([
      { code: 'file_too_large', source: { parameter: 'file' }, meta: { limit: 5, index: 0 } },
    ])
  })

  it('422 for a type that is not allowed and for a file that the scan rejects', async () => {
    const picky = await createApiFixture({}, { allow: ['image/*'] })
    expect((await picky.upload('x')).errors).toMatchObject([
      { status: '422', code: 'type_not_allowed', source: { parameter: 'file' } },
    ])
    const scanned = await createApiFixture({}, { scan: () => ({ reject: 'EICAR' }) })
    expect((await scanned.upload('x')).errors).toMatchObject([
      { status: '422', code: 'file_rejected', detail: 'The file was rejected: EICAR' },
    ])
  })

  it('404 for the files of an asset that is held back', async () => {
    const { upload, send } = await createApiFixture({}, { scan: () => 'wait' })
    const { data } = await upload('x')
    expect(data.attributes.status).toBe('processing')
    expect((await send('GET', `/assets/${data.id}`)).status).toBe(200)
    expect((await send('GET', path(data.attributes.url))).errors).toMatchObject([
      { code: 'file_not_found' },
    ])
  })

  it('429 for more uploads of one key at once than allowed', async () => {
    const { upload, store } = await createApiFixture({ limits: { concurrentUploadsPerKey: 1 } })
    const { token } = await store.keys.create({ name: 'other' })
    const body = new PassThrough()
    const first = upload('', { body })
    const second = await upload('x')
    expect(second).toMatchObject({ status: 429, headers: { 'retry-after': '1' } })
    const other = await upload('x', { headers: { authorization: `Bearer ${token}` } })
    expect(other.status).toBe(201)
    body.end(uploadForm('x'))
    expect((await first).status).toBe(201)
    expect((await upload('x')).status).toBe(201)
  })

  it('401 in one wording for keys that are unknown, revoked, expired or malformed', async () => {
    const { send, store } = await createApiFixture()
    const elsewhere = await createApiFixture()
    const revoked = await store.keys.create({ name: 'revoked' })
    await store.keys.revoke(revoked.key.id)
    const expired = await store.keys.create({ name: 'expired', expiresAt: new Date(0) })
    const tokens = [elsewhere.key, revoked.token, expired.token, 'nonsense']
    const answers = await Promise.all(
      tokens.map((token) =>
        send('GET', '/assets', {
          headers: { authorization: `Bearer ${token}`, 'x-request-id': 'same' },
        }),
      ),
    )
    for (const answer of answers) {
      expect(answer.status).toBe(401)
      expect(answer).toEqual(answers[0])
    }
  })

  it('401 when the key is revoked while its upload runs', async () => {
    const { upload, store } = await createApiFixture()
    const body = new PassThrough()
    const acceptBody = vi.fn()
    const running = upload('', { body, acceptBody })
    await vi.waitFor(() => expect(acceptBody).toHaveBeenCalled(), 300_000)
    const [key] = await store.keys.list()
    await store.keys.revoke(key?.id ?? '')
    body.end(uploadForm('x'))
    const { errors, headers } = await running
    expect(errors).toMatchObject([{ status: '401', code: 'unauthenticated' }])
    expect(headers['www-authenticate']).toMatch(/invalid_token/)
    expect((await store.list()).total).toBe(0)
  })

  it('500 without the cause, which onError gets', async () => {
    const cause = new Error('password of the database: hunter2')
    const onError = vi.fn(() => {
      throw new Error('so does the hook')
    })
    const authenticate = () => Promise.reject(cause)
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    const { send } = await createApiFixture({ authenticate, onError })
    const { status, text, errors } = await send('GET', '/assets', {
      headers: { 'x-request-id': 'r1' },
    })
    warn.mockRestore()
    expect(status).toBe(500)
    expect(text).not.toContain('hunter2')
    expect(errors).toMatchObject([{ id: 'r1', code: 'internal_error' }])
    const where = { requestId: 'r1', method: 'GET', path: '/api/v1/assets' }
    expect(onError).toHaveBeenCalledExactlyOnceWith(cause, where)
  })

  it('warns by default, so that the error can be traced: id, method, path and code, then stack and cause', async () => {
    const cause = new Error('connection refused')
    const authenticate = () => Promise.reject(new Error('no directory service', { cause }))
    const { send } = await createApiFixture({ authenticate })
    const warned = once(process, 'warning')
    await send('GET', '/assets', { headers: { 'x-request-id': 'r1' }, query: 'page=7' })
    const [warning] = await warned
    expect(warning).toMatchObject({
      code: 'STOWAGE',
      message: 'Request r1 failed: GET /api/v1/assets: internal_error',
    })
    expect(warning.detail).toMatch(/Error: no directory service\n +at .*connection refused\n +at /s)
  })

  it.each([
    ['rejects', () => Promise.reject(new Error('the logger is down'))],
    ['rejects with what cannot be text', () => Promise.reject(Object.create(null))],
    [
      'throws',
      () => {
        throw new Error('the logger is down')
      },
    ],
  ])('500 and two warnings, and no more, when onError %s', async (_, onError) => {
    const authenticate = () => Promise.reject(new Error('a bug'))
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    const { send } = await createApiFixture({ authenticate, onError })
    expect((await send('GET', '/assets')).status).toBe(500)
    await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(2), 300_000)
    const [, [line, options]] = warn.mock.calls as unknown as [
      unknown,
      [string, { detail: string }],
    ]
    warn.mockRestore()
    process.off('unhandledRejection', unhandled)
    expect(line).toMatch(/^Request \S+ failed: GET \/api\/v1\/assets: internal_error$/)
    expect(options.detail).toContain('a bug')
    expect(unhandled).not.toHaveBeenCalled()
  })

  it('503 with Retry-After once the store is closed', async () => {
    const { send, store } = await createApiFixture({ onError: () => {} })
    await store.close()
    const { status, headers, errors } = await send('GET', '/assets')
    expect([status, errors[0]?.code]).toEqual([503, 'unavailable'])
    expect(headers['retry-after']).toMatch(/^\d+$/)
  })

  it('507 when there is no room, or a quota is used up', async () => {
    const blobs = createMemoryBlobs()
    const full = {
      ...blobs,
      put: () => Promise.reject(new StowageError('insufficient_storage', 'ENOSPC /srv/media')),
    }
    const onError = vi.fn()
    const { upload } = await createApiFixture({ onError }, { blobs: full })
    const answer = await upload('x')
    expect(onError.mock.lastCall?.[0]).toMatchObject({ message: 'ENOSPC /srv/media' })
    expect(answer.errors).toMatchObject([{ status: '507', code: 'insufficient_storage' }])
    expect(answer.text).not.toContain('/srv')
    const limited = await createApiFixture({ onError }, { quota: () => 3 })
    expect((await limited.upload('xxx')).status).toBe(201)
    expect((await limited.upload('x')).errors).toMatchObject([
      { status: '507', code: 'insufficient_storage', meta: { limit: 3 } },
    ])
  })

  it('reports nothing that the client can correct', async () => {
    const onError = vi.fn()
    const { send, upload } = await createApiFixture({ onError }, { allow: ['image/*'] })
    const answers = await Promise.all([
      send('GET', '/nothing'),
      send('GET', '/assets', { headers: { authorization: undefined } }),
      send('GET', '/assets', { query: 'page=0' }),
      upload('x'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 401, 400, 422])
    expect(onError).not.toHaveBeenCalled()
  })

  it('reports nothing when it is the client who has left', async () => {
    const onError = vi.fn()
    const { upload, store } = await createApiFixture({ onError })
    const controller = new AbortController()
    const body = new PassThrough()
    const running = upload('', { body, signal: controller.signal })
    body.write(uploadForm('x').subarray(0, 90))
    setImmediate(() => controller.abort())
    await running
    expect(onError).not.toHaveBeenCalled()
    expect((await store.list()).total).toBe(0)
  })
})

describe('authenticate, what it gives', () => {
  const principal = { kind: 'external', tenant: 'default', permissions: ['read'] }

  it.each([7, 12n, 'user-7'])('lets a principal in whose id is %s', async (id) => {
    const authenticate = () => ({ ...principal, id }) as unknown as Principal
    const { send } = await createApiFixture({ authenticate })
    expect((await send('GET', '/assets')).status).toBe(200)
  })

  it.each<[unknown, RegExp]>([
    [{ ...principal, id: 7.5 }, /principal\.id must be a string .* or a whole number/],
    [{ ...principal, id: { n: 7 } }, /principal\.id must be/],
    [{ ...principal, id: 'x', kind: 'user' }, /principal\.kind must be 'external'/],
    [{ ...principal, id: 'x', permissions: 'read' }, /principal\.permissions must be an array/],
    [true, /^authenticate must return a principal or null, not true\.$/],
  ])('answers 500 to %j, and says to the operator what it must be', async (given, message) => {
    const onError = vi.fn()
    const authenticate = () => given as Principal
    const { send } = await createApiFixture({ authenticate, onError })
    expect((await send('GET', '/assets')).status).toBe(500)
    expect(onError.mock.lastCall?.[0]).toMatchObject({
      code: 'invalid_argument',
      context: { argument: 'principal' },
      message: expect.stringMatching(message),
    })
  })
})
