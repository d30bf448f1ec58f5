import { describe, expect, it } from 'vitest'
import { baseUrlFrom } from './base-url.ts'

const facts = {
  encrypted: false,
  host: 'media.example:8080',
  mountPath: '/media',
  trustProxy: true,
}

describe('baseUrlFrom', () => {
  it('is scheme, host and mount path', () => {
    expect(baseUrlFrom({}, facts)).toBe('http://media.example:8080/media')
    expect(baseUrlFrom({}, { ...facts, encrypted: true, mountPath: '' })).toBe(
      'https://media.example:8080',
    )
    expect(baseUrlFrom({}, { ...facts, host: '[::1]:80' })).toBe('http://[::1]:80/media')
  })

  it.each(['', 'a b', 'a/b', 'a@b', 'a"b', 'a<b', 'a:b', 'a\\b', 'user:pw@host'])(
    'does not believe the host %j',
    (host) => {
      expect(baseUrlFrom({}, { ...facts, host })).toBe('http://localhost/media')
    },
  )

  it('reads forwarded headers of a proxy only when configured', () => {
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'cdn.example' }
    expect(baseUrlFrom(headers, facts)).toBe('https://cdn.example/media')
    expect(baseUrlFrom(headers, { ...facts, trustProxy: false })).toBe(
      'http://media.example:8080/media',
    )
  })

  it.each([
    [
      { forwarded: 'for=1.2.3.4;proto=https;host="cdn.example:8443"' },
      'https://cdn.example:8443/media',
    ],
    [{ forwarded: 'Proto=HTTPS, proto=http;host=inner' }, 'https://media.example:8080/media'],
    [{ forwarded: 'proto=https', 'x-forwarded-proto': 'http' }, 'https://media.example:8080/media'],
    [{ 'x-forwarded-proto': 'https, http', 'x-forwarded-host': 'a, b' }, 'https://a/media'],
    [{ 'x-forwarded-proto': 'gopher' }, 'http://media.example:8080/media'],
    [{ 'x-forwarded-host': 'evil"><script>' }, 'http://media.example:8080/media'],
    [{ 'x-forwarded-prefix': '/app/' }, 'http://media.example:8080/app/media'],
    [{ 'x-forwarded-prefix': '//evil.example' }, 'http://media.example:8080/media'],
    [{ 'x-forwarded-prefix': '/"x' }, 'http://media.example:8080/media'],
  ])('makes %j into %s', (headers, expected) => {
    expect(baseUrlFrom(headers, facts)).toBe(expected)
  })
})
