import { describe, expect, it } from 'vitest'
import { ChunkCost } from './chunk-toll.ts'

/** How many milliseconds of rest so many chunks of that size come to. */
function restOf(chunks: number, bytes: number): number {
  const toll = new ChunkCost()
  return Array.from({ length: chunks }, () => toll.after(bytes)).reduce(
    (sum, rest) => sum + rest,
    0,
  )
}

describe('ChunkCost', () => {
  it.each([64, 1024, 65_536])('lets chunks of %i bytes come without a rest', (bytes) => {
    expect(restOf(100_000, bytes)).toBe(0)
  })

  it('asks for a rest in proportion to the chunks of one byte', () => {
    expect(restOf(4000, 1)).toBe(0)
    expect(restOf(100_000, 1)).toBeCloseTo(24 * 4096 * 0.04, -1)
  })

  it('forgives a few tiny chunks between large ones', () => {
    const toll = new ChunkCost()
    const rests = Array.from({ length: 50_000 }, (_, chunk) =>
      toll.after(chunk % 10 === 0 ? 1024 : 1),
    )
    expect(rests.every((rest) => rest === 0)).toBe(true)
  })
})
