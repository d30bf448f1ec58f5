import { createApiFixture } from '@stowage/testing/internal'
import { describe, expect, it } from 'vitest'

const externalId = 'cms/Foto 1.jpg'
const segment = encodeURIComponent(externalId)

async function fixtureWith(options: Parameters<typeof createApiFixture>[0] = {}) {
  const fixture = await createApiFixture({ externalIdUrls: true, ...options })
  const asset = await fixture.store.upload(Buffer.from('x'), { externalId })
  return { ...fixture, asset }
}

describe('externalIdUrls', () => {
  it('answers 302 to the own URL of the asset, with the query', async () => {
    const { send, asset } = await fixtureWith()
    const root = '/api/v1'
    const query = 'with_meta=1'
    const { status, headers } = await send('GET', `/assets/${segment}`, { query })
    expect([status, headers.location]).toEqual([302, `${root}/assets/${asset.id}?with_meta=1`])
    expect(headers['cache-control']).toBe('private, no-store')
    for (const route of ['content', 'download']) {
      const file = await send('GET', `/files/${segment}/${route}`)
      const own = `/files/${asset.publicFileId}/${route}`
      expect([file.status, file.headers.location]).toEqual([302, root + own])
      expect((await send('GET', own)).status).toBe(200)
    }
  })

  it('answers a path of one slash, even when the mount path came with two', async () => {
    const { send, asset } = await fixtureWith()
    for (const mount of ['//evil.example', '/\\evil.example', '']) {
      const baseUrl = `https://media.example${mount}`
      const { headers } = await send('GET', `/assets/${segment}`, { baseUrl })
      const prefix = mount === '' ? '' : '/evil.example'
      expect(headers.location).toBe(`${prefix}/api/v1/assets/${asset.id}`)
    }
  })

  it('takes an external id that is a UUID, but an id of an asset first', async () => {
    const { send, store, asset } = await fixtureWith()
    const uuid = '0190a000-0000-4000-8000-000000000000'
    const other = await store.upload(Buffer.from('y'), { externalId: uuid })
    await store.upload(Buffer.from('z'), { externalId: asset.id })
    expect((await send('GET', `/assets/${uuid}`)).headers.location).toContain(other.id)
    expect((await send('GET', `/assets/${asset.id}`)).status).toBe(200)
  })

  it('tells nothing of what is unknown, in the trash, or of another tenant', async () => {
    const { send, store, asset } = await fixtureWith()
    const { token } = await store.for({ tenant: 'other' }).keys.create({ name: 'other' })
    const headers = { authorization: `Bearer ${token}` }
    for (const path of [`/assets/${segment}`, `/files/${segment}/content`]) {
      expect((await send('GET', path, { headers })).status).toBe(404)
      expect((await send('GET', path, { headers: { authorization: '' } })).status).toBe(401)
    }
    expect((await send('GET', '/assets/unknown')).status).toBe(404)
    expect((await send('GET', '/assets/%E0%A4%A')).status).toBe(404)
    await store.trash(asset.id)
    expect((await send('GET', `/assets/${segment}`)).status).toBe(404)
  })

  it('asks authorize as the own URL would', async () => {
    const verdicts = { get: 'unknown', content: false, download: true } as const
    const { send } = await fixtureWith({
      authorize: (_, action) => verdicts[action as keyof typeof verdicts],
    })
    expect((await send('GET', `/assets/${segment}`)).status).toBe(404)
    expect((await send('GET', `/files/${segment}/content`)).status).toBe(403)
    expect((await send('GET', `/files/${segment}/download`)).status).toBe(302)
  })

  it('is refused with public files, which could then be counted through, unless the app says so', async () => {
    const both = fixtureWith({ access: 'public' })
    await expect(both).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument: 'externalIdUrls' },
    })
    const { send } = await fixtureWith({ access: 'public', externalIdUrls: 'guessable' })
    expect((await send('GET', `/files/${segment}/content`)).status).toBe(302)
  })

  it('is off by default', async () => {
    const { send } = await fixtureWith({ externalIdUrls: false })
    expect((await send('GET', `/assets/${segment}`)).status).toBe(404)
  })
})
