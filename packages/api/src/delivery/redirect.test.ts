import { createMemoryBlobs } from '@stowage/core/memory'
import { createApiFixture } from '@stowage/testing/internal'
import { describe, expect, it, vi } from 'vitest'

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

async function fixtureThat(redirect = { expiresIn: 60 }) {
  const presign = vi.fn(async () => 'https://bucket.example/blob?signature=1')
  const blobs = { ...createMemoryBlobs(), presign }
  return { ...(await createApiFixture({ delivery: { redirect } }, { blobs })), presign }
}

const content = (publicFileId: string) => `/files/${publicFileId}/content`

describe('delivery.redirect', () => {
  it('redirects a picture to a URL of the blob store, which caches may not keep', async () => {
    const { send, store, presign } = await fixtureThat()
    const { publicFileId, blobKey } = await store.upload(GIF, { name: 'dot.gif' })
    const { status, headers, text } = await send('GET', content(publicFileId), {
      headers: { 'x-request-id': 'r1' },
    })
    expect([status, text]).toEqual([302, ''])
    expect(headers).toEqual({
      location: 'https://bucket.example/blob?signature=1',
      'cache-control': 'private, no-store',
      'content-length': '0',
      'cross-origin-resource-policy': 'same-site',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'r1',
      vary: 'Authorization',
    })
    expect(presign).toHaveBeenCalledWith(blobKey, {
      mimeType: 'image/gif',
      disposition: 'inline; filename=dot.gif',
      cacheControl: 'private, no-cache',
      expiresIn: 60,
    })
  })

  it('does not redirect conditional requests, HEAD or trashed files', async () => {
    const { send, store, presign } = await fixtureThat()
    const { id, publicFileId, sha256 } = await store.upload(GIF, { name: 'dot.gif' })
    const path = content(publicFileId)
    const etag = `"${sha256}"`
    expect((await send('HEAD', path)).status).toBe(200)
    expect((await send('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await send('GET', path, { headers: { 'if-match': '"other"' } })).status).toBe(412)
    expect((await send('GET', path, { headers: { 'if-match': etag } })).status).toBe(200)
    expect((await send('GET', path, { headers: { range: 'bytes=99-' } })).status).toBe(416)
    await store.trash(id)
    expect((await send('GET', path)).status).toBe(404)
    expect(presign).not.toHaveBeenCalled()
  })

  it('does not redirect a request whose conditions use validators of Stowage', async () => {
    const { send, store, presign } = await fixtureThat()
    const { publicFileId, sha256 } = await store.upload(GIF, { name: 'dot.gif' })
    const later = new Date(Date.now() + 60_000).toUTCString()
    for (const [condition, status] of [
      [{ 'if-match': `"${sha256}"` }, 200],
      [{ 'if-unmodified-since': later }, 200],
      [{ range: 'bytes=0-1', 'if-range': `"${sha256}"` }, 206],
    ] as const) {
      expect((await send('GET', content(publicFileId), { headers: condition })).status).toBe(status)
    }
    expect(presign).not.toHaveBeenCalled()
    const plain = { range: 'bytes=0-1', 'if-none-match': '"other"' }
    expect((await send('GET', content(publicFileId), { headers: plain })).status).toBe(302)
  })

  it('sends downloads of plain text to the bucket, where no browser sniffs them', async () => {
    const { send, store } = await fixtureThat()
    const { publicFileId } = await store.upload(Buffer.from('Hello'), { name: 'notes.txt' })
    expect((await send('GET', `/files/${publicFileId}/download`)).status).toBe(302)
  })

  it('varies by no key where files are public', async () => {
    const blobs = { ...createMemoryBlobs(), presign: async () => 'https://bucket.example/blob' }
    const options = { access: 'public', delivery: { redirect: {} } } as const
    const { send, store } = await createApiFixture(options, { blobs })
    const { publicFileId } = await store.upload(GIF, { name: 'dot.gif' })
    const { status, headers } = await send('GET', content(publicFileId))
    expect(status).toBe(302)
    expect(headers).not.toHaveProperty('vary')
  })

  it('does not redirect files that need headers which a bucket cannot send', async () => {
    const { send, store, presign } = await fixtureThat()
    for (const [name, text] of [
      ['page.html', '<!doctype html><p>Hello'],
      ['picture.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
      ['notes.txt', 'Hello'],
    ] as const) {
      const { publicFileId } = await store.upload(Buffer.from(text), { name })
      expect((await send('GET', content(publicFileId))).status).toBe(200)
    }
    expect(presign).not.toHaveBeenCalled()
  })

  it('does not redirect where blobs have no URL', async () => {
    const { send, store } = await createApiFixture({ delivery: { redirect: {} } })
    const { publicFileId } = await store.upload(GIF, { name: 'dot.gif' })
    expect((await send('GET', content(publicFileId))).status).toBe(200)
  })

  it.each([1, 604_800])('makes URLs good for %s seconds', async (expiresIn) => {
    const { send, store, presign } = await fixtureThat({ expiresIn })
    const { publicFileId, blobKey } = await store.upload(GIF, { name: 'dot.gif' })
    expect((await send('GET', content(publicFileId))).status).toBe(302)
    expect(presign).toHaveBeenCalledWith(blobKey, expect.objectContaining({ expiresIn }))
  })

  it.each([0, 604_801, 1.5])('refuses %s seconds', async (expiresIn) => {
    await expect(fixtureThat({ expiresIn })).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument: 'delivery.redirect.expiresIn' },
    })
  })
})
