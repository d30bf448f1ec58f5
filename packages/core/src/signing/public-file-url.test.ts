import { describe, expect, it } from 'vitest'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'
import { publicFileUrl } from './public-file-url.ts'

async function uploaded() {
  const store = createAssetStore({ metadata: createMemoryMetadata(), blobs: createMemoryBlobs() })
  const asset = await store.upload(Buffer.from('x'), { name: 'a.txt' })
  await store.close()
  return asset
}

describe('publicFileUrl', () => {
  it('names the bytes that the URL serves', async () => {
    const asset = await uploaded()
    const { publicFileId, sha256 } = asset
    const c = sha256.slice(0, 10)
    expect(publicFileUrl(asset)).toBe(`/api/v1/files/${publicFileId}/content?c=${c}`)
    const thumbnail = { name: 'thumbnail', sha256: 'ab'.repeat(32) }
    const pictured = { ...asset, variants: [thumbnail] } as unknown as typeof asset
    expect(publicFileUrl(pictured, { variant: 'thumbnail', baseUrl: '/media/' })).toBe(
      `/media/api/v1/files/${publicFileId}/content?variant=thumbnail&c=ababababab`,
    )
    expect(publicFileUrl(asset, { route: 'download', baseUrl: 'https://a.example/m' })).toBe(
      `https://a.example/m/api/v1/files/${publicFileId}/download?c=${c}`,
    )
  })

  it('names no bytes of a variant that has not been made', async () => {
    const asset = await uploaded()
    expect(publicFileUrl(asset, { variant: 'large & wide' })).toBe(
      `/api/v1/files/${asset.publicFileId}/content?variant=large%20%26%20wide`,
    )
  })

  it('refuses what is no asset, and options that it does not have', async () => {
    const asset = await uploaded()
    const wrong: readonly (readonly [unknown, unknown])[] = [
      [asset.id, {}],
      [asset, null],
      [asset, { base: '/media' }],
      [asset, { route: 'thumbnail' }],
      [asset, { baseUrl: '//evil.example' }],
      [asset, { variant: 7 }],
    ]
    for (const [given, options] of wrong) {
      expect(() => publicFileUrl(given as never, options as never)).toThrow(
        expect.objectContaining({ code: 'invalid_argument' }),
      )
    }
  })
})
