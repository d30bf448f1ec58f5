import { describe, expect, it } from 'vitest'
import { readingBudget } from './reading-budget.ts'

const own = { maxTimeMs: 1000, maxBytes: 5000 }
const MIB = 2 ** 20

describe('readingBudget', () => {
  it('leaves time and bytes as they are given', () => {
    expect(readingBudget(MIB, own)).toMatchObject(own)
  })

  it('allows a small file what its headers can need', () => {
    expect(readingBudget(0, own)).toMatchObject({ maxReads: 4096, maxFetches: 64 })
  })

  it('grows with the file, so that a walk over all pages of a real one passes', () => {
    const { maxReads, maxFetches = 0 } = readingBudget(MIB, own)
    expect(maxReads).toBe(12_288)
    expect(maxFetches).toBeGreaterThan(MIB / 4096)
    expect(maxFetches).toBeLessThan((2 * MIB) / 4096)
  })

  it('never allows more than 50,000 reads', () => {
    expect(readingBudget(2 ** 40, own).maxReads).toBe(50_000)
  })
})
