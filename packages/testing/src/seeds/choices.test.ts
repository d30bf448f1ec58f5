import { describe, expect, it } from 'vitest'
import { seededChoices } from './choices.ts'
import { seededRandom } from './seeded-random.ts'

/** So many results of one seed. */
function results<Result>(count: number, make: () => Result): Result[] {
  return Array.from({ length: count }, make)
}

describe('seededRandom', () => {
  it('gives the numbers of mulberry32, the same in every run of a seed', () => {
    expect(results(3, seededRandom(1))).toEqual([
      0.6270739405881613, 0.002735721180215478, 0.5274470399599522,
    ])
  })

  it('gives other numbers for the next seed', () => {
    expect(results(3, seededRandom(2))).not.toEqual(results(3, seededRandom(1)))
  })
})

describe('seededChoices', () => {
  it('chooses whole numbers within bounds, each of them now and then', () => {
    const { below, between } = seededChoices(1)
    expect(new Set(results(100, () => below(3)))).toEqual(new Set([0, 1, 2]))
    expect(new Set(results(100, () => between(4, 6)))).toEqual(new Set([4, 5, 6]))
  })

  it('picks none of an empty list', () => {
    expect(seededChoices(1).pick([])).toBeUndefined()
  })

  it('takes each item at most once', () => {
    const { some, shuffled } = seededChoices(1)
    expect(new Set(some([1, 2, 3, 4], 3)).size).toBe(3)
    expect(some([1, 2], 5).sort()).toEqual([1, 2])
    expect(shuffled([1, 2, 3, 4]).sort()).toEqual([1, 2, 3, 4])
  })

  it('chooses a name as often as its weight says', () => {
    const { weighted } = seededChoices(1)
    const chosen = results(400, () => weighted({ never: 0, seldom: 1, often: 3 }))
    const share = chosen.filter((name) => name === 'often').length / chosen.length
    expect(chosen).not.toContain('never')
    expect(share).toBeGreaterThan(0.6)
    expect(share).toBeLessThan(0.9)
  })

  it('makes bytes and texts of a length', () => {
    const { bytes, text } = seededChoices(1)
    expect(bytes(5)).toHaveLength(5)
    expect(text('ab', 20)).toMatch(/^[ab]{20}$/)
    expect(text(['x', '\r\n'], 20).replaceAll(/x|\r\n/g, '')).toBe('')
  })
})
