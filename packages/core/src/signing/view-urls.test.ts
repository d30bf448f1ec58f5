import { createTestClock } from '@stowage/testing'
import { describe, expect, it } from 'vitest'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import type { AssetStoreOptions } from '../store/opening/asset-store-options.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'

const SECRET = 'a secret that is long enough to be used'

function storeWith(options: AssetStoreOptions = { signing: { secrets: [SECRET] } }) {
  const ports = { metadata: createMemoryMetadata(), blobs: createMemoryBlobs() }
  return createAssetStore({
    ...ports,
    ...options,
    advanced: { sweepEveryMs: false, ...options.advanced },
  })
}

function parametersOf(url: string) {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const [, publicFileId = '', route] = /\/files\/([^/]+)\/(content|download)$/.exec(pathname) ?? []
  const query = Object.fromEntries(searchParams)
  return { publicFileId, route: route as 'content' | 'download', ...query }
}

describe('store.signing', () => {
  it('signs a URL that verify opens, for its file alone', async () => {
    const store = storeWith()
    const asset = await store.upload(Buffer.from('x'))
    const { url, expiresAt } = store.urls.sign(asset, { expiresIn: 60 })
    expect(url).toMatch(/^\/api\/v1\/files\/[\w-]+\/content\?expires=\d+&v=1\.[\w.-]+&signature=/)
    expect(expiresAt.getTime() % 300_000).toBe(0)
    const opened = await store.urls.verify(parametersOf(url))
    expect(opened).toMatchObject({ asset: { id: asset.id }, expiresAt })
    await expect(
      store.urls.verify({ ...parametersOf(url), route: 'download' }),
    ).rejects.toMatchObject({ code: 'signature_invalid' })
    await store.trash(asset.id)
    await expect(store.urls.verify(parametersOf(url))).rejects.toMatchObject({
      code: 'file_not_found',
    })
    await store.close()
  })

  it('begins URLs as asked for', async () => {
    const store = storeWith()
    const asset = await store.upload(Buffer.from('x'))
    const begin = (baseUrl: string) =>
      store.urls.sign(asset, { baseUrl }).url.replace(/\/api\/v1\/.*/, '')
    expect(begin('https://example.com/media/')).toBe('https://example.com/media')
    expect(begin('/media')).toBe('/media')
    for (const baseUrl of ['media', '//evil.example', 'javascript:x', 'https://a/?x']) {
      expect(() => begin(baseUrl)).toThrow(expect.objectContaining({ code: 'invalid_argument' }))
    }
    const urls = store.urls.signAll(asset)
    expect(urls).toMatchObject({ thumbnailUrl: null })
    expect(urls.downloadUrl).toContain('/download?')
    await store.close()
  })

  it("refuses another tenant's asset, and tells tenants apart in URLs", async () => {
    const store = storeWith()
    const other = store.for({ tenant: 'other' })
    const asset = await other.upload(Buffer.from('x'))
    expect(() => store.urls.sign(asset)).toThrow(
      expect.objectContaining({ code: 'asset_not_found' }),
    )
    const forged = { ...asset, tenant: 'default' }
    const { url } = store.urls.sign(forged)
    await expect(store.urls.verify(parametersOf(url))).rejects.toMatchObject({
      code: 'signature_invalid',
    })
    const own = other.urls.sign(asset).url
    expect((await store.urls.verify(parametersOf(own))).asset.tenant).toBe('other')
    await store.close()
  })

  it('goes by the clock of the store', async () => {
    const clock = createTestClock()
    const store = storeWith({ signing: { secrets: [SECRET] }, advanced: { clock: clock.read } })
    const asset = await store.upload(Buffer.from('x'))
    const { url, expiresAt } = store.urls.sign(asset, { expiresIn: 1 })
    expect(expiresAt).toEqual(new Date(Date.UTC(2026, 0, 1, 0, 5)))
    clock.set(299)
    expect(store.urls.sign(asset, { expiresIn: 1 }).expiresAt).not.toEqual(new Date(0))
    expect((await store.urls.verify(parametersOf(url))).remaining).toBe(0)
    clock.set(300)
    await store.trash(asset.id)
    await store.purge(asset.id, { bytes: 'deleted' })
    await expect(store.urls.verify(parametersOf(url))).rejects.toMatchObject({
      code: 'signature_expired',
    })
    await store.close()
  })

  it('says what to configure when the store signs none', async () => {
    const store = storeWith({})
    const asset = await store.upload(Buffer.from('x'))
    expect(store.urls.isConfigured).toBe(false)
    expect(() => store.urls.sign(asset)).toThrow(/signing: \{ secrets.*openssl rand -base64 32/)
    await expect(
      store.urls.verify({ publicFileId: asset.publicFileId, route: 'content' }),
    ).rejects.toThrow(/openssl/)
    await store.close()
  })

  it('checks the option at the start, without showing a secret', () => {
    const wrong: readonly (readonly [unknown, string])[] = [
      [{}, 'signing.secrets'],
      [{ secrets: [] }, 'signing.secrets'],
      [{ secrets: 'hunter2' }, 'signing.secrets'],
      [{ secrets: ['hunter2'] }, 'signing.secrets[0]'],
      [{ secrets: [undefined] }, 'signing.secrets[0]'],
      [{ secrets: [SECRET, new Uint8Array(31)] }, 'signing.secrets[1]'],
      [{ secrets: [SECRET, Buffer.from(SECRET)] }, 'signing.secrets'],
      [
        { secrets: Array.from({ length: 9 }, (_, index) => `${index}${SECRET}`) },
        'signing.secrets',
      ],
      [{ secrets: [SECRET], maxExpiresIn: 604_801 }, 'signing.maxExpiresIn'],
      [{ secrets: [SECRET], maxExpiresIn: 600, stepSeconds: 301 }, 'signing.stepSeconds'],
      [{ secrets: [SECRET], secret: 'hunter2' }, 'signing.secret'],
    ]
    for (const [signing, argument] of wrong) {
      const open = () => storeWith({ signing } as AssetStoreOptions)
      expect(open).toThrow(
        expect.objectContaining({ code: 'invalid_argument', context: { argument } }),
      )
      expect(open).not.toThrow(/hunter2/)
    }
    expect(() => storeWith({ signing: { secrets: ['short'] } })).toThrow(/openssl rand -base64 32/)
  })

  it('refuses a lifetime beyond the maximum', async () => {
    const store = storeWith({ signing: { secrets: [SECRET], maxExpiresIn: 600 } })
    const asset = await store.upload(Buffer.from('x'))
    expect(store.urls.maxExpiresIn).toBe(600)
    for (const expiresIn of [0, 601, 1.5, Number.NaN]) {
      expect(() => store.urls.sign(asset, { expiresIn })).toThrow(
        expect.objectContaining({ context: { argument: 'expiresIn' } }),
      )
    }
    await store.close()
  })
})
