import { afterEach, describe, expect, it, vi } from 'vitest'
import { forSeeds } from './for-seeds.ts'
import { seededRandom } from './seeded-random.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

async function firstNumbers(): Promise<Record<string, number>> {
  const numbers: Record<string, number> = {}
  const cases = forSeeds('a case', 2, (random, name: string) => {
    numbers[name] = random()
  })
  for (const { name, run } of cases) await run(name)
  return numbers
}

describe('forSeeds', () => {
  it('runs the case with each seed, and names it, from the first seed on', async () => {
    vi.stubEnv('STOWAGE_FIRST_SEED', undefined)
    expect(await firstNumbers()).toEqual({
      'a case (seed 1)': seededRandom(1)(),
      'a case (seed 2)': seededRandom(2)(),
    })
    vi.stubEnv('STOWAGE_FIRST_SEED', '700')
    expect(await firstNumbers()).toEqual({
      'a case (seed 700)': seededRandom(700)(),
      'a case (seed 701)': seededRandom(701)(),
    })
  })

  it('refuses one seed, and a first one that is no whole number', () => {
    expect(() => forSeeds('a case', 1, () => {})).toThrow(RangeError)
    for (const given of ['', '1e3', '-1', '1.5', '1234567890']) {
      vi.stubEnv('STOWAGE_FIRST_SEED', given)
      expect(() => forSeeds('a case', 2, () => {}), given).toThrow(RangeError)
    }
  })
})
