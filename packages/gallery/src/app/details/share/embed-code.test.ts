import type { Asset } from '@stowage/client'
import { expect, it } from 'vitest'
import { embedCode } from './embed-code.ts'

const asset = (attributes: object, meta = {}): Asset =>
  ({
    id: '1',
    type: 'assets',
    attributes: { name: 'a.jpg', url: 'https://x/1?a&b', width: null, height: null, ...attributes },
    meta,
  }) as unknown as Asset

it('keeps the place of a picture, and says what it shows', () => {
  const picture = asset({ type: 'image', width: 4, height: 3 }, { alt: { en: 'A sun' } })
  expect(embedCode(picture)).toBe(
    '<img src="https://x/1?a&#38;b" alt="A sun" width="4" height="3" loading="lazy">',
  )
})

it('lets no name break out of its place', () => {
  const name = '"><script>alert(1)</script>'
  expect(embedCode(asset({ type: 'image', name }))).not.toMatch(/<script|"">/)
  expect(embedCode(asset({ type: 'other', mime_type: 'a/b', name }))).not.toContain('<script')
})
