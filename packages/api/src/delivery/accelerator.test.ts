import { describe, expect, it } from 'vitest'
import { accelHeaders, canAccelerate, createAccelerator } from './accelerator.ts'

describe('createAccelerator', () => {
  it('names an internal location for nginx, the default or a configured one', () => {
    const path = 'blobs/abcd/ef/abcdef'
    expect(createAccelerator({ accel: 'x-accel-redirect' })(path)).toEqual({
      'x-accel-redirect': '/stowage-files/blobs/abcd/ef/abcdef',
    })
    const located = createAccelerator({ accel: 'x-accel-redirect', location: '/inner/media/' })
    expect(located(path)).toEqual({ 'x-accel-redirect': `/inner/media/${path}` })
  })

  it('names a file for Apache, as URLs are written', () => {
    const accelerator = createAccelerator({ accel: 'x-sendfile', directory: '/srv/größe 1%/' })
    expect(accelerator('blobs/a')).toEqual({
      'x-sendfile': '/srv/gr%C3%B6%C3%9Fe%201%25/blobs/a',
    })
  })
})

describe('canAccelerate', () => {
  it('gives away what has no range, or a plain one that applies', () => {
    expect(canAccelerate({ 'if-none-match': '"b"' }, 200)).toBe(true)
    for (const range of ['bytes=0-', 'bytes=-5', 'bytes=5-999999999999999']) {
      expect(canAccelerate({ range, 'if-range': '"a"' }, 206)).toBe(true)
    }
  })

  it('sends files itself where the web server would evaluate the request differently', () => {
    expect(canAccelerate({ 'if-match': '"a"' }, 200)).toBe(false)
    expect(canAccelerate({ 'if-unmodified-since': 'Sat, 21 Nov 2026 10:00:00 GMT' }, 200)).toBe(
      false,
    )
    expect(canAccelerate({ range: 'bytes=0-1', 'if-range': '"old"' }, 200)).toBe(false)
    for (const range of ['bytes=0-1,3-4', 'bytes=a-b', 'bytes=4-2', 'lines=1-2', '']) {
      expect(canAccelerate({ range }, 200)).toBe(false)
    }
    expect(canAccelerate({ range: 'bytes=0-9999999999999999' }, 206)).toBe(false)
  })
})

describe('accelHeaders', () => {
  it('leaves length and range to the web server', () => {
    const headers = {
      etag: '"a"',
      'content-length': '5',
      'content-range': 'bytes 0-4/9',
      'accept-ranges': 'bytes',
    }
    expect(accelHeaders(headers, { 'x-sendfile': '/a' })).toEqual({
      etag: '"a"',
      'content-length': '0',
      'x-sendfile': '/a',
    })
  })
})
