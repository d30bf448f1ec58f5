import { describe, expect, it } from 'vitest'
import { acceptedTypes } from './accepted-types.ts'

describe('acceptedTypes', () => {
  it('has HEIC and its sequences only where libheif-js is installed', () => {
    const types = ['heic', 'heic-sequence', 'heif', 'heif-sequence'].map((name) => `image/${name}`)
    for (const type of types) {
      expect(acceptedTypes(true).has(type)).toBe(true)
      expect(acceptedTypes(false).has(type)).toBe(false)
    }
    expect(acceptedTypes(false).has('image/avif')).toBe(true)
  })
})
