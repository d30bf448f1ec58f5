import { describe, expect, it } from 'vitest'
import { fileCacheControl } from './compressible.ts'

describe('fileCacheControl', () => {
  it.each([
    'application/json',
    'application/octet-stream',
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/x-tar',
    'audio/wav',
    'font/ttf',
    'image/bmp',
    'image/svg+xml',
    'image/vnd.microsoft.icon',
    'model/gltf+json',
    'text/csv',
  ])('forbids proxies and middleware to compress %s', (mimeType) => {
    expect(fileCacheControl(mimeType, 'private, no-cache')).toBe('private, no-cache, no-transform')
  })

  it.each(['image/jpeg', 'image/webp', 'audio/mpeg', 'video/mp4'])(
    'adds nothing to %s, which is compressed already',
    (mimeType) => {
      expect(fileCacheControl(mimeType, 'public, max-age=60')).toBe('public, max-age=60')
    },
  )
})
