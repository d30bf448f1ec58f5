import { describe, expect, it } from 'vitest'
import { presentationHeaders } from './presentation.ts'

const headersOf = (mimeType: string, name = 'file', charset: string | null = null) =>
  presentationHeaders({ name, mimeType, charset }, 'inline')

describe('presentationHeaders', () => {
  it.each([
    'image/apng',
    'image/avif',
    'image/bmp',
    'image/gif',
    'image/heic',
    'image/heif',
    'image/jpeg',
    'image/jxl',
    'image/png',
    'image/tiff',
    'image/vnd.microsoft.icon',
    'image/webp',
    'image/x-icon',
    'application/ogg',
    'audio/wav',
    'video/mp4',
    'video/quicktime',
    'audio/mpeg',
    'application/pdf',
    'text/plain',
  ])('shows %s inline without a sandbox', (mimeType) => {
    const headers = headersOf(mimeType)
    expect(headers['content-disposition']).toBe('inline; filename=file')
    expect(headers).not.toHaveProperty('content-security-policy')
  })

  it('shows an SVG inline in a sandbox', () => {
    const headers = headersOf('image/svg+xml')
    expect(headers['content-disposition']).toMatch(/^inline/)
    expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/)
  })

  it.each([
    'text/html',
    'application/xhtml+xml',
    'application/xml',
    'text/xml',
    'text/javascript',
    'application/json',
    'application/octet-stream',
    'image/unheard-of',
    'image/vnd.adobe.photoshop',
    'image/svg',
    'audio/vnd.example+xml',
    'video/vnd.example+xml',
    'video/xml',
    'model/gltf-binary',
    'text/csv',
    'text/css',
    'message/rfc822',
    'multipart/related',
  ])('makes %s a sandboxed attachment', (mimeType) => {
    const headers = headersOf(mimeType)
    expect(headers['content-disposition']).toMatch(/^attachment/)
    expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/)
  })

  it.each([
    'text/javascript',
    'application/javascript',
    'application/x-javascript',
    'text/ecmascript',
    'application/x-ecmascript',
    'text/jscript',
    'text/livescript',
    'text/javascript1.5',
  ])('sends %s as plain text, which no page runs', (mimeType) => {
    expect(headersOf(mimeType, 'a.js', 'utf-8')['content-type']).toBe('text/plain; charset=utf-8')
  })

  it('makes an attachment of everything when that is asked for', () => {
    for (const mimeType of ['image/png', 'image/svg+xml', 'text/html']) {
      const facts = { name: 'file', mimeType, charset: null }
      const { 'content-disposition': disposition } = presentationHeaders(facts, 'attachment')
      expect(disposition).toBe('attachment; filename=file')
    }
  })

  it('lets an SVG keep its styles and inner pictures, and nothing of others', () => {
    expect(headersOf('image/svg+xml')['content-security-policy']).toBe(
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    )
  })

  it('always forbids sniffing, and names the charset of text', () => {
    const headers = headersOf('text/plain', 'a.txt', 'utf-16le')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-type']).toBe('text/plain; charset=utf-16le')
  })

  it.each([
    ['plain.txt', 'inline; filename=plain.txt'],
    ['a"b.txt', 'inline; filename="a\\"b.txt"'],
    ['é.txt', "inline; filename=_.txt; filename*=UTF-8''%C3%A9.txt"],
    ['🎉', "inline; filename=_; filename*=UTF-8''%F0%9F%8E%89"],
    ['50%41.txt', "inline; filename=50%41.txt; filename*=UTF-8''50%2541.txt"],
    ['lone \ud800', 'inline; filename="lone _"; filename*=UTF-8\'\'lone%20%EF%BF%BD'],
  ])('writes the name %s in ASCII', (name, disposition) => {
    expect(headersOf('text/plain', name)['content-disposition']).toBe(disposition)
  })
})
