import { describe, expect, it } from 'vitest'
import { presentationHeaders } from './presentation.ts'

const headersOf = (mimeType: string, name = 'file', charset: string | null = null) =>
  presentationHeaders({ name, mimeType, charset }, 'inline')

describe('presentationHeaders', () => {
  it.each([
    'image/png',
    'image/jpeg',
    'image/webp',
    'video/mp4',
    'video/quicktime',
    'audio/mpeg',
    'application/pdf',
    'text/plain',
  ])('shows %s inline without a sandbox', (mimeType) => {
    const headers = headersOf(mimeType)
    expect(headers['content-disposition']).toBe('inline; filename="file"')
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
  ])('sends %s as plain text, which no page runs', (mimeType) => {
    expect(headersOf(mimeType, 'a.js', 'utf-8')['content-type']).toBe('text/plain; charset=utf-8')
  })

  it('always forbids sniffing, and names the charset of text', () => {
    const headers = headersOf('text/plain', 'a.txt', 'utf-16le')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-type']).toBe('text/plain; charset=utf-16le')
  })

  it.each([
    ['plain.txt', 'inline; filename="plain.txt"'],
    ['a"b.txt', 'inline; filename="a\\"b.txt"'],
    ['é.txt', 'inline; filename="_.txt"; filename*=UTF-8\'\'%C3%A9.txt'],
    ['🎉', 'inline; filename="_"; filename*=UTF-8\'\'%F0%9F%8E%89'],
    ['50%41.txt', 'inline; filename="50%41.txt"; filename*=UTF-8\'\'50%2541.txt'],
    ['lone \ud800', 'inline; filename="lone _"; filename*=UTF-8\'\'lone%20%EF%BF%BD'],
  ])('writes the name %s in ASCII', (name, disposition) => {
    expect(headersOf('text/plain', name)['content-disposition']).toBe(disposition)
  })
})
