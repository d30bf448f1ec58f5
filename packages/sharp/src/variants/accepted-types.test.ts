import { describe, expect, it } from 'vitest'
import { acceptedTypes } from './accepted-types.ts'

describe('acceptedTypes', () => {
  it('has HEIC only where libheif-js is installed', () => {
    expect(acceptedTypes(true).has('image/heic')).toBe(true)
    expect(acceptedTypes(false).has('image/heic')).toBe(false)
    expect(acceptedTypes(false).has('image/avif')).toBe(true)
  })
})
