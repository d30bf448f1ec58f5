import { createMemoryBlobs } from '@stowage/core/memory'
import { createApiFixture } from '@stowage/testing/internal'
import { describe, expect, it, vi } from 'vitest'
import type { ApiOptions } from '../options/api-options.ts'

const [OLD, NEW] = ['old secret '.repeat(4), 'new secret '.repeat(4)] as const
const START = Date.UTC(2026, 0, 1)
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** A store whose clock stands at `seconds` after a step begins. */
async function fixtureThat(options: ApiOptions = {}, secrets: readonly string[] = [NEW]) {
  const time = { seconds: 0.5 }
  const presign = vi.fn(async () => 'https://bucket.example/file')
  const fixture = await createApiFixture(options, {
    blobs: { ...createMemoryBlobs(), presign },
    signing: { secrets },
    advanced: { clock: () => START * 1000 + time.seconds * 1_000_000 },
  })
  const asset = await fixture.store.upload(PNG, { name: 'dot.png' })
  const { url } = fixture.store.urls.sign(asset, { expiresIn: 1 })
  const [path = '', query = ''] = url.slice('/api/v1'.length).split('?')
  const open = (more: { headers?: Record<string, string>; method?: string } = {}) =>
    fixture.send(more.method ?? 'GET', path, {
      query,
      headers: { authorization: '', ...more.headers },
    })
  return { ...fixture, time, presign, asset, path, query, open }
}

describe('signed URLs over HTTP', () => {
  it('may be kept for the seconds that are left, by the clock of the store', async () => {
    const { open, time, store } = await fixtureThat()
    const control = async () => (await open()).headers['cache-control']
    expect(await control()).toBe('private, max-age=299')
    time.seconds = 299.5
    expect(await control()).toBe('private, max-age=0')
    time.seconds = 300
    expect((await open()).errors).toMatchObject([{ status: '403', code: 'signature_expired' }])
    time.seconds = -5000
    expect((await open()).status).toBe(200)
    await store.close()
  })

  it('lets shared caches, and an nginx in front, keep them only where options say so', async () => {
    const plain = await fixtureThat()
    expect((await plain.open()).headers).not.toHaveProperty('x-accel-expires')
    await plain.store.close()
    const options = { signedFiles: { cache: 'public', nginxCacheSeconds: 60 } } as const
    const { open, time, store, send, path } = await fixtureThat(options)
    const end = START / 1000 + 300
    const { headers } = await open()
    expect(headers['cache-control']).toBe('public, max-age=299')
    // nginx includes that second.
    expect(headers['x-accel-expires']).toBe(`@${end - 300 + 59}`)
    time.seconds = 290.5
    for (const more of [{ 'if-none-match': headers.etag ?? '' }, { range: 'bytes=0-1' }]) {
      expect((await open({ headers: more })).headers['x-accel-expires']).toBe(`@${end - 1}`)
    }
    const byKey = await send('GET', path)
    expect(byKey.headers['cache-control']).toBe('private, no-cache')
    expect(byKey.headers).not.toHaveProperty('x-accel-expires')
    await store.close()
  })

  it('accepts the URLs of an older secret until it is dropped', async () => {
    const { store, query, path } = await fixtureThat({}, [OLD])
    for (const [secrets, code] of [
      [[NEW, OLD], 'file_not_found'],
      [[NEW], 'signature_invalid'],
    ] as const) {
      const other = await fixtureThat({}, secrets)
      const { errors } = await other.send('GET', path, { query, headers: { authorization: '' } })
      expect(errors).toMatchObject([{ code }])
      await other.store.close()
    }
    await store.close()
  })

  it('leads to a URL of the blob store that does not outlive it', async () => {
    const { open, time, presign, store } = await fixtureThat({ delivery: { redirect: {} } })
    time.seconds = 200.5
    const { status, headers } = await open()
    expect([status, headers.location]).toEqual([302, 'https://bucket.example/file'])
    expect(headers['cache-control']).toBe('private, no-store')
    expect(headers).not.toHaveProperty('vary')
    expect(presign).toHaveBeenLastCalledWith(
      expect.any(String),
      expect.objectContaining({ expiresIn: 99, cacheControl: 'private, max-age=0' }),
    )
    time.seconds = 299.5
    expect(await open()).toMatchObject({ status: 200 })
    await store.close()
  })

  it('are handed to the web server like other files', async () => {
    const blobs = { ...createMemoryBlobs(), locate: (key: string) => `blobs/${key}` }
    const { send, store } = await createApiFixture(
      { delivery: { accel: 'x-accel-redirect' } },
      { blobs, signing: { secrets: [NEW] } },
    )
    const { url } = store.urls.sign(await store.upload(PNG))
    const [path = '', query = ''] = url.slice('/api/v1'.length).split('?')
    const answer = await send('GET', path, { query, headers: { authorization: '' } })
    expect(answer.headers).toMatchObject({ 'x-accel-redirect': expect.stringContaining('blobs/') })
    expect(answer.headers['cache-control']).toMatch(/^private, max-age=\d+$/)
    await store.close()
  })

  it('refuses a signature that does not match even where files are public', async () => {
    const { send, path, query, store } = await fixtureThat({ access: 'public' })
    const headers = { authorization: '' }
    expect((await send('GET', path, { headers })).status).toBe(200)
    const tampered = query.replace(/expires=\d+/, 'expires=9999999999')
    expect((await send('GET', path, { query: tampered, headers })).errors).toMatchObject([
      { code: 'signature_invalid' },
    ])
    await store.close()
  })

  it('change nothing where the store signs none', async () => {
    const { send, store } = await createApiFixture()
    const { id, publicFileId } = await store.upload(PNG)
    const query = 'expires=1&v=1&v=2&signature=x'
    const path = `/files/${publicFileId}/content`
    expect((await send('GET', path, { query })).status).toBe(200)
    const anonymous = await send('GET', path, { query, headers: { authorization: '' } })
    expect(anonymous.status).toBe(401)
    const { errors } = await send('GET', `/assets/${id}`, { query: 'sign=60' })
    expect(errors).toMatchObject([{ status: '400', source: { parameter: 'sign' } }])
    expect(errors[0]?.detail).toContain('`signing`')
    await store.close()
  })
})
