import { describe, expect, it } from 'vitest'
import { blamesPicture } from './blames-picture.ts'

describe('blamesPicture', () => {
  it.each([
    'Input buffer contains unsupported image format',
    'Input image exceeds pixel limit',
    'VipsJpeg: premature end of JPEG image',
    'Memory allocation error: Security limit exceeded: image size',
    'Memory allocation error: Invalid image size: zero width or height',
    'heif: Memory allocation error: Invalid box size: Box size too large (6.100)',
  ])('holds the picture to blame: %s', (message) => {
    expect(blamesPicture(new Error(message))).toBe(true)
  })

  it.each([
    new Error('vips: out of memory --- size == 268MB'),
    new Error('VipsJpeg: Insufficient memory (case 4)'),
    new Error('Memory allocation error: Unspecified: Allocating 268435456 bytes failed'),
    new Error('unable to create thread'),
    new Error('timeout: 40% complete'),
    new RangeError('Array buffer allocation failed'),
    new TypeError('Cannot read properties of undefined'),
    Object.assign(new Error('open'), { code: 'EMFILE' }),
  ])('does not: %s', (error) => {
    expect(blamesPicture(error)).toBe(false)
  })
})
