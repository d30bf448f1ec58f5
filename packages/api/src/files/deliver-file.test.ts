import { createHash } from 'node:crypto'
import { createMemoryBlobs } from '@stowage/core/memory'
import type { VariantProcessor } from '@stowage/core/ports'
import { createApiFixture } from '@stowage/testing/internal'
import { describe, expect, it, vi } from 'vitest'

const path = (url: string) => url.slice('https://media.example/api/v1'.length)

describe('deliverFile', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  const content = Buffer.from('0123456789')
  const etag = `"${createHash('sha256').update(content).digest('hex')}"`
  const processor: VariantProcessor = {
    plans: [
      { name: 'thumbnail', timing: 'on-demand' },
      { name: 'optimized', timing: 'immediately' },
      { name: 'poster', timing: 'on-demand' },
    ],
    accepts: ({ type }) => type === 'image',
    async make(_source, names) {
      const facts = { mimeType: 'image/webp', extension: 'webp', width: 3, height: 3, content }
      const possible = names.filter((name) => name !== 'poster')
      const failed = names.filter((name) => name === 'poster')
      return { made: possible.map((name) => ({ ...facts, name })), failed }
    },
  }

  it('lets the web server send files, except where it would evaluate the request differently', async () => {
    const blobs = { ...createMemoryBlobs(), locate: (key: string) => `blobs/${key}` }
    const { send, store } = await createApiFixture(
      { delivery: { accel: 'x-accel-redirect' } },
      { blobs },
    )
    const { publicFileId, blobKey } = await store.upload(content)
    const file = `/files/${publicFileId}/content`
    for (const headers of [{}, { range: 'bytes=1-2' }]) {
      const { status, headers: given, text } = await send('GET', file, { headers })
      expect([status, text]).toEqual([200, ''])
      expect(given).toMatchObject({
        'x-accel-redirect': `/stowage-files/blobs/${blobKey}`,
        'content-length': '0',
        etag,
      })
    }
    for (const headers of [
      { 'if-match': etag },
      { range: 'bytes=4-2' },
      { 'if-none-match': etag },
    ]) {
      const answer = await send('GET', file, { headers })
      expect(answer.headers).not.toHaveProperty('x-accel-redirect')
    }
    expect((await send('HEAD', file)).headers).toMatchObject({ 'content-length': '10' })
    await store.close()
  })

  it('sends the bytes itself where blobs are no plain files', async () => {
    const { send, store } = await createApiFixture({ delivery: { accel: 'x-accel-redirect' } })
    const { publicFileId } = await store.upload(content)
    expect((await send('GET', `/files/${publicFileId}/content`)).text).toBe(content.toString())
    await store.close()
  })

  it('serves a variant, made when first asked for, by its own size, type and hash', async () => {
    const blobs = createMemoryBlobs()
    const read = vi.spyOn(blobs, 'read')
    const { send, store } = await createApiFixture({}, { blobs, variants: processor })
    const { id } = await store.upload(svg, { name: 'Photo.of.me.svg' })
    const { data } = await send('GET', `/assets/${id}`)
    const { url, download_url, thumbnail_url, optimized_size } = data.attributes
    expect(thumbnail_url).toBe(`${url}?variant=thumbnail`)
    expect(optimized_size).toBe(10)

    const query = 'variant=thumbnail'
    const part = await send('GET', path(url), { query, headers: { range: 'bytes=-3' } })
    expect([part.status, part.text]).toEqual([206, '789'])
    expect(part.headers).toMatchObject({
      etag,
      'content-type': 'image/webp',
      'content-range': 'bytes 7-9/10',
      'content-disposition': 'inline; filename="Photo.of.me.webp"',
    })
    const download = await send('GET', path(download_url), { query })
    expect(download.headers['content-disposition']).toBe('attachment; filename="Photo.of.me.webp"')

    read.mockClear()
    const head = await send('HEAD', path(url), { query })
    expect([head.status, head.headers['content-length'], head.text]).toEqual([200, '10', ''])
    const cached = { 'if-none-match': etag }
    expect((await send('GET', path(url), { query, headers: cached })).status).toBe(304)
    expect(read).not.toHaveBeenCalled()
  })

  it('knows the names that the store makes: 404 for what cannot be made, 400 for any other', async () => {
    const { send, store, upload } = await createApiFixture({}, { variants: processor })
    const { publicFileId } = await store.upload(svg)
    const content = `/files/${publicFileId}/content`
    for (const query of ['variant=poster', 'variant=poster']) {
      expect((await send('GET', content, { query })).errors).toMatchObject([
        { code: 'file_not_found' },
      ])
    }
    expect((await send('GET', content, { query: 'variant=banner' })).errors).toMatchObject([
      { code: 'invalid_parameter', source: { parameter: 'variant' } },
    ])
    const { data } = await upload('no picture')
    expect(data.attributes.thumbnail_url).toBeNull()
    const none = await send('GET', path(data.attributes.url), { query: 'variant=thumbnail' })
    expect(none.errors).toMatchObject([{ code: 'file_not_found' }])
  })
})
