import { describe, expect, it } from 'vitest'
import { createBlobCache } from './blob-cache.ts'

const OVERHEAD = 512
const bytes = (length: number) => new Uint8Array(length)

describe('createBlobCache', () => {
  it('returns the bytes as they were put, even when the caller changes them later', () => {
    const cache = createBlobCache(10_000)
    const blob = bytes(10)
    cache.keep('a', blob)
    blob.fill(1)
    expect(cache.get('a')).toEqual(bytes(10))
    expect(cache.get('b')).toBeUndefined()
  })

  it('keeps exactly as much as it may, and lets go of the longest unused', () => {
    const cache = createBlobCache(2 * (100 + OVERHEAD))
    cache.keep('a', bytes(100))
    cache.keep('b', bytes(100))
    expect(cache.get('a')).toBeDefined()
    cache.keep('c', bytes(100))
    expect(cache.get('b')).toBeUndefined()
    expect(cache.get('a')).toBeDefined()
    expect(cache.get('c')).toBeDefined()
    cache.keep('d', bytes(101))
    expect([cache.get('a'), cache.get('c')]).toEqual([undefined, undefined])
    expect(cache.get('d')).toBeDefined()
  })

  it('passes over what is larger than all of it, and everything when its limit is 0', () => {
    const cache = createBlobCache(100 + OVERHEAD)
    cache.keep('a', bytes(101))
    expect(cache.get('a')).toBeUndefined()
    cache.keep('a', bytes(100))
    expect(cache.get('a')).toBeDefined()
    const none = createBlobCache(0)
    none.keep('a', bytes(0))
    expect(none.get('a')).toBeUndefined()
  })

  it('loses nothing for the sake of a blob that is larger than all of it', () => {
    const limit = 2 * (100 + OVERHEAD)
    const cache = createBlobCache(limit)
    cache.keep('a', bytes(100))
    for (const size of [limit - OVERHEAD + 1, limit + OVERHEAD + 1]) {
      cache.keep('b', bytes(size))
      expect(cache.get('a')).toBeDefined()
      expect(cache.get('b')).toBeUndefined()
    }
  })

  it('counts a blob once, however often it is given', () => {
    const cache = createBlobCache(2 * (100 + OVERHEAD))
    cache.keep('a', bytes(100))
    cache.keep('a', bytes(100))
    cache.keep('b', bytes(100))
    expect(cache.get('a')).toBeDefined()
    expect(cache.get('b')).toBeDefined()
  })

  it('does not hold a large buffer for the sake of a small window of it', () => {
    const cache = createBlobCache(10_000)
    cache.keep('a', bytes(5000).subarray(10, 20))
    expect(cache.get('a')?.buffer.byteLength).toBeLessThanOrEqual(Buffer.poolSize)
    expect(cache.get('a')).toHaveLength(10)
  })

  it('forgets, and has the room again', () => {
    const cache = createBlobCache(100 + OVERHEAD)
    cache.keep('a', bytes(100))
    cache.forget(['a', 'b'])
    expect(cache.get('a')).toBeUndefined()
    cache.keep('c', bytes(100))
    expect(cache.get('c')).toBeDefined()
  })

  it('takes nothing back of what was forgotten, as long as it remembers', () => {
    const cache = createBlobCache(100_000)
    cache.forget(['purged'])
    cache.keep('purged', bytes(10))
    expect(cache.get('purged')).toBeUndefined()
    expect([cache.isForgotten('purged'), cache.isForgotten('other')]).toEqual([true, false])
    const many = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => `${from + n}`)
    cache.forget(many(0, 32_767))
    expect(cache.isForgotten('purged')).toBe(true)
    cache.forget(['one more'])
    expect([cache.isForgotten('purged'), cache.isForgotten('0')]).toEqual([false, true])
  })
})
