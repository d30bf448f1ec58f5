import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { fromUrl } from '@stowage/from-url'
import { createApiFixture } from '@stowage/testing/internal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiOptions } from '../options/api-options.ts'

describe('POST /assets/from-url', () => {
  const host = createServer((request, response) => {
    response.statusCode = request.url === '/a.txt' ? 200 : 404
    response.end('hello')
  })
  let base: string

  beforeAll(async () => {
    host.listen(0, '127.0.0.1')
    await once(host, 'listening')
    base = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  })
  afterAll(() => void host.close())

  async function start(options?: ApiOptions) {
    const rules = { allowedNetworks: ['127.0.0.1'], ports: [Number(new URL(base).port)] }
    const given = options ?? { fromUrl: (url: string) => fromUrl(url, rules) }
    const fixture = await createApiFixture(given, { allow: ['text/*'] })
    const post = (body: object, headers: Readonly<Record<string, string>> = {}) =>
      fixture.send('POST', '/assets/from-url', {
        body: Readable.from([Buffer.from(JSON.stringify(body))], { objectMode: false }),
        headers: { 'content-type': 'application/json', ...headers },
      })
    return { ...fixture, post }
  }

  it('stores the file and answers as an upload does', async () => {
    const { post, store } = await start()
    const folder = await store.folders.create({ name: 'Fetched' })
    const body = { url: `${base}/a.txt`, name: 'b.txt', folder_id: folder.id }
    const { status, headers, data } = await post(body, { 'idempotency-key': '"one"' })
    expect(status).toBe(201)
    expect(data.attributes).toMatchObject({ name: 'b.txt', size: 5, folder_id: folder.id })
    expect(headers.location).toBe(`https://media.example/api/v1/assets/${data.id}`)
    expect(headers.etag).toMatch(/^"/)
    expect((await post(body, { 'idempotency-key': '"one"' })).data.id).toBe(data.id)
    expect((await store.list()).assets).toMatchObject([{ createdBy: expect.any(String) }])
  })

  it('asks for the same bytes by the header as an upload does', async () => {
    const { post, store } = await start()
    const others = await store.upload(Buffer.from('hello'))
    const asked = (value: string) =>
      post({ url: `${base}/a.txt` }, { 'stowage-on-duplicate': value })
    const [returned, refused, stored] = [
      await asked('return'),
      await asked('refuse'),
      await asked('store'),
    ]
    expect([returned.status, returned.data.id]).toEqual([200, others.id])
    expect([refused.status, refused.errors[0]?.code]).toEqual([409, 'duplicate'])
    expect([stored.status, (await store.list()).total]).toEqual([201, 2])
    expect((await asked('twice')).status).toBe(400)
  })

  it('points to what is wrong, and says no more about a host than that it is not public', async () => {
    const { post } = await start()
    const wrong = await Promise.all([
      post({}),
      post({ url: 5 }),
      post({ url: `${base}/a.txt`, name: 5 }),
      post({ url: `${base}/a.txt`, tags: [] }),
      post({ url: `${base}/a.txt`, folder_id: 'none' }),
      post({ url: `${base}/missing` }),
    ])
    expect(
      wrong.map(({ status, errors: [error] }) => [status, error?.code, error?.source]),
    ).toEqual([
      [422, 'invalid_body', { pointer: '/url' }],
      [422, 'invalid_body', { pointer: '/url' }],
      [422, 'invalid_body', { pointer: '/name' }],
      [422, 'invalid_body', { pointer: '/tags' }],
      [404, 'folder_not_found', { pointer: '/folder_id' }],
      [422, 'url_failed', { pointer: '/url' }],
    ])
    const refused = await (await start({ fromUrl: (url) => fromUrl(url) })).post({
      url: 'http://10.0.0.1/',
    })
    expect(refused.errors).toMatchObject([{ code: 'url_refused', meta: { reason: 'address' } }])
    expect(refused.text).not.toContain('10.0.0.1')
  })

  it('is no route without the option, and needs the permission to write', async () => {
    const without = await start({})
    const off = await without.post({ url: `${base}/a.txt` })
    expect([off.status, off.errors[0]?.code]).toEqual([404, 'route_not_found'])
    expect(off.errors[0]?.detail).toContain('`fromUrl`')
    expect((await without.send('PUT', '/assets/from-url')).status).toBe(405)
    expect((await without.send('GET', '/assets/from-url')).errors[0]?.code).toBe('asset_not_found')
    expect((await without.send('GET', '/openapi.json')).text).not.toContain('from-url')
    const { post, store, send } = await start()
    expect((await send('GET', '/openapi.json')).text).toContain('"/assets/from-url"')
    const { token } = await store.keys.create({ name: 'reader', permissions: ['read'] })
    const authorization = `Bearer ${token}`
    expect((await post({ url: base }, { authorization })).errors[0]?.code).toBe('forbidden')
  })
})
