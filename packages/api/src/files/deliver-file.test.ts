import { createHash } from 'node:crypto'
import type { Permission } from '@stowage/core'
import { createAssetStore, PUBLIC_COPY } from '@stowage/core/internal'
import { createMemoryBlobs, createMemoryMetadata } from '@stowage/core/memory'
import type { VariantProcessor } from '@stowage/core/ports'
import { apiFixtureOf, createApiFixture, locatedTiff, photoOf } from '@stowage/testing/internal'
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

  it('gives everyone a copy without the place, and the file itself to those with a key', async () => {
    const photo = photoOf({ camera: 'NIKON D850', place: ['48,8.2N', '11,30E'] })
    const signing = { secrets: ['s'.repeat(43)] }
    const { send, store } = await createApiFixture({}, { location: 'served', signing })
    const asset = await store.upload({ source: photo, name: 'pier.png' })
    const route = `/files/${asset.publicFileId}/content`
    const own = await send('GET', route)
    expect(own.text).toBe(photo.toString())
    const { search } = new URL(store.urls.sign(asset).url, 'http://x')
    const ask = (headers: Record<string, string> = {}) =>
      send('GET', route, { query: search.slice(1), headers })
    const open = await ask()
    expect([open.status, open.text.includes('48,8.2N')]).toEqual([200, false])
    expect(open.text).toContain('NIKON D850')
    expect(open.headers).toMatchObject({
      'content-length': String(photo.length),
      'content-type': 'image/png',
      'content-disposition': 'inline; filename=pier.png',
      'cache-control': expect.stringMatching(/^private, max-age=/),
    })
    expect(open.headers.etag).not.toBe(own.headers.etag)
    const part = await ask({ range: 'bytes=1-3' })
    expect([part.status, part.text]).toEqual([206, 'PNG'])
    expect((await ask({ 'if-none-match': String(open.headers.etag) })).status).toBe(304)
    expect((await send('GET', route, { query: `variant=${PUBLIC_COPY}` })).status).toBe(400)
    await store.close()
  })

  it('gives the file itself to those with a key where everyone may see the copy, too', async () => {
    const photo = photoOf({ camera: 'NIKON D850', place: ['48,8.2N', '11,30E'] })
    const { send, store } = await createApiFixture({ access: 'public' }, { location: 'served' })
    const { publicFileId } = await store.upload({ source: photo, name: 'pier.png' })
    const tiff = await store.upload({ source: locatedTiff(), name: 'pier.tif' })
    const route = `/files/${publicFileId}/content`
    const own = await send('GET', route)
    expect([own.status, own.text]).toEqual([200, photo.toString()])
    expect(own.headers).toMatchObject({
      'cache-control': 'private, no-store',
      vary: 'Authorization, Cookie',
    })
    expect((await send('GET', `/files/${tiff.publicFileId}/download`)).status).toBe(200)
    const { token: writer } = await store.keys.create({ name: 'w', permissions: ['write'] })
    const others = store.for({ tenant: 'others' })
    const { token: stranger } = await others.keys.create({ name: 's', permissions: ['read'] })
    for (const authorization of ['', 'Bearer wrong', `Bearer ${writer}`, `Bearer ${stranger}`]) {
      const open = await send('GET', route, { headers: { authorization } })
      expect([open.status, open.text.includes('48,8.2N')], authorization).toEqual([200, false])
      expect(open.headers['cache-control']).toBe('public, no-cache')
      expect(open.headers).not.toHaveProperty('vary')
      const refused = await send('GET', `/files/${tiff.publicFileId}/download`, {
        headers: { authorization },
      })
      expect(refused.status).toBe(404)
    }
    await store.close()
  })

  it('does not show the place of a photo to all who may read', async () => {
    const photo = photoOf({ camera: 'NIKON D850', place: ['48,8.2N', '11,30E'] })
    const seenBy = async (location: 'keep' | 'served', permissions: readonly Permission[]) => {
      const store = createAssetStore({
        metadata: createMemoryMetadata(),
        blobs: createMemoryBlobs(),
        location,
        advanced: { sweepEveryMs: false },
      })
      const { id } = await store.upload({ source: photo, name: 'pier.png' })
      const { send } = await apiFixtureOf(store, {}, permissions)
      const { data } = await send('GET', `/assets/${id}`, { query: 'with_meta=1' })
      await store.close()
      return [data.meta?.facts?.camera, data.meta?.facts?.location?.longitude]
    }
    expect(await seenBy('keep', ['read'])).toEqual(['NIKON D850', 11.5])
    expect(await seenBy('served', ['read'])).toEqual(['NIKON D850', undefined])
    expect(await seenBy('served', ['read', 'manage'])).toEqual(['NIKON D850', 11.5])
  })

  it('serves a size of a set in the best format that the client takes, and says that it depends on that', async () => {
    const formats = [
      { extension: 'avif', mimeType: 'image/avif' },
      { extension: 'jpg', mimeType: 'image/jpeg' },
    ]
    const sets = [{ name: 'page', widths: [400, 800], formats }]
    const names = ['page-400.avif', 'page-400.jpg', 'page-800.avif', 'page-800.jpg']
    const { send, store } = await createApiFixture(
      { access: 'public', filesMaxAgeSeconds: 60 },
      {
        variants: {
          plans: names.map((name) => ({ name, timing: 'on-demand' })),
          sets,
          accepts: ({ type }) => type === 'image',
          async make(_source, [name = '']) {
            const format = formats.find(({ extension }) => name.endsWith(extension)) ?? formats[1]
            const variant = { name, ...format, content: Buffer.from(name), width: 9, height: 9 }
            return { made: [variant as never], failed: [] }
          },
        },
      },
    )
    const asset = await store.upload(svg)
    const file = `/files/${asset.publicFileId}/content`
    const ask = (query: string, accept?: string) =>
      send('GET', file, { query, headers: accept === undefined ? {} : { accept } })
    const c = `c=${store.urls.contentTag(asset, { variant: 'page-400' })}`
    const avif = await ask(`variant=page-400&${c}`, 'image/avif,image/webp,*/*;q=0.8')
    expect([avif.status, avif.text]).toEqual([200, 'page-400.avif'])
    expect(avif.headers).toMatchObject({
      'content-type': 'image/avif',
      'cache-control': 'public, max-age=60',
      vary: 'Accept',
    })
    const other = await ask(`variant=page-400&${c}`, 'image/png')
    expect([other.text, other.headers.vary]).toEqual(['page-400.jpg', 'Accept'])
    const fixed = await ask('variant=page-400.avif', 'image/jpeg')
    expect([fixed.text, fixed.headers.vary]).toEqual(['page-400.avif', undefined])
    expect((await ask('variant=page-800')).status).toBe(404)
    expect((await ask('variant=page-300')).status).toBe(400)
    await store.close()
  })

  it('serves a size of a set in another format when the best one cannot be made', async () => {
    const formats = [
      { extension: 'avif', mimeType: 'image/avif' },
      { extension: 'jpg', mimeType: 'image/jpeg' },
    ]
    const { send, store } = await createApiFixture(
      {},
      {
        variants: {
          plans: ['page-400.avif', 'page-400.jpg'].map((name) => ({ name, timing: 'on-demand' })),
          sets: [{ name: 'page', widths: [400], formats }],
          accepts: ({ type }) => type === 'image',
          async make(_source, [name = '']) {
            if (name.endsWith('.avif')) return { made: [], failed: [name] }
            const facts = { mimeType: 'image/jpeg', extension: 'jpg', width: 9, height: 9 }
            return { made: [{ name, content: Buffer.from(name), ...facts }], failed: [] }
          },
        },
      },
    )
    const { publicFileId } = await store.upload(svg)
    const headers = { accept: 'image/avif,image/webp,image/*,*/*;q=0.8' }
    const ask = (variant: string) =>
      send('GET', `/files/${publicFileId}/content`, { query: `variant=${variant}`, headers })
    for (let time = 0; time < 2; time += 1) {
      const { status, text, headers: given } = await ask('page-400')
      expect([status, text, given.vary]).toEqual([200, 'page-400.jpg', 'Authorization, Accept'])
    }
    expect((await ask('page-400.avif')).status).toBe(404)
    await store.close()
  })

  it('lets caches keep a copy without the place by the name of its own bytes alone', async () => {
    const photo = photoOf({ camera: 'NIKON D850', place: ['48,8.2N', '11,30E'] })
    const signing = { secrets: ['s'.repeat(43)] }
    const { send, store } = await createApiFixture({}, { location: 'served', signing })
    const asset = await store.upload({ source: photo, name: 'pier.png' })
    const { pathname, searchParams } = new URL(store.urls.sign(asset).url, 'http://x')
    const { asset: now, variant } = await store.variants.publicForm(asset)
    const copy = now.variants.find(({ name }) => name === variant)
    expect(searchParams.get('c')).toBe(copy?.sha256.slice(0, 10))
    const control = async (c: string) => {
      searchParams.set('c', c)
      const route = pathname.slice('/api/v1'.length)
      const { headers } = await send('GET', route, { query: searchParams.toString(), headers: {} })
      return headers['cache-control']
    }
    expect(await control(asset.sha256.slice(0, 10))).toBe('private, no-cache')
    expect(await control(copy?.sha256.slice(0, 10) ?? '')).toMatch(/^private, max-age=/)
    await store.close()
  })

  it('serves a variant, made when first asked for, by its own size, type and hash', async () => {
    const blobs = createMemoryBlobs()
    const read = vi.spyOn(blobs, 'read')
    const { send, store } = await createApiFixture(
      {},
      { blobs, variants: { processor, when: 'upload' } },
    )
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
      'content-disposition': 'inline; filename=Photo.of.me.webp',
    })
    const download = await send('GET', path(download_url), { query })
    expect(download.headers['content-disposition']).toBe('attachment; filename=Photo.of.me.webp')

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
