import { describe, expect, it } from 'vitest'
import { acceptedFormats } from './accepted-format.ts'

const SET = {
  name: 'page',
  widths: [400],
  formats: [
    { extension: 'avif', mimeType: 'image/avif' },
    { extension: 'webp', mimeType: 'image/webp' },
    { extension: 'jpg', mimeType: 'image/jpeg' },
  ],
}

describe('acceptedFormats', () => {
  it.each([
    ['image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', 'avif webp jpg'],
    ['image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5', 'webp jpg avif'],
    ['image/*', 'jpg webp avif'],
    ['*/*', 'jpg webp avif'],
    [undefined, 'jpg webp avif'],
    ['', 'jpg webp avif'],
    ['text/html', 'jpg webp avif'],
    ['image/avif;q=0, IMAGE/WEBP ; q=0.5', 'webp jpg avif'],
    ['image/avif;q=0.001', 'avif jpg webp'],
    ['image/avif;q=0.1, image/jpeg;q=0.9, image/webp;q=0.9', 'webp jpg avif'],
    ['image/avif;q=0.5, image/jpeg', 'jpg avif webp'],
  ])('for %j are %s', (accept, extensions) => {
    const formats = acceptedFormats(SET, accept).map(({ extension }) => extension)
    expect(formats.join(' ')).toBe(extensions)
  })
})
