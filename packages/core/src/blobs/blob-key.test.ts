import { describe, expect, it } from 'vitest'
import { isBlobKey, newBlobKey, timeOfBlobKey } from './blob-key.ts'

const NOW = Date.UTC(2026, 0, 1)

describe('newBlobKey', () => {
  it.each([0, NOW, NOW + 0.5, Date.UTC(2255, 11, 31)])('contains its time, %d', (millis) => {
    const key = newBlobKey(millis)
    expect(isBlobKey(key)).toBe(true)
    expect(timeOfBlobKey(key)).toBe(Math.floor(millis))
  })

  it('makes keys that sort by their time, so that an index writes those of a batch side by side', () => {
    const times = Array.from({ length: 1000 }, (_, index) => NOW + 997 * index)
    const keys = times.map(newBlobKey)
    expect([...keys].sort()).toEqual(keys)
  })

  it('makes keys of one time that differ', () => {
    expect(new Set(Array.from({ length: 1000 }, () => newBlobKey(NOW))).size).toBe(1000)
  })
})
