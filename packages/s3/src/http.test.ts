import { describe, expect, it } from 'vitest'
import { endpoint } from './testing/s3-fixture.ts'
import { served } from './testing/served.fixture.ts'

describe.skipIf(endpoint === undefined)('on the S3 that S3_ENDPOINT names', () => {
  it('takes many files in one request without a warning of the process', async () => {
    const { fixture, dispose } = await served()
    const warnings: Error[] = []
    const note = (warning: Error) => warnings.push(warning)
    process.on('warning', note)
    try {
      const form = new FormData()
      for (let file = 0; file < 20; file += 1) form.append('files[]', new Blob(['a']), 'a.txt')
      const { status } = await fetch(`${fixture.baseUrl}/api/v1/assets/bulk-upload`, {
        method: 'POST',
        body: form,
        headers: { authorization: `Bearer ${fixture.key}` },
      })
      expect(status).toBe(201)
      expect(warnings.filter(({ name }) => name.startsWith('MaxListeners'))).toEqual([])
    } finally {
      process.off('warning', note)
      await dispose()
    }
  })

  it('sends clients to S3 for pictures and downloads, with their names, and serves the rest', async () => {
    const { fixture, store, dispose } = await served({ delivery: { redirect: { expiresIn: 60 } } })
    try {
      const png = Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      )
      const picture = await store.upload(png, { name: 'Düne.png' })
      const page = await store.upload(Buffer.from('<!doctype html><p>Hello'), { name: 'a.html' })
      const headers = { authorization: `Bearer ${fixture.key}` }
      const url = (id: string, verb: string) => `${fixture.baseUrl}/api/v1/files/${id}/${verb}`

      for (const verb of ['content', 'download']) {
        const direct = await fetch(url(picture.publicFileId, verb), { headers, redirect: 'manual' })
        expect(direct.status).toBe(302)
        expect(direct.headers.get('cache-control')).toBe('private, no-store')
        const followed = await fetch(direct.headers.get('location') ?? '')
        expect(Buffer.from(await followed.arrayBuffer())).toEqual(png)
        expect(followed.headers.get('content-type')).toBe('image/png')
        expect(followed.headers.get('content-disposition')).toMatch(
          verb === 'content' ? /^inline; .*D%C3%BCne/ : /^attachment; .*D%C3%BCne/,
        )
      }
      const served = await fetch(url(page.publicFileId, 'content'), { headers, redirect: 'manual' })
      expect(served.status).toBe(200)
      expect(served.headers.get('content-security-policy')).toContain('sandbox')
    } finally {
      await dispose()
    }
  })

  it('sends the client of a signed URL to S3, by a URL that does not outlive it', async () => {
    const { fixture, store, dispose } = await served({
      delivery: { redirect: { expiresIn: 604_800 } },
    })
    try {
      const png = Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      )
      const asset = await store.upload(png, { name: 'dot.png' })
      const { url } = store.urls.sign(asset, { expiresIn: 60, baseUrl: fixture.baseUrl })
      const direct = await fetch(url, { redirect: 'manual' })
      expect([direct.status, direct.headers.get('cache-control')]).toEqual([
        302,
        'private, no-store',
      ])
      const location = new URL(direct.headers.get('location') ?? '')
      const lasts = Number(location.searchParams.get('X-Amz-Expires'))
      expect(lasts).toBeGreaterThan(0)
      expect(lasts).toBeLessThanOrEqual(360)
      const followed = await fetch(location)
      expect(Buffer.from(await followed.arrayBuffer())).toEqual(png)
      expect(followed.headers.get('cache-control')).toBe('private, max-age=0')
      const tampered = await fetch(url.replace('/content?', '/download?'), { redirect: 'manual' })
      expect(tampered.status).toBe(403)
    } finally {
      await dispose()
    }
  })
})
