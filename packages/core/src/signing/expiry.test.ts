import { describe, expect, it } from 'vitest'
import { expiryOf, secondsUntil } from './expiry.ts'

const WEEK = 604_800
const usual = { maxExpiresIn: WEEK, stepSeconds: 300 }
const at = (seconds: number) => seconds * 1_000_000

describe('expiryOf', () => {
  it('rounds up to the step, so that the expiry stays the same until the next one', () => {
    const first = 1_800_000_000
    expect(expiryOf(at(first), 3600, usual)).toBe(first + 3600)
    for (const later of [0.000_001, 1, 299.9, 300]) {
      expect(expiryOf(at(first + later), 3600, usual)).toBe(first + 3900)
    }
    expect(expiryOf(at(first + 300.1), 3600, usual)).toBe(first + 4200)
  })

  it('lasts as long as asked for, and never beyond the maximum', () => {
    for (let now = 1_800_000_000; now < 1_800_000_900; now += 7) {
      for (const expiresIn of [1, 299, 300, 3600, WEEK - 300, WEEK - 1, WEEK]) {
        const lasts = expiryOf(at(now), expiresIn, usual) - now
        expect(lasts).toBeLessThanOrEqual(WEEK)
        expect(lasts).toBeGreaterThanOrEqual(Math.min(expiresIn, WEEK - 300))
      }
    }
  })

  it('keeps at least half of the shortest maximum', () => {
    for (let now = 1_800_000_000; now < 1_800_000_060; now += 1) {
      const lasts = expiryOf(at(now), 60, { maxExpiresIn: 60, stepSeconds: 30 }) - now
      expect(lasts).toBeGreaterThanOrEqual(30)
      expect(lasts).toBeLessThanOrEqual(60)
    }
  })
})

describe('secondsUntil', () => {
  it('rounds down, and is negative from the second of the expiry on', () => {
    expect(secondsUntil(100, at(90))).toBe(10)
    expect(secondsUntil(100, at(99.5))).toBe(0)
    expect(secondsUntil(100, at(100))).toBe(-1)
    expect(secondsUntil(100, at(200))).toBe(-1)
  })
})
