import { describe, expect, it } from 'vitest'
import { redirectPath } from './redirect-path.ts'

describe('redirectPath', () => {
  it.each([
    ['/', '/'],
    ['/thanks', '/thanks'],
    ['/thanks?from=form#top', '/thanks?from=form#top'],
    ['/?next=https://evil.example', '/?next=https://evil.example'],
    ['/a//b', '/a//b'],
    ['/a/../b', '/b'],
    ['/../../b', '/b'],
    ['/@evil.example', '/@evil.example'],
    ['/:80', '/:80'],
    ['/a b', '/a%20b'],
    ['/ä/日本', '/%C3%A4/%E6%97%A5%E6%9C%AC'],
    ['/%5c%5cevil.example', '/%5c%5cevil.example'],
    ['/%0d%0aset-cookie:a', '/%0d%0aset-cookie:a'],
    [`/${'a'.repeat(2047)}`, `/${'a'.repeat(2047)}`],
  ])('takes %j', (path, location) => {
    expect(redirectPath(path, 'redirect_to')).toBe(location)
  })

  it.each([
    '',
    'thanks',
    './thanks',
    '?a=b',
    'https://media.example/thanks',
    'https:/thanks',
    'javascript:alert(1)',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '\\\\evil.example',
    '/thanks\\..',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\nset-cookie: a=b',
    '/a\u0000b',
    '/a\u007fb',
    ' /thanks',
    '\t/thanks',
    '\ufeff/thanks',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/a/%2E%2e//evil.example',
    `/${'a'.repeat(2048)}`,
    `/${'ä'.repeat(400)}`,
  ])('refuses %j', (path) => {
    expect(() => redirectPath(path, 'redirect_to')).toThrow(
      expect.objectContaining({
        status: 400,
        problems: [
          expect.objectContaining({
            code: 'invalid_parameter',
            source: { parameter: 'redirect_to' },
          }),
        ],
      }),
    )
  })

  it('gives what a browser resolves to the same origin, whatever it was given', () => {
    const pieces = ['/', '.', '..', '%2e', 'evil.example', '@', ':', '?', '#', ' ', '%2f', 'ä']
    const own = 'https://media.example'
    let taken = 0
    for (const first of pieces) {
      for (const second of pieces) {
        for (const third of pieces) {
          for (const fourth of pieces) {
            const text = `/${first}${second}${third}${fourth}`
            let location: string
            try {
              location = redirectPath(text, 'redirect_to')
            } catch {
              continue
            }
            taken += 1
            expect(new URL(location, `${own}/media/api/v1/assets`).origin, text).toBe(own)
          }
        }
      }
    }
    expect(taken).toBeGreaterThan(10_000)
  })
})
