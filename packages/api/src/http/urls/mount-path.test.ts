import { describe, expect, it } from 'vitest'
import { normalizeMountPath } from './mount-path.ts'

describe('normalizeMountPath', () => {
  it('gives every spelling one form', () => {
    expect(['', '/', 'media', '/media/', '/a/b'].map(normalizeMountPath)).toEqual([
      '',
      '',
      '/media',
      '/media',
      '/a/b',
    ])
  })
})
