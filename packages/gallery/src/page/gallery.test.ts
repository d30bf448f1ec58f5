import { gunzipSync } from 'node:zlib'
import type { ApiResponse } from '@stowage/api'
import { describe, expect, it } from 'vitest'
import { gallery } from './gallery.ts'

const REQUEST = { path: '/', query: '', baseUrl: 'http://localhost/media', headers: {} }

function documentOf(options?: Parameters<typeof gallery>[0], path = '/'): string {
  return textOf(gallery(options).answer({ ...REQUEST, path }))
}

function textOf({ body, headers }: ApiResponse): string {
  const bytes = Buffer.from(body as Uint8Array)
  return String(headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes)
}

function factsOf(html: string): Record<string, unknown> {
  const [, content = ''] = /<meta name="stowage" content="([^"]*)">/.exec(html) ?? []
  return JSON.parse(content.replaceAll('&quot;', '"').replaceAll('&lt;', '<'))
}

describe('gallery', () => {
  it('tells the app what it must know, wherever it is mounted', () => {
    expect(factsOf(documentOf())).toEqual({
      api: '.',
      title: 'Stowage',
      language: null,
      signInUrl: null,
      trashRetentionDays: null,
      frameAncestors: [],
    })
    const options = { language: 'de', signInUrl: '/login', trashRetentionDays: 30 }
    expect(factsOf(documentOf({ path: 'a/b', ...options }, '/a/b/'))).toMatchObject({
      ...options,
      api: '../..',
    })
  })

  it('has no script or style in its HTML, whatever its title', () => {
    const title = '"><script>alert(1)</script>'
    const html = documentOf({ title })
    expect(html).not.toContain('<script>')
    expect(html).not.toMatch(/<style|style=|onload/)
    expect(factsOf(html)).toMatchObject({ title: expect.stringContaining('<script') })
  })

  it('answers nothing else than its own files', () => {
    const { paths } = gallery({ path: '/gallery' })
    expect(paths.slice(0, 2)).toEqual(['/gallery', '/gallery/'])
    expect(paths.every((path) => /^\/gallery(?:\/[\w.-]*)?$/.test(path))).toBe(true)
    expect(paths).toContain('/gallery/picker.js')
  })

  it('lets nothing but its own files run, and itself be framed by its own origin', () => {
    const { headers } = gallery().answer(REQUEST)
    const policy = headers['content-security-policy']
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
    expect(policy).toContain("frame-ancestors 'self';")
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
    expect(policy).not.toMatch(/unsafe|\*/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'private, no-cache',
    })
  })

  it('lets in the origins that it is told', () => {
    const frameAncestors = ['https://cms.example.com']
    const fileOrigins = ['https://bucket.example:9000']
    const { headers } = gallery({ frameAncestors, fileOrigins }).answer(REQUEST)
    const policy = headers['content-security-policy']
    expect(policy).toContain("frame-ancestors 'self' https://cms.example.com;")
    for (const kind of [
      "img-src 'self' data: blob:",
      "media-src 'self' blob:",
      "connect-src 'self'",
    ]) {
      expect(policy).toContain(`${kind} https://bucket.example:9000;`)
    }
  })

  it('gives the picker to pages of other origins', () => {
    const { headers } = gallery().answer({ ...REQUEST, path: '/picker.js' })
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
  })

  it.each([
    ['path', { path: '/api/v1' }],
    ['path', { path: '/gallery?x' }],
    ['path', { path: '/a/../b' }],
    ['title', { title: '' }],
    ['language', { language: 'deutsch!' }],
    ['signInUrl', { signInUrl: 'javascript:alert(1)' }],
    ['signInUrl', { signInUrl: '//evil.example' }],
    ['signInUrl', { signInUrl: '/\\evil.example' }],
    ['trashRetentionDays', { trashRetentionDays: 0 }],
    ['frameAncestors', { frameAncestors: ['https://a.example/'] }],
    ['frameAncestors', { frameAncestors: ['*'] }],
    ['fileOrigins', { fileOrigins: ["https://a.example; script-src 'unsafe-inline'"] }],
    ['fileOrigins', { fileOrigins: 'https://a.example' }],
    ['colour', { colour: 'red' }],
  ])('refuses a wrong %s: %j', (argument, options) => {
    expect(() => gallery(options as never)).toThrow(
      expect.objectContaining({ code: 'invalid_argument', context: { argument } }),
    )
  })
})
