import { afterEach, describe, expect, it, vi } from 'vitest'
import { formatTimestamp, parseTimestamp, systemClock } from './timestamp.ts'

const HOUR = 3_600_000_000

describe('formatTimestamp', () => {
  it.each([
    [-5_364_662_400_000_000, '1800-01-01T00:00:00.000000Z'],
    [-1, '1969-12-31T23:59:59.999999Z'],
    [-24 * HOUR - 999_999, '1969-12-30T23:59:59.000001Z'],
    [0, '1970-01-01T00:00:00.000000Z'],
    [1, '1970-01-01T00:00:00.000001Z'],
    [24 * HOUR - 1, '1970-01-01T23:59:59.999999Z'],
    [24 * HOUR, '1970-01-02T00:00:00.000000Z'],
    [1_769_850_300_123_456, '2026-01-31T09:05:00.123456Z'],
    [1_709_251_199_999_999, '2024-02-29T23:59:59.999999Z'],
    [Number.MAX_SAFE_INTEGER, '2255-06-05T23:47:34.740991Z'],
  ])('writes %i as %s, and reads it again', (micros, text) => {
    expect(formatTimestamp(micros)).toBe(text)
    expect(parseTimestamp(text)).toBe(micros)
  })

  it('agrees with Date on any millisecond, in any order of days', () => {
    for (let index = 0; index < 2000; index += 1) {
      const millis = (index * 7_919_000_333_017) % 9_007_199_254_740
      const text = new Date(millis).toISOString()
      expect(formatTimestamp(millis * 1000)).toBe(`${text.slice(0, 23)}000Z`)
    }
  })
})

describe('systemClock', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('follows the wall clock back, and keeps readings of one millisecond apart', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const clock = systemClock()
    vi.setSystemTime(1_000_000)
    expect([clock(), clock()]).toEqual([1_000_000_000, 1_000_000_001])
    vi.setSystemTime(95_000_000)
    expect(clock()).toBe(95_000_000_000)
    vi.setSystemTime(1_000_001)
    expect([clock(), clock()]).toEqual([1_000_001_000, 1_000_001_001])
  })

  it('never runs ahead of the wall clock by a millisecond', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(1_000_000)
    const clock = systemClock()
    const readings = Array.from({ length: 5000 }, clock)
    expect(readings.at(-1)).toBe(1_000_000_999)
  })
})
